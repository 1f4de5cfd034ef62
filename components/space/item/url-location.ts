import { oneLine } from '#lib/browser/location-hash.ts';

/**
 * A location in an item as an address names it (`#page=7`, `#slide=3`, `#row=214&sheet=Budget`, `#section=Deposit`,
 * `#text=The+first+words`, `#task=2&text=Order+paper`).
 */
export type UrlLocation =
  | { type: 'page'; id: string; page: number }
  | { type: 'slide'; id: string }
  /** `exact` is false where the matching row may be below the one that is named. */
  | { type: 'row'; id: string; row: number; sheet: string | null; exact: boolean }
  | { type: 'section'; heading: string }
  /** A block of a document by how its text begins. */
  | { type: 'text'; text: string }
  /** A task by its number in the document from 0, and by how its text begins. */
  | { type: 'task'; number: number; text: string };

/** Text with invalid percent-encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The location in a hash; null without one, and for ids of other kinds. */
export function parseLocationHash(hash: string): UrlLocation | null {
  const numbered = /^#((page|slide|rows?)=(\d{1,9}))(?:&sheet=(.+))?$/.exec(hash);
  if (numbered) {
    const [, id = '', type, number, sheet] = numbered;
    if (type === 'row' || type === 'rows') {
      const row = Number(number);
      return {
        type: 'row',
        id: `row=${row}`,
        row,
        sheet: sheet ? decoded(sheet) : null,
        exact: type === 'row',
      };
    }
    return type === 'page' ? { type, id, page: Number(number) } : { type: 'slide', id };
  }
  const [, task, begin = ''] = /^#task=(\d{1,7})(?:&text=(.+))?$/.exec(hash) ?? [];
  if (task) return { type: 'task', number: Number(task), text: decoded(begin) };
  const [, type, value = ''] = /^#(section|text)=(.+)$/.exec(hash) ?? [];
  if (!type) return null;
  return type === 'section' ? { type, heading: decoded(value) } : { type: 'text', text: decoded(value) };
}

export const currentUrlLocation = () => parseLocationHash(window.location.hash);

/** The task with this text that is nearest to its number; without one, what is there now. */
function taskElement(content: HTMLElement, { number, text }: { number: number; text: string }) {
  const tasks = [...content.querySelectorAll<HTMLElement>('li[data-task]')];
  let nearest = tasks[number] ?? null;
  let distance = Number.POSITIVE_INFINITY;
  for (const [at, task] of tasks.entries()) {
    if (Math.abs(at - number) >= distance || !oneLine(task.textContent).startsWith(text)) continue;
    nearest = task;
    distance = Math.abs(at - number);
  }
  return nearest;
}

/** The element at the location in the address, inside `content`. */
export function elementAtUrlLocation(content: HTMLElement): HTMLElement | null {
  const place = currentUrlLocation();
  if (!place) return null;
  if (place.type === 'text') {
    const blocks = content.querySelectorAll<HTMLElement>(
      'p, li, pre, td, th, summary, h1, h2, h3, h4, h5, h6',
    );
    return [...blocks].find((block) => oneLine(block.textContent).startsWith(place.text)) ?? null;
  }
  if (place.type === 'task') return taskElement(content, place);
  if (place.type !== 'section') return document.getElementById(place.id);
  const headings = content.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6');
  return [...headings].find((heading) => oneLine(heading.textContent) === oneLine(place.heading)) ?? null;
}
