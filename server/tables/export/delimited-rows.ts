import { type RawBuilder, sql } from 'kysely';

type Part = RawBuilder<unknown>;

/** The characters that ASCII has for what is between two fields of a record, and after a record. */
export const CELL_SEPARATOR = 0x1f;
export const ROW_SEPARATOR = 0x1e;
const BETWEEN_CELLS = sql.lit(String.fromCharCode(CELL_SEPARATOR));
const AFTER_ROW = sql.lit(String.fromCharCode(ROW_SEPARATOR));

/** A row of its cells as they are, which the server writes in a format. */
export const delimitedRow = (cells: readonly Part[]): Part =>
  sql.join(
    [...cells.flatMap((cell, at) => (at === 0 ? [cell] : [BETWEEN_CELLS, cell])), AFTER_ROW],
    sql` || `,
  );

const separatorsIn = (columns: number): number => Math.max(columns - 1, 0);

const countOf = (line: Part, sign: Part): Part =>
  sql`octet_length(${line}) - octet_length(replace(${line}, ${sign}, ''))`;

/** The same row; null where one of its cells has a separator in its text. */
export const checkedRow = (line: Part, columns: number): Part => sql`(select case
    when ${countOf(sql`whole.line`, BETWEEN_CELLS)} = ${sql.lit(separatorsIn(columns))} and ${countOf(sql`whole.line`, AFTER_ROW)} = 1
    then whole.line end from (select ${line} as line offset 0) whole)`;

/** Whether a text is so many rows of so many columns: with any separator in a cell's text, it has more of them. */
export function isDelimited(text: string, count: number, columns: number): boolean {
  let cells = 0;
  let rows = 0;
  // Bytes are read in a third of the time that characters take.
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > CELL_SEPARATOR) continue;
    if (byte === CELL_SEPARATOR) cells += 1;
    else if (byte === ROW_SEPARATOR) rows += 1;
  }
  return rows === count && cells === count * separatorsIn(columns);
}
