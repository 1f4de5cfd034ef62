import { NUMBERED_BY_LINES, numberedHeaders } from '#lib/text/numbered-headers.ts';
import type { Line } from './read-csv.ts';

/**
 * Lines of which the first ones are read together, in the same groups at each reading.
 * @param begin what the first lines become, at least so many of them where the file has them
 * @param after what each later line becomes
 */
export async function* withFirstLines(
  groups: AsyncIterable<readonly Line[]>,
  least: number,
  begin: (first: readonly Line[]) => readonly Line[],
  after: (line: Line) => Line = (line) => line,
): AsyncGenerator<readonly Line[]> {
  let first: Line[] | null = [];
  for await (const group of groups) {
    if (first === null) yield group.map(after);
    else {
      first.push(...group);
      if (first.length < least) continue;
      yield begin(first);
      first = null;
    }
  }
  if (first && first.length > 0) yield begin(first);
}

/** Lines of which none names the columns, below one that does it by their places. */
export const numberedColumns = (groups: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> =>
  withFirstLines(groups, NUMBERED_BY_LINES, (first) => [
    { cells: numberedHeaders(first.map(({ cells }) => cells)) },
    ...first,
  ]);
