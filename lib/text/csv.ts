/** What a spreadsheet takes for the beginning of a formula, also behind blanks and in its wide forms. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u;
const QUOTED = /[",\r\n]/;

const quoted = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One cell: text that would begin a formula has an apostrophe before it, which spreadsheets do not show. */
const guarded = (text: string): string => quoted(FORMULA.test(text) ? `'${text}` : text);

const lineOf = (cells: readonly (string | number)[], write: (text: string) => string): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : write(cell))).join(',')}\r\n`;

/** A line of CSV with its end (RFC 4180); no text can be taken for a formula, and a number stays one. */
export const csvRow = (cells: readonly (string | number)[]): string => lineOf(cells, guarded);

/** The same for programs: texts as they are, also `+491711234567` and `=1+1`. Spreadsheets must not open it. */
export const plainCsvRow = (cells: readonly (string | number)[]): string => lineOf(cells, quoted);
