import { type RawBuilder, sql } from 'kysely';

type Part = RawBuilder<unknown>;

/** The characters that ASCII has for what is between two fields of a record, and after a record. */
export const UNIT_SEPARATOR = 0x1f;
export const RECORD_SEPARATOR = 0x1e;
const UNIT = sql.lit(String.fromCharCode(UNIT_SEPARATOR));
const RECORD = sql.lit(String.fromCharCode(RECORD_SEPARATOR));

/** A row of its cells as they are, which the server writes in a format. */
export const delimitedRow = (cells: readonly Part[]): Part =>
  sql.join([...cells.flatMap((cell, at) => (at === 0 ? [cell] : [UNIT, cell])), RECORD], sql` || `);

const countOf = (line: Part, sign: Part): Part =>
  sql`octet_length(${line}) - octet_length(replace(${line}, ${sign}, ''))`;

/** The same row; null where one of its cells has a separator in its text. */
export const checkedRow = (line: Part, columns: number): Part => sql`(select case
    when ${countOf(sql`whole.line`, UNIT)} = ${sql.lit(unitsOf(columns))} and ${countOf(sql`whole.line`, RECORD)} = 1
    then whole.line end from (select ${line} as line offset 0) whole)`;

const unitsOf = (columns: number): number => Math.max(columns - 1, 0);

/** Whether a text is so many rows of so many columns: with any separator in a cell's text, it has more of them. */
export function isDelimited(text: string, count: number, columns: number): boolean {
  let units = 0;
  let records = 0;
  // Bytes are read in a third of the time that characters take.
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > UNIT_SEPARATOR) continue;
    if (byte === UNIT_SEPARATOR) units += 1;
    else if (byte === RECORD_SEPARATOR) records += 1;
  }
  return records === count && units === count * unitsOf(columns);
}
