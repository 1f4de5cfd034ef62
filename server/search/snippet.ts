import type { Hit, Mark } from './search-engine.ts';

type Part = { text: string; marks: readonly Mark[] };

/** Approximate characters of a snippet; the part before the first mark is shorter than the part after it. */
const LENGTH = 240;
const BEFORE = 60;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Text as HTML in which only `<mark>` is markup. */
export function markHtml({ text, marks }: Part): string {
  let html = '';
  let at = 0;
  for (const { start, end } of marks) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeHtml(text.slice(at));
}

/**
 * The window with the most different marked words; of equal ones, the one with the shortest distance, then
 * the first.
 */
function bestWindow(text: string, marks: readonly Mark[]): number {
  let best = 0;
  let most = -1;
  for (const [index, first] of marks.entries()) {
    const seen = new Set<string>();
    let last = first.end;
    for (const mark of marks.slice(index, index + 30)) {
      if (mark.end > first.start + LENGTH - BEFORE) break;
      const before = seen.size;
      seen.add(text.slice(mark.start, mark.end).toLowerCase());
      if (seen.size > before) last = mark.end;
    }
    const worth = seen.size - (last - first.start) / (LENGTH * 2);
    if (worth > most) {
      most = worth;
      best = first.start;
    }
  }
  return best;
}

/** A piece of `text` around its marks, cut at blanks and on one line. */
function cut(part: Part): { text: string; marks: Mark[] } {
  const { text } = part;
  const focus = bestWindow(text, part.marks);
  let start = focus <= BEFORE ? 0 : focus - BEFORE;
  if (start > 0) {
    const blank = text.slice(start, focus).search(/\s\S/u);
    start = blank >= 0 ? start + blank + 1 : wholeFrom(text, start);
  }
  let stop = Math.min(text.length, start + LENGTH);
  if (stop < text.length) {
    const blank = text.slice(start, stop).search(/\s\S*$/u);
    stop = blank > LENGTH / 2 ? start + blank : wholeFrom(text, stop);
  }
  const inside = part.marks.filter((mark) => mark.start >= start && mark.end <= stop);
  const ahead = start > 0 ? '… ' : '';
  return {
    text: `${ahead}${text.slice(start, stop).replace(/\s/gu, ' ')}${stop < text.length ? ' …' : ''}`,
    marks: inside.map((mark) => ({
      start: mark.start - start + ahead.length,
      end: mark.end - start + ahead.length,
    })),
  };
}

/** Not between the halves of one character. */
function wholeFrom(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** A section's text without its heading: the result already shows that as the location. */
function withoutHeading({ heading, body }: Hit): Part {
  const after =
    heading.text && body.text.startsWith(heading.text) ? body.text.slice(heading.text.length) : '';
  // A longer word with the same beginning does not match.
  if (!after.startsWith('\n')) return body.text === heading.text ? { text: '', marks: [] } : body;
  const text = after.trimStart();
  const ahead = body.text.length - text.length;
  const marks = body.marks.filter((mark) => mark.start >= ahead);
  return { text, marks: marks.map(({ start, end }) => ({ start: start - ahead, end: end - ahead })) };
}

/**
 * The displayed text of a hit: around the marks; where only the title or heading matched, that and the
 * beginning.
 */
export function snippetOf(hit: Hit): string {
  const body = withoutHeading(hit);
  if (body.marks.length > 0) return markHtml(cut(body));
  const beginning = body.text ? markHtml(cut(body)) : '';
  const named = hit.heading.marks.length > 0 ? hit.heading : hit.title;
  if (named.marks.length === 0) return beginning;
  return beginning ? `${markHtml(named)} — ${beginning}` : markHtml(named);
}
