import { isRefusedHeader, ownCells } from '#lib/text/refused-lines.ts';
import type { Line } from './read-csv.ts';

/** The lines of a file; of a file of lines that an import refused, without their numbers and the reasons. */
export async function* ownLines(groups: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> {
  let isRefused: boolean | null = null;
  for await (const group of groups) {
    const [first] = group;
    if (first) isRefused ??= isRefusedHeader(first.cells);
    yield isRefused ? group.map((line) => ({ ...line, cells: ownCells(line.cells) })) : group;
  }
}
