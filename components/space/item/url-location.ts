/**
 * A location in an item as an address names it (`#page=7`, `#slide=3`, `#row=214&sheet=Budget`, `#section=Deposit`).
 */
export type UrlLocation =
  | { type: 'page'; id: string; page: number }
  | { type: 'slide'; id: string }
  /** `exact` is false where the matching row may be below the one that is named. */
  | { type: 'row'; id: string; row: number; sheet: string | null; exact: boolean }
  | { type: 'section'; heading: string };

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
  const heading = /^#section=(.+)$/.exec(hash)?.[1];
  return heading ? { type: 'section', heading: decoded(heading) } : null;
}

export const currentUrlLocation = () => parseLocationHash(window.location.hash);

/** The element at the location in the address, inside `content`. */
export function elementAtUrlLocation(content: HTMLElement): HTMLElement | null {
  const place = currentUrlLocation();
  if (!place) return null;
  if (place.type !== 'section') return document.getElementById(place.id);
  const headings = content.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6');
  return [...headings].find((heading) => heading.textContent?.trim() === place.heading) ?? null;
}
