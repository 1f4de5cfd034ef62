import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Row } from '#lib/contract/table.ts';
import { loadAllPages } from '#services/all-pages.ts';
import type { RowPage } from '#services/table.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { useReportPreparing } from '../layouts/PreparingLists.tsx';
import { narrowed } from '../layouts/sub-query.ts';
import { PREPARING_MS } from '../rows/preparing.ts';
import { PAGE_SIZE } from '../rows/row-pages.ts';
import { countOptions, loadRows, type TableQuery, tableKey } from '../rows/row-queries.ts';
import { daysCondition } from './days-condition.ts';
import { type Day, dayOf } from './month-days.ts';
import { useMovedRows } from './use-moved-rows.ts';

/** The most rows of one month that are shown. */
const ROWS_MAX = 1000;

type Loaded = {
  rows: Row[];
  isCut: boolean;
  isPreparing: boolean;
  /** When the request for them began, by the clock of the page. */
  begun: number;
};

async function loadAll(itemId: string, query: TableQuery, signal: AbortSignal): Promise<Loaded> {
  let isPreparing = false;
  const begun = performance.now();
  const load = async (page: number) => {
    const { data, next, preparing } = await loadRows(itemId, query, { page }, PAGE_SIZE, signal);
    isPreparing ||= preparing === true;
    return { data, hasMore: Boolean(next) };
  };
  const { data, hasMore } = await loadAllPages(load, { size: PAGE_SIZE, most: ROWS_MAX });
  return { rows: data, isCut: hasMore, isPreparing, begun };
}

type Days = { column: GridColumn; first: Day; last: Day; timeZone?: string | undefined };

const isPreparingPage = (loaded: InfiniteData<RowPage> | undefined) =>
  loaded?.pages.some(({ preparing }) => preparing) ?? false;

/** The rows without a day: the first of them, how many they are, and more where they are wanted. */
function useWithoutDay(itemId: string, query: TableQuery, queryKey: readonly string[]) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      loadRows(itemId, query, pageParam === '' ? { page: 1 } : { after: pageParam }, PAGE_SIZE, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    refetchInterval: ({ state }) => (isPreparingPage(state.data) ? PREPARING_MS : false),
  });
  const counted = useQuery({ ...countOptions(itemId, query), enabled: hasNextPage });
  return {
    rows: data?.pages.flatMap((page) => page.data) ?? [],
    /** How many there are, where it is known. */
    total: counted.data ?? null,
    error,
    isPreparing: isPreparingPage(data),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  };
}

/** The rows of some days by day, those without a day, and a way to show a row at once where it was moved to. */
export function useMonthRows(itemId: string, query: TableQuery, { column, first, last, timeZone }: Days) {
  const client = useQueryClient();
  // Below `count`, which is asked again with each change of the table.
  const key = [...tableKey(itemId), 'count', 'days', column.id, query.q, query.filter];
  const monthKey = [...key, first, last];
  const month = useQuery({
    queryKey: monthKey,
    queryFn: ({ signal }) => {
      const wanted = { ...narrowed(query, daysCondition(column, first, last)), sort: column.id };
      return loadAll(itemId, wanted, signal);
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isPreparing ? PREPARING_MS : false),
  });
  const nowhere = useWithoutDay(itemId, narrowed(query, { field: column.id, op: 'is_empty' }), [
    ...key,
    'none',
  ]);
  useReportPreparing(nowhere.isPreparing || (month.data?.isPreparing ?? false));
  const moved = useMovedRows(month.data?.begun ?? 0);
  const dated = new Set(month.data?.rows.map(({ id }) => id));
  const byDay = new Map<Day, Row[]>();
  for (const row of moved.withMoved(month.data?.rows ?? [])) {
    const day = dayOf(row.values[column.name], timeZone);
    if (day === null) continue;
    byDay.set(day, [...(byDay.get(day) ?? []), row]);
  }
  return {
    byDay,
    // One that has a day by now is there.
    without: { ...nowhere, rows: moved.withoutMoved(nowhere.rows.filter(({ id }) => !dated.has(id))) },
    isCut: month.data?.isCut ?? false,
    isLoading: month.isPending || month.isPlaceholderData,
    error: month.error ?? nowhere.error,
    refetch: () => client.invalidateQueries({ queryKey: key }),
    moved,
  };
}
