import { type RawBuilder, sql } from 'kysely';
import { csvCell } from '#lib/text/csv.ts';
import type { CellFormat } from '../table/cell-sql.ts';

type Part = RawBuilder<unknown>;

/** What begins a formula in a spreadsheet, and the white space of JavaScript that may stand before it: as lib/text/csv.ts has them. */
const SIGNS = '=+@\t\r＝＋－＠-';
const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
/** The first characters of texts that may begin as a formula: few texts are compared with the pattern. */
const FIRST = sql.lit(`{${[...BLANKS, ...SIGNS, "'"].map((sign) => sign.codePointAt(0)).join(',')}}`);
const FORMULA = sql.lit(`^'*[${BLANKS}]*[${SIGNS}]`);
/** What a spreadsheet may take for the end of a cell, before a formula. */
const INNER = sql.lit(
  `([;\t\r\n])(?=['"${BLANKS.replaceAll(/[\t\r\n]/g, '')}]*([=@＝＠]|[+＋－-][^;\t\r\n]*[(|!]))`,
);

const hasSeparator = (
  text: Part,
): Part => sql`(strpos(${text}, ';') > 0 or strpos(${text}, ${sql.lit('\t')}) > 0
    or strpos(${text}, ${sql.lit('\n')}) > 0 or strpos(${text}, ${sql.lit('\r')}) > 0)`;

const quoted = (text: Part): Part => sql`case when strpos(${text}, ',') > 0 or strpos(${text}, '"') > 0
    or strpos(${text}, ${sql.lit('\n')}) > 0 or strpos(${text}, ${sql.lit('\r')}) > 0
  then '"' || replace(${text}, '"', '""') || '"' else ${text} end`;

/** Cells of CSV as `csvRow` writes their texts. */
export const CSV_CELLS: CellFormat = {
  empty: sql`''`,
  text: (text) => sql`case when ${hasSeparator(text)} and ${text} ~ ${INNER}
    then ${quoted(sql`('''' || regexp_replace(${text}, ${INNER}, ${sql.lit("\\1'")}, 'g'))`)}
    when ascii(${text}) = any(${FIRST}::integer[]) and ${text} ~ ${FORMULA}
    then ${quoted(sql`('''' || ${text})`)} else ${quoted(text)} end`,
  plain: (text) => text,
  // Below zero it begins as a formula does, and is none.
  number: (digits) => digits,
  label: csvCell,
  list: null,
};

/** Cells of JSON as `JSON.stringify` writes an object's properties, each after a comma; an empty cell is none. */
export const JSON_CELLS: CellFormat = {
  empty: sql`''`,
  before: ({ field }) => sql.lit(`,${JSON.stringify(field.name)}:`),
  text: (text) => sql`to_json(${text})::text`,
  plain: (text) => sql`'"' || (${text}) || '"'`,
  number: (digits) => digits,
  label: null,
  list: (entries) => sql`'[' || ${entries} || ']'`,
};
