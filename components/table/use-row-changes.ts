import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Row } from '#lib/contract/table.ts';
import { putRow, type RowPages, removeRow, restoreRow } from './row-pages.ts';
import { allRowsKey } from './row-queries.ts';

type Change = (known: RowPages) => RowPages;

/**
 * Changes of single rows in the cached pages of all orders and searches of a table.
 * @param changeShown changes the displayed rows until a query has rows of its own
 */
export function useRowChanges(itemId: string, changeShown: (act: Change) => void) {
  const client = useQueryClient();
  /** Rows that are being deleted. */
  const [hidden, setHidden] = useState<readonly string[]>([]);

  const change = (act: Change) => {
    client.setQueriesData<RowPages>({ queryKey: allRowsKey(itemId) }, (known) => known && act(known));
    changeShown(act);
  };
  /** Changes the cached rows, and again after a pending request: its result is based on the rows before the change. */
  const apply = async (act: Change) => {
    change(act);
    const pendingRows = { queryKey: allRowsKey(itemId), fetchStatus: 'fetching' } as const;
    if (client.isFetching(pendingRows) === 0) return;
    await client.refetchQueries(pendingRows, { cancelRefetch: false });
    change(act);
  };
  const unhide = (id: string) => setHidden((ids) => ids.filter((one) => one !== id));

  return {
    hidden,
    /** Shows an added or changed row. */
    put: (row: Row) => void apply((known) => putRow(known, row)),
    /** Shows a restored row again; `at` is its former index among the displayed ones. */
    restore: (row: Row, at: number) => void apply((known) => restoreRow(known, row, at)),
    /** Removes a deleted row from the list. */
    remove: (id: string) => void apply((known) => removeRow(known, id)).then(() => unhide(id)),
    /** Hides a row that is being deleted. */
    hide: (id: string) => setHidden((ids) => [...ids, id]),
    unhide,
  };
}
