import { sql } from 'kysely';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { toStoredCell } from './cell.ts';
import { listRows, type TableRow } from './row.repo.ts';
import { cellList, cellValue, columnRef, type Table, type TableColumn } from './table.ts';

/** The key by which a value of the column is matched; null where it has none. */
export function matchKey({ field }: TableColumn, value: unknown): string | null {
  const { typed } = toStoredCell(field, value);
  return typed === null ? null : String(typed);
}

/** No more rows than the limit of a request; where several have the same value, the first is used. */
const MOST = 10_000;

/** Rows by their values in a column. */
export async function rowsByKeys(
  trx: Transaction,
  table: Table,
  column: TableColumn,
  values: readonly unknown[],
): Promise<Map<string, TableRow>> {
  if (column.type === null || values.length === 0) return new Map();
  const cells = values.map((value) => toStoredCell(column.field, value).typed);
  const list = cellList(column.type, cells);
  const compared = cellValue(column.type, column.name);
  const found = await listRows(trx, table, {
    where: [
      sql`${columnRef(column, 'r')} in (select ${compared} from unnest(${list}) as given (${sql.id(column.name)}))`,
    ],
    order: sql`r.position, r.id`,
    keys: [],
    limit: MOST,
    offset: 0,
  });
  const rows = new Map<string, TableRow>();
  for (const { row } of found) {
    const key = matchKey(column, ownValue(row.values, column.field.name));
    if (key !== null && !rows.has(key)) rows.set(key, row);
  }
  return rows;
}
