import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AggregateGroup } from '#lib/contract/table-rows.ts';
import { aggregate } from '#services/table-views.ts';
import { type GridColumn, writtenAs } from '../columns/grid-columns.ts';
import { orListError, type TableQuery, tableKey } from '../rows/row-queries.ts';

/** Groups of a page. */
const PAGE = 100;

/** `unfit`: how many more rows have a value that does not fit the column. `values`: the metrics that were wanted. */
export type RowGroup = {
  value: unknown;
  count: number;
  unfit?: number;
  values?: AggregateGroup['values'];
  /** What the rows are called whose ids the value has. */
  linked?: AggregateGroup['linked'];
  /** How many values there are beside those of a long list that are known: its rows are found by no filter. */
  more?: AggregateGroup['more'];
};

const NO_METRICS: readonly string[] = [];

/** Points in time, of which hardly two are the same: they are grouped by their days. */
const MOMENTS: ReadonlySet<string> = new Set(['datetime', 'created_at', 'updated_at']);

export const isGroupedByDay = (column: GridColumn): boolean => MOMENTS.has(writtenAs(column).column.type);

/** The same column as one of days. */
const asDay = ({ column, field, source: _, ...group }: GridColumn): GridColumn => ({
  ...group,
  tableType: null,
  column: { ...column, type: 'date' },
  field: { ...field, type: 'date' },
});

/** The column as whose values the groups of a column are titled. */
export const groupTitleColumn = (column: GridColumn): GridColumn =>
  isGroupedByDay(column) ? asDay(column) : column;

/** What the API groups by for a column. */
export const groupKeyOf = (column: GridColumn): string =>
  isGroupedByDay(column) ? `${column.id}:day` : column.id;

/**
 * The groups of the rows that a query finds by the values of a column, with the number of rows of each.
 * @param metrics what else is wanted of the rows of each
 * @param isDown in descending order
 */
export function useGroups(
  itemId: string,
  { q, filter }: TableQuery,
  column: GridColumn | null,
  metrics = NO_METRICS,
  isDown = false,
) {
  const id = column?.id ?? '';
  const group = column ? `${isDown ? '-' : ''}${groupKeyOf(column)}` : id;
  // Of links, no value does not fit.
  const isOfLinks = column !== null && writtenAs(column).tableType === 'link';
  const wantedMetrics = [...new Set(['count', ...(isOfLinks ? [] : [`filled:${id}`]), ...metrics])].join(',');
  const queryKey = [...tableKey(itemId), 'count', 'groups', group, q, filter, wantedMetrics];
  const { data, error, refetch, ...more } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ signal, pageParam }): Promise<RowGroup[]> => {
      const params = { group, metrics: wantedMetrics, page: pageParam, page_size: PAGE };
      const found = { ...(q ? { q } : {}), ...(filter ? { filter } : {}) };
      const groups = await orListError(aggregate(itemId, { ...params, ...found }, signal));
      return groups.map(({ group: value, more, values, linked }) => {
        const count = Number(values.count ?? 0);
        if (value !== null)
          return { value, count, values, ...(linked ? { linked } : {}), ...(more ? { more } : {}) };
        // A cell without a value of the column's type may have another one: it is not empty.
        const unfit = Number(values[`filled:${id}`] ?? 0);
        return unfit > 0 ? { value, count: count - unfit, unfit } : { value, count, values };
      });
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === PAGE ? pages.length + 1 : undefined),
    enabled: id !== '',
  });
  const pages = data?.pages.length ?? 0;
  const key = JSON.stringify(queryKey);
  /** How many pages of which groups were wanted: a reload for a change of the table takes back what is loading. */
  const [wanted, setWanted] = useState({ key, pages: 1 });
  const { hasNextPage, isFetching, fetchNextPage } = more;
  const isMissing = wanted.key === key && pages < wanted.pages && !error;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
  return {
    data: data?.pages.flat(),
    error,
    refetch,
    hasMore: hasNextPage,
    isLoadingMore: more.isFetchingNextPage,
    isMoreFailed: more.isFetchNextPageError,
    loadMore: () => {
      setWanted({ key, pages: pages + 1 });
      void fetchNextPage();
    },
  };
}
