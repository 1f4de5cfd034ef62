import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Row } from '#lib/contract/table.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { narrowed } from '../layouts/sub-query.ts';
import { PAGE_SIZE } from '../rows/row-pages.ts';
import { loadRows, type TableQuery, tableKey } from '../rows/row-queries.ts';
import { daysCondition } from './days-condition.ts';
import { type Day, dayOf } from './month-days.ts';

/** The most rows of one month that are shown. */
const ROWS_MAX = 1000;
/** Rows without a day that are offered beside the month. */
const WITHOUT_MAX = 100;

type Loaded = { rows: Row[]; isCut: boolean };

async function loadAll(itemId: string, query: TableQuery, max: number, signal: AbortSignal): Promise<Loaded> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const found = await loadRows(itemId, query, { page }, PAGE_SIZE, signal);
    rows.push(...found.data);
    if (!found.next) return { rows, isCut: false };
    if (rows.length >= max) return { rows, isCut: true };
  }
}

type Days = { column: GridColumn; first: Day; last: Day; timeZone?: string | undefined };

/** The rows of some days by day, those without a day, and a way to show a changed row at once. */
export function useMonthRows(itemId: string, query: TableQuery, { column, first, last, timeZone }: Days) {
  const client = useQueryClient();
  // Below `count`, which is asked again with each change of the table.
  const key = [...tableKey(itemId), 'count', 'days', column.id, query.q, query.filter];
  const monthKey = [...key, first, last];
  const month = useQuery({
    queryKey: monthKey,
    queryFn: ({ signal }) => {
      const wanted = { ...narrowed(query, daysCondition(column, first, last)), sort: column.id };
      return loadAll(itemId, wanted, ROWS_MAX, signal);
    },
    placeholderData: keepPreviousData,
  });
  const without = useQuery({
    queryKey: [...key, 'none'],
    queryFn: ({ signal }) =>
      loadAll(itemId, narrowed(query, { field: column.id, op: 'is_empty' }), WITHOUT_MAX, signal),
  });
  const byDay = new Map<Day, Row[]>();
  for (const row of month.data?.rows ?? []) {
    const day = dayOf(row.values[column.name], timeZone);
    if (day === null) continue;
    byDay.set(day, [...(byDay.get(day) ?? []), row]);
  }
  return {
    byDay,
    without: without.data ?? { rows: [], isCut: false },
    isCut: month.data?.isCut ?? false,
    isLoading: month.isPending,
    error: month.error ?? without.error,
    refetch: () => client.invalidateQueries({ queryKey: key }),
    /** Shows a row with another day, before the server has it. */
    show(row: Row) {
      const others = (loaded: Loaded | undefined) =>
        loaded && { ...loaded, rows: loaded.rows.filter(({ id }) => id !== row.id) };
      client.setQueryData<Loaded>([...key, 'none'], others);
      client.setQueryData<Loaded>(monthKey, (loaded) => {
        const rest = others(loaded);
        return rest && { ...rest, rows: [...rest.rows, row] };
      });
    },
  };
}
