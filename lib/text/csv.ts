/**
 * What a spreadsheet interprets as the start of a formula, even after white space and as full-width characters. Also what
 * {@link csvCell} would make of such a text: an apostrophe of one's own is not taken for it.
 */
const FORMULA = /^'*\s*[=+\-@\t\r＝＋－＠]/u;
/** A formula that begins behind what a spreadsheet may take for the end of a cell. A line of a list, `- so`, is none. */
const INSIDE = /(?=(?:['"]|[^\S\t\r\n])*(?:[=@＝＠]|[+＋\-－][^;\t\r\n]*[(|!]))/u.source;
const INNER = new RegExp(`([;\\t\\r\\n])${INSIDE}`, 'gu');
const GUARDED_INNER = new RegExp(`([;\\t\\r\\n])'${INSIDE}`, 'gu');
const QUOTED = /[",\r\n]/;

const quoted = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * One cell: text that would start a formula is prefixed with an apostrophe, which spreadsheets do not show. Where semicolons or
 * tabs separate cells, as in many countries, a spreadsheet reads several cells in one: each of them is guarded.
 */
export function csvCell(text: string): string {
  const inside = text.replace(INNER, "$1'");
  return quoted(inside !== text || FORMULA.test(text) ? `'${inside}` : text);
}

/** What {@link csvRow} wrote of a cell, as it was before. */
export function unguarded(text: string): string {
  if (!text.startsWith("'")) return text;
  const rest = text.slice(1);
  const inside = rest.replace(GUARDED_INNER, '$1');
  return inside !== rest || FORMULA.test(rest) ? inside : text;
}

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
