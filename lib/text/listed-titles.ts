/** Titles that a cell separates otherwise. */
const SEPARATED = /[;\r\n]|^"|^\s|\s$/;

const quoted = (title: string): string =>
  SEPARATED.test(title) ? `"${title.replaceAll('"', '""')}"` : title;

/** Several titles as one cell has them; one that would be read as several is in quotes. */
export const writeTitles = (titles: readonly string[]): string => titles.map(quoted).join('; ');

/** A cell's parts: what is in quotes is one part, whatever it contains. */
const partsBy = (separators: string) =>
  new RegExp(
    String.raw`\s*"((?:[^"]|"")*)"\s*(?:[${separators}]|$)|([^${separators}]*)(?:[${separators}]|$)`,
    'gy',
  );

/** The titles that {@link writeTitles} wrote into a cell, at most so many. */
export function readTitles(cell: string, most: number, separators = ';\r\n'): string[] {
  const titles: string[] = [];
  const parts = partsBy(separators);
  while (parts.lastIndex < cell.length && titles.length < most) {
    const found = parts.exec(cell);
    if (!found) break;
    const title = (found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim();
    if (title !== '') titles.push(title);
  }
  return titles;
}
