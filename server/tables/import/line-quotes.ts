import Papa from 'papaparse';
import { type LineEnd, withoutReturn } from '#lib/text/line-ends.ts';

/** A line that was read alone: its cells, and whether a quote in it is open at its end. */
export type LineAlone = { cells: string[]; isOpen: boolean };

/** Lines of a row that were read as one, each alone, and how many units of the text they are. */
type LinesApart = { lines: LineAlone[]; length: number };

/** Reads a line alone: a quote in it ends with it. */
export function readLineAlone(line: string, delimiter: string, newline: LineEnd): LineAlone {
  const parser = new Papa.Parser({ delimiter, newline });
  const { data, errors }: Papa.ParseResult<string[]> = parser.parse(
    newline === '\n' ? withoutReturn(line) : line,
    0,
    false,
  );
  return { cells: data[0] ?? [''], isOpen: errors.some(({ code }) => code === 'MissingQuotes') };
}

/** Whether the last line of a row has the end of a quote that an earlier line began, and not both of one of its own. */
function hasOwnEnd(row: string, newline: LineEnd): boolean {
  const text = row.endsWith(newline) ? row.slice(0, -newline.length) : row;
  const last = text.slice(text.lastIndexOf(newline) + 1);
  return (last.split('"').length - 1) % 2 === 1;
}

/**
 * Reads a row of several lines line by line, where its quote was not closed and another one's was taken for its end: its first
 * line, and the next one, have as many cells as the header. Of these only as many are read as are closed.
 * @returns null for a row of a cell with several lines
 */
export function linesApart(
  row: string,
  { delimiter, newline, width }: { delimiter: string; newline: LineEnd; width: number },
): LinesApart | null {
  // A single cell may be any text.
  if (width < 2 || hasOwnEnd(row, newline)) return null;
  const lines: LineAlone[] = [];
  let length = 0;
  for (const line of row.split(newline)) {
    const read = readLineAlone(line, delimiter, newline);
    if (read.cells.length !== width) break;
    if (lines.length > 0 && read.isOpen) return { lines, length };
    lines.push(read);
    length += line.length + newline.length;
  }
  return lines.length > 1 ? { lines, length: Math.min(length, row.length) } : null;
}
