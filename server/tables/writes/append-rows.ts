import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { CopyCell } from '#server/platform/database/copy.ts';
import { copyRows } from '#server/platform/database/copy-rows.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { queueNewRowIndexing } from '../indexing/queue-row-indexing.ts';
import { POSITION_STEP } from '../rows/row.repo.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { cellBatch, columnRef, rowTableOf, type Table } from '../table/table.ts';
import { checkNewRow, errorsAmongRows, type Refused } from './row.service.ts';

/** What became of a row that was to be added: its id, or why it was refused. */
export type AppendOutcome = { id: string } | Refused;

/** Seconds since 1970 as PostgreSQL reads a time: of a year before the first one, too. */
function momentText(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (date.getUTCFullYear() > 0) return date.toISOString();
  const year = String(1 - date.getUTCFullYear()).padStart(4, '0');
  date.setUTCFullYear(2000);
  return `${year}${date.toISOString().slice(4)} BC`;
}

const copyCell = (type: ValueType, cell: CopyCell): CopyCell =>
  type === 'timestamptz' && typeof cell === 'number' ? momentText(cell) : cell;

async function lastPosition(trx: Transaction, itemId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from ${rowTableOf(itemId)}`.execute(trx);
  return rows[0]?.last ?? 0;
}

async function copyInto(
  trx: Transaction,
  table: Table,
  rows: readonly { id: string; values: Values }[],
  userId: string | null,
): Promise<void> {
  const { typed, extras } = cellBatch(
    table,
    rows.map(({ values }) => values),
  );
  const columns = table.columns.flatMap((column) => {
    const cells = typed.get(column.name);
    return column.type && cells ? [{ column, type: column.type, cells }] : [];
  });
  const names = ['id', 'extra', 'position', 'created_by', 'updated_by'].map((name) => sql.id(name));
  const target = sql`${rowTableOf(table.item.id)} (${sql.join([...names, ...columns.map(({ column }) => columnRef(column))])})`;
  const last = await lastPosition(trx, table.item.id);
  function* lines(): Generator<CopyCell[]> {
    for (const [at, { id }] of rows.entries())
      yield [
        ...[id, extras[at] ?? '{}', last + (at + 1) * POSITION_STEP, userId, userId],
        ...columns.map(({ type, cells }) => copyCell(type, cells[at] ?? null)),
      ];
  }
  await copyRows(trx, target, lines());
}

/**
 * Adds many rows at the end of a table, those whose values its columns accept, in the caller's transaction. Unlike
 * `insertRows` it returns nothing of them but their ids. The table must be locked (`requireTable(…, 'rows')`).
 * @returns the result of each, in their order
 */
export async function appendRows(
  trx: Transaction,
  table: Table,
  given: readonly Values[],
  userId: string | null,
): Promise<AppendOutcome[]> {
  const checked = given.map((values) => {
    const found = checkNewRow(table, values);
    return 'values' in found ? { id: newId(), values: found.values } : found;
  });
  const fine = checked.filter((one) => 'id' in one);
  const wrong = await errorsAmongRows(trx, table, fine);
  const rows = wrong.size > 0 ? fine.filter(({ id }) => !wrong.has(id)) : fine;
  if (rows.length > 0) {
    await copyInto(trx, table, rows, userId);
    await queueNewRowIndexing(
      trx,
      table,
      rows.map(({ id }) => id),
    );
    await recordRowCountChange(trx, table, rows.length, userId);
  }
  return checked.map((one) => ('id' in one ? (wrong.get(one.id) ?? { id: one.id }) : one));
}
