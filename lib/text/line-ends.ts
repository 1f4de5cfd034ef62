/** What ends the lines of a text: a line feed, before which there may be carriage returns, or a carriage return alone. */
export type LineEnd = '\n' | '\r';

/** How many carriage returns are at the end of a text. */
function returnsAtEnd(text: string): number {
  let count = 0;
  while (text[text.length - 1 - count] === '\r') count += 1;
  return count;
}

/**
 * How the lines of delimited text end, by what is outside of its quotes. Lines of Windows and of Unix may be in one file, as where
 * one was added to another; of returns alone there have to be more than of these, since one may be in a cell that nobody quoted.
 */
export function lineEndOf(text: string): LineEnd {
  const plain = text.replace(/"[\s\S]*?"/g, '');
  const [first] = /\r\n|\n|\r/.exec(plain) ?? ['\n'];
  if (first === '\n') return '\n';
  const lines = plain.split('\n');
  const returns = lines.reduce(
    (sum, line, at) => sum + line.split('\r').length - 1 - (at < lines.length - 1 ? returnsAtEnd(line) : 0),
    0,
  );
  return returns > lines.length - 1 ? '\r' : '\n';
}

/** The text of a line without the returns before its line feed. */
export const withoutReturn = (line: string): string =>
  line.endsWith('\r') ? line.slice(0, line.length - returnsAtEnd(line)) : line;

/** The cells of a line, of which the last one may have the returns before its line feed. */
export function withoutLastReturn(cells: string[]): string[] {
  const last = cells.at(-1);
  if (last?.endsWith('\r')) cells[cells.length - 1] = withoutReturn(last);
  return cells;
}
