/**
 * Helpers for text that contains markup (docs/product-rules.md §4). They make text readable, not safe: their
 * result must never be rendered as HTML.
 */

type Tag = { start: number; end: number; name: string };

const OPENING = /<(?:!--|!([a-z]+)|\?([a-z-]+)|\/?([a-z][^\s/>]*))/giy;

/** Every tag, comment, doctype and processing instruction, found in linear time. */
function* tags(text: string): Generator<Tag> {
  let quotesCount = true;
  let from = 0;
  while (true) {
    const start = text.indexOf('<', from);
    if (start < 0 || text.indexOf('>', start) < 0) return;
    OPENING.lastIndex = start;
    const opening = OPENING.exec(text);
    if (!opening) {
      from = start + 1;
      continue;
    }
    const name = (opening[1] ?? opening[2] ?? opening[3] ?? '').toLowerCase();
    let next = -1;
    if (opening[0] === '<!--') {
      const close = text.indexOf('-->', start + 4);
      next = close < 0 ? -1 : close + 3;
    } else if (quotesCount) {
      next = tagEnd(text, start + opening[0].length);
      // An unclosed quote would be searched up to the end for every tag: ignore quotes from here on.
      if (next < 0) quotesCount = false;
    }
    if (next < 0) next = text.indexOf('>', start) + 1;
    yield { start, end: next, name };
    from = next;
  }
}

/** The index after the tag, skipping quoted attribute values, or -1. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return at + 1;
    if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1);
      if (close < 0) return -1;
      at = close;
    }
  }
  return -1;
}

function without(text: string, drop: (name: string) => boolean, instead = (_name: string) => ''): string {
  let result = '';
  let from = 0;
  for (const { start, end, name } of tags(text)) {
    if (!drop(name)) continue;
    result += text.slice(from, start) + instead(name);
    from = end;
  }
  return result + text.slice(from);
}

/**
 * The text without HTML tags, in one line: spaces replace line breaks (`<br>`), which separate words, and all
 * runs of white space. `a < b` stays. Not a sanitizer.
 */
export function singleLineText(html: string): string {
  const text = without(
    html,
    () => true,
    (name) => (name === 'br' ? ' ' : ''),
  );
  return text.replace(/\s+/gu, ' ').trim();
}

const WRAPPERS = new Set(['doctype', 'html', 'head', 'xml', 'body']);

/** The markup without its doctype, html, head, xml and body tags, whose contents stay. Not a sanitizer. */
export function stripWrappers(html: string): string {
  return without(html, (name) => WRAPPERS.has(name)).trim();
}
