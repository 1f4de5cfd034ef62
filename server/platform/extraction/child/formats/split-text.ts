// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Removes what the database can't store (NUL, lone surrogates) and what nobody reads (controls, runs of empty
 * lines).
 */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[ \t\u00a0]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Where to cut, best first: between paragraphs, lines, sentences, words. */
const BORDERS = ['\n\n', '\n', '. ', '。', ' '];

/** Cuts text into pieces of at most `maxBytes` of UTF-8, at the best border there is; nothing but blanks is lost. */
export function splitText(text: string, maxBytes: number): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (from < text.length) {
    const to = from + fitting(text, from, maxBytes);
    const stop = to >= text.length ? text.length : from + cut(text.slice(from, to));
    const piece = text.slice(from, stop).trim();
    if (piece) pieces.push(piece);
    from = stop;
  }
  return pieces;
}

/** How many UTF-16 units from `from` fit into `maxBytes`, without splitting a pair. */
function fitting(text: string, from: number, maxBytes: number): number {
  // No UTF-16 unit takes less than one byte or more than three.
  let window = text.slice(from, from + maxBytes);
  while (Buffer.byteLength(window) > maxBytes) {
    const over = Buffer.byteLength(window) - maxBytes;
    window = window.slice(0, window.length - Math.max(1, Math.ceil(over / 3)));
  }
  const last = window.charCodeAt(window.length - 1);
  const split = last >= 0xd800 && last <= 0xdbff && from + window.length < text.length;
  return Math.max(1, split ? window.length - 1 : window.length);
}

function cut(window: string): number {
  for (const border of BORDERS) {
    const at = window.lastIndexOf(border);
    // A border near the start would leave crumbs.
    if (at > window.length / 4) return at + border.length;
  }
  return window.length;
}
