import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { CopyCell } from '#server/platform/database/copy.ts';
import { copyRows } from '#server/platform/database/copy-rows.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { POSITION_STEP, type TableRow } from '../rows/row.repo.ts';
import { cellBatch, columnRef, rowTableName, rowTableOf, type Table } from '../table/table.ts';

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

/**
 * Adds rows with new ids at the end of a table by COPY: the fewest steps for many of them.
 * @returns the place of each, by id
 */
export async function copyTableRows(
  trx: Transaction,
  table: Table,
  rows: readonly { id: string; values: Values }[],
  userId: string | null,
): Promise<Map<string, Place>> {
  const { typed, extras } = cellBatch(
    table,
    rows.map(({ values }) => values),
  );
  const columns = table.columns.flatMap((column) => {
    const cells = typed.get(column.name);
    return column.type && cells ? [{ column, type: column.type, cells }] : [];
  });
  const names = ['id', 'number', 'extra', 'position', 'created_by', 'updated_by'].map((name) => sql.id(name));
  const target = sql`${rowTableOf(table.item.id)} (${sql.join([...names, ...columns.map(({ column }) => columnRef(column))])})`;
  const places = await newPlaces(trx, table.item.id, rows.length);
  const positions = new Map<string, Place>();
  function* lines(): Generator<CopyCell[]> {
    for (const [at, { id }] of rows.entries()) {
      const place = places[at];
      if (!place) throw new Error('fewer numbers than rows');
      positions.set(id, place);
      yield [
        ...[id, place.number, extras[at] ?? '{}', place.position, userId, userId],
        ...columns.map(({ type, cells }) => copyCell(type, cells[at] ?? null)),
      ];
    }
  }
  await copyRows(trx, target, lines());
  return positions;
}
