import { guessColumnTypes } from './guess-column-types.ts';

/** The first lines by which it is known whether the first of them names the columns. */
export const HEADER_SAMPLE_LINES = 10;

const typesOf = (cell: string | undefined) => guessColumnTypes((cell ?? '').trim());
const isFilled = (cell: string | undefined) => (cell ?? '').trim() !== '';

/**
 * Whether the first line of a file names its columns. It does not where each of its cells is empty, or a number, a day or the
 * like, and at least one of them is of the same type as a cell below it.
 * @param lines the file's first lines, of which {@link HEADER_SAMPLE_LINES} count
 */
export function detectHeader(lines: readonly (readonly string[])[]): boolean {
  const [first = [], ...below] = lines.slice(0, HEADER_SAMPLE_LINES);
  const filled = [...first.entries()].filter(([, cell]) => isFilled(cell));
  if (first.length === 0 || filled.some(([, cell]) => typesOf(cell).length === 0)) return true;
  const others = (at: number) => below.map((line) => line[at]).filter(isFilled);
  if (!filled.some(([at]) => others(at).length > 0)) return false;
  return !filled.some(([at, cell]) => {
    const types = typesOf(cell);
    return others(at).some((other) => typesOf(other).some((type) => types.includes(type)));
  });
}
