/** Whether the text is valid JSON, of any type. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Trims text query parameters; other values stay unchanged (docs/product-rules.md §4). */
export function trimParams<T extends Record<string, unknown>>(params: T): T {
  const trim = (value: unknown): unknown => {
    if (typeof value === 'string') return value.trim();
    return Array.isArray(value) ? value.map(trim) : value;
  };
  const trimmed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) trimmed[name] = trim(value);
  return Object.assign({}, params, trimmed);
}

let segmenter: Intl.Segmenter | undefined;

/** It takes longer to make than to use. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter();
  return segmenter;
}

/** The first grapheme of the first and of the last word, in capitals: in place of a missing avatar. */
export function initials(...names: (string | null | undefined)[]): string {
  const parts = names.flatMap((name) => (name ?? '').trim().split(/\s+/u)).filter(Boolean);
  const outer = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return outer
    .map(
      (word) =>
        graphemes()
          .segment(word ?? '')
          [Symbol.iterator]()
          .next().value?.segment ?? '',
    )
    .join('')
    .toLocaleUpperCase();
}

/** Whether a text contains NUL, another control character, or a lone surrogate, which can't be stored. */
export function hasUnreadableCharacters(text: string, { multiline = false } = {}): boolean {
  if (!text.isWellFormed()) return true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return (multiline ? /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/ : /[\0-\x1f\x7f-\x9f\u2028\u2029]/).test(text);
}

/**
 * White space and invisible characters: those that Unicode declares ignorable (soft hyphens, joiners, Hangul
 * fillers, variation selectors, tags), the empty Braille cell, annotation marks, and the fillers of musical
 * and Khitan notation.
 */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}\u{16fe4}]*$/u;

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  // Fast path: nearly every text begins with a visible ASCII character.
  if (first > 0x20 && first < 0x7f) return false;
  return INVISIBLE.test(text);
}

/** The length of a text as users count it: in code points, so that an emoji isn't two. */
export function codePoints(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
