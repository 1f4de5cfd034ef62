/** Lines by which it is known how many columns a file without names has. */
export const NUMBERED_BY_LINES = 200;

/** The names of columns by their places, for a file whose first line is data. */
export function numberedHeaders(lines: readonly (readonly string[])[]): string[] {
  const width = lines.slice(0, NUMBERED_BY_LINES).reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: width }, (_, at) => `Column ${at + 1}`);
}
