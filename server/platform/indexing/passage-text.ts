/** Longer passages are divided, so that a rank never has to read much. */
const LONGEST = 4_000;

/**
 * A text as the index stores it: composed, without what PostgreSQL can't store, half-width kana normalized.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\0', ' ')
    .replace(/[\uff61-\uff9f]+/g, (kana) => kana.normalize('NFKC'));
}

/** Divides a text at blanks (or anywhere, where a script has none) into parts that are not too long to rank. */
export function* splitText(text: string): Generator<string> {
  let rest = text.trim();
  while (rest.length > LONGEST) {
    const window = rest.slice(LONGEST / 2, LONGEST);
    const at = Math.max(window.lastIndexOf('\n'), window.lastIndexOf('. '), window.lastIndexOf('。'));
    const blank = at >= 0 ? at : window.search(/\s\S*$/u);
    const stop = blank >= 0 ? LONGEST / 2 + blank + 1 : wholeCharacters(rest, LONGEST);
    yield rest.slice(0, stop).trimEnd();
    rest = rest.slice(stop).trimStart();
  }
  if (rest) yield rest;
}

function wholeCharacters(text: string, length: number): number {
  const unit = text.charCodeAt(length - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? length - 1 : length;
}
