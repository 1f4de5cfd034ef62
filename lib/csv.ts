/** What a spreadsheet takes for the beginning of a formula, also behind blanks and in its wide forms. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u;
const QUOTED = /[",\r\n]/;

/** One cell: text that would begin a formula has an apostrophe before it, which spreadsheets do not show. */
function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV with its end (RFC 4180); no text can be taken for a formula, and a number stays one. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell))).join(',')}\r\n`;
}
