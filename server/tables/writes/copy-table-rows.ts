import { type RawBuilder, sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { CopyCell } from '#server/platform/database/copy.ts';
import { copyRows } from '#server/platform/database/copy-rows.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { POSITION_STEP, type TableRow } from '../rows/row.repo.ts';
import { cellBatch, columnRef, isStored, rowTableName, rowTableOf, type Table } from '../table/table.ts';
import type { TypedNumbers } from '../table/typed-numbers.ts';

/** Seconds since 1970 as PostgreSQL reads a time: of a year before the first one, too. */
function momentText(seconds: number): string {
  const date = new Date(seconds * 1000);
  // A year of five digits without the sign and zero of ISO 8601, which PostgreSQL does not read.
  if (date.getUTCFullYear() > 0) return date.toISOString().replace(/^\+0*/, '');
  const year = String(1 - date.getUTCFullYear()).padStart(4, '0');
  date.setUTCFullYear(2000);
  return `${year}${date.toISOString().slice(4)} BC`;
}

const copyCell = (type: ValueType, cell: CopyCell): CopyCell =>
  type === 'timestamptz' && typeof cell === 'number' ? momentText(cell) : cell;

type Place = Pick<TableRow, 'number' | 'position' | 'created_at'>;

/** The places of rows that are to be added at the end: numbers of their own, which no other transaction gets. */
async function newPlaces(trx: Transaction, itemId: string, count: number): Promise<Place[]> {
  const sequence = sql`pg_get_serial_sequence(${`tables.${rowTableName(itemId)}`}, 'number')`;
  // The numbers as one text: as rows they take the driver longer than all the rest.
  const { rows } = await sql<{ last: number; created_at: Date; numbers: string | null }>`
    select coalesce(max(position), 0) as last, now() as created_at, (
      select string_agg(nextval(own.name)::text, ',' order by n)
      from (select ${sequence}::regclass as name) as own, generate_series(1, ${count}::int) as n) as numbers
    from ${rowTableOf(itemId)}`.execute(trx);
  const [known] = rows;
  if (!known) throw new Error('an aggregate without a row');
  const { last, created_at } = known;
  return (known.numbers ?? '')
    .split(',')
    .map((number, at) => ({ number: Number(number), position: last + (at + 1) * POSITION_STEP, created_at }));
}

/** A row that nobody has yet. */
export type AppendedRow = { id: string; values: Values; typed?: TypedNumbers | undefined };

/** Cells of rows for COPY, after those of `own`, which stand for the columns that each table has. */
function layOut(
  table: Table,
  rows: readonly AppendedRow[],
  own: (row: AppendedRow, at: number) => CopyCell[],
): CopyCell[][] {
  const { typed, extras } = cellBatch(table, rows);
  const columns = typedColumns(table).map(({ name, type }) => ({ type, cells: typed.get(name) ?? [] }));
  return rows.map((row, at) => {
    const cells = own(row, at);
    cells.push(extras[at] ?? '{}');
    for (const { type, cells: list } of columns) cells.push(copyCell(type, list[at] ?? null));
    return cells;
  });
}

/** The columns that the table of the rows has, in the order of `layOut`. */
const typedColumns = ({ columns }: Table) =>
  columns.flatMap((column) =>
    column.type !== null && isStored(column) ? [{ ...column, type: column.type }] : [],
  );

function targetOf(table: Table, own: readonly string[]): RawBuilder<unknown> {
  const names = [...own, 'extra'].map((name) => sql.id(name));
  const columns = typedColumns(table).map((column) => columnRef(column));
  return sql`${rowTableOf(table.item.id)} (${sql.join([...names, ...columns])})`;
}

/**
 * Adds rows with new ids at the end of a table by COPY: the fewest steps for many of them.
 * @returns the place of each, by id
 */
export async function copyTableRows(
  trx: Transaction,
  table: Table,
  rows: readonly AppendedRow[],
  userId: string | null,
): Promise<Map<string, Place>> {
  const places = await newPlaces(trx, table.item.id, rows.length);
  const positions = new Map<string, Place>();
  const lines = layOut(table, rows, ({ id }, at) => {
    const place = places[at];
    if (!place) throw new Error('fewer numbers than rows');
    positions.set(id, place);
    return [id, userId, userId, place.number, place.position];
  });
  await copyRows(trx, targetOf(table, ['id', 'created_by', 'updated_by', 'number', 'position']), [lines]);
  return positions;
}

/** A row as it was in another table, under an id that nobody has yet. */
export type RestoredRow = AppendedRow & Pick<TableRow, 'number' | 'position' | 'created_at' | 'updated_at'>;

/** Writes rows with their numbers, places and times, by COPY: the table counts on behind them already (`countOnBehind`). */
export async function copyRestoredRows(
  trx: Transaction,
  table: Table,
  rows: readonly RestoredRow[],
  userId: string | null,
): Promise<void> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const lines = layOut(table, rows, ({ id }) => {
    const row = known.get(id);
    if (!row) throw new Error('a row that was laid out is there');
    const times = [row.created_at.toISOString(), row.updated_at.toISOString()];
    return [id, userId, userId, row.number, row.position, ...times];
  });
  const own = ['id', 'created_by', 'updated_by', 'number', 'position', 'created_at', 'updated_at'];
  await copyRows(trx, targetOf(table, own), [lines]);
}

/** Lets the numbers of new rows of a new table, which no other transaction knows yet, begin behind one. */
export async function countOnBehind(trx: Transaction, itemId: string, number: number): Promise<void> {
  if (number < 1) return;
  await sql`select setval(pg_get_serial_sequence(${`tables.${rowTableName(itemId)}`}, 'number')::regclass, ${number}::bigint)`.execute(
    trx,
  );
}

/** Adds rows that come in groups at the end: each is written before the next one is taken, and nothing is returned. */
export async function streamTableRows(
  trx: Transaction,
  table: Table,
  groups: AsyncIterable<readonly AppendedRow[]>,
  userId: string | null,
): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from ${rowTableOf(table.item.id)}`.execute(trx);
  let position = rows[0]?.last ?? 0;
  async function* lines() {
    for await (const group of groups)
      yield layOut(table, group, ({ id }) => {
        position += POSITION_STEP;
        return [id, userId, userId, position];
      });
  }
  await copyRows(trx, targetOf(table, ['id', 'created_by', 'updated_by', 'position']), lines());
}
