/**
 * What a spreadsheet interprets as the start of a formula, even after white space and as full-width
 * characters.
 */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u;
const QUOTED = /[",\r\n]/;

const quoted = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * One cell: text that would start a formula is prefixed with an apostrophe, which spreadsheets do not show.
 */
export const csvCell = (text: string): string => quoted(FORMULA.test(text) ? `'${text}` : text);

/** What {@link csvRow} wrote of a cell, as it was before. */
export const unguarded = (text: string): string => text.replace(/^'(?=\s*[=+\-@\t\r＝＋－＠])/u, '');

const lineOf = (cells: readonly (string | number)[], write: (text: string) => string): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : write(cell))).join(',')}\r\n`;

/**
 * A row of CSV with its line end (RFC 4180); no text is interpreted as a formula, and numbers stay numbers.
 */
export const csvRow = (cells: readonly (string | number)[]): string => lineOf(cells, csvCell);

/**
 * The same for programs: unchanged texts, also `+491711234567` and `=1+1`. Not safe to open in a spreadsheet.
 */
export const plainCsvRow = (cells: readonly (string | number)[]): string => lineOf(cells, quoted);
