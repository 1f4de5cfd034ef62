import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Row } from '#lib/contract/table.ts';
import { failureOf, messageOf } from '#services/http.ts';
import { listRows } from '#services/table.ts';
import { getRow } from '#services/table-views.ts';
import { found, tableKey } from '../rows/row-queries.ts';
import { indexOfRow } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import { useTableEvents } from '../rows/use-table-events.ts';

/** A row wherever it is in its table, and the ids of those beside it in the order that is shown. */
export type RowPlaceOf = {
  row: Row | null;
  previous: string | null;
  next: string | null;
  isGone: boolean;
  error: string | null;
  retry: () => void;
  /** Shows the row as it was saved. */
  put: (row: Row) => void;
};

/**
 * Finds a row and its neighbours: among the rows that are known, else by the server.
 * @param first the row as the server rendered it
 */
export function useRowPlace(
  itemId: string,
  { window, query, columns }: Pick<TableControl, 'window' | 'query' | 'columns'>,
  id: string,
  first: Row | null,
): RowPlaceOf {
  const client = useQueryClient();
  const key = [...tableKey(itemId), 'row', id];
  const at = indexOfRow(window, id);
  const known = window.rows.get(at) ?? null;
  const own = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => getRow(itemId, id, signal),
    enabled: known === null,
    retry: false,
    ...(first?.id === id ? { initialData: first } : {}),
  });
  const before = window.rows.get(at - 1)?.id;
  const after = window.rows.get(at + 1)?.id;
  const isFirst = at === 0;
  const isLast = at >= 0 && at + 1 === window.length;
  const isSettled = at >= 0 && (before !== undefined || isFirst) && (after !== undefined || isLast);
  const around = useQuery({
    queryKey: [...key, 'around', query.sort, query.q, query.filter],
    queryFn: ({ signal }) => {
      const { sort } = query;
      const params = { ...found(query), ...(sort ? { sort } : {}), around: id, page_size: 3 };
      return listRows(itemId, params, signal);
    },
    enabled: !isSettled,
    // A row that the view does not show has no neighbours in it.
    retry: false,
  });
  const reload = () => void client.invalidateQueries({ queryKey: key });
  useTableEvents(itemId, columns, reload);
  const beside = around.data?.data ?? [];
  const place = beside.findIndex((one) => one.id === id);
  const row = known ?? own.data ?? null;
  return {
    row,
    previous: before ?? (isFirst ? null : (beside[place - 1]?.id ?? null)),
    next: after ?? (isLast || place < 0 ? null : (beside[place + 1]?.id ?? null)),
    isGone: known === null && own.error !== null && failureOf(own.error)?.status === 404,
    error: row === null && own.error ? messageOf(own.error) : null,
    retry: () => void own.refetch(),
    put: (saved) => client.setQueryData(key, saved),
  };
}
