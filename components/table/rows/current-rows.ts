import type { Row } from '#lib/contract/table.ts';
import type { RowStore } from './row-store.ts';

/** Rows as they are by now, in their order: the newest revision of each that one of the stores has. */
export function currentRows(stores: Iterable<Pick<RowStore, 'state'>>, rows: readonly Row[]): Row[] {
  const newest = new Map(rows.map((row) => [row.id, row]));
  for (const { state } of stores)
    for (const row of state().window.rows.values())
      if (row.revision > (newest.get(row.id)?.revision ?? row.revision)) newest.set(row.id, row);
  return [...newest.values()];
}
