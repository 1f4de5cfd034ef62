import { isRefusedHeader, ownCells } from '#lib/text/refused-lines.ts';
import type { Line } from './read-csv.ts';

/** How the reason begins of a line of which the rest was taken. */
export const IN_PART = 'Imported without what can’t be read.';
const WAS_IN_PART = /^\s*Imported without what can.t be read\./;

/** The line of a file of refused lines, without its number and the reason. */
function ownLine(line: Line): Line {
  const own = { ...line, cells: ownCells(line.cells) };
  return WAS_IN_PART.test(line.cells[1] ?? '') ? { ...own, wasInPart: true } : own;
}

/** The lines of a file; of a file of lines that an import refused, without their numbers and the reasons. */
export async function* ownLines(groups: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> {
  let isRefused: boolean | null = null;
  for await (const group of groups) {
    const [first] = group;
    if (first) isRefused ??= isRefusedHeader(first.cells);
    yield isRefused ? group.map(ownLine) : group;
  }
}
