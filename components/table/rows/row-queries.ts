import { ListError } from '#context/list-error.ts';
import { messageOf, retryAfterOf } from '#services/http.ts';
import { countRows, listColumns, listRows } from '#services/table.ts';
import type { RowPlace } from './row-window.ts';

/** What the rows are sorted by, searched for and filtered by. */
export type TableQuery = {
  /** Ids of columns separated by commas, `-` before those in descending order; empty for the order of the table. */
  sort: string;
  q: string;
  /** A condition tree as JSON; empty for all rows. */
  filter: string;
};

/** In the order of the table, without a search. */
export const ANY: TableQuery = { sort: '', q: '', filter: '' };
export const isAny = ({ sort, q, filter }: TableQuery) => sort === '' && q === '' && filter === '';
export const isSameQuery = (one: TableQuery, other: TableQuery) =>
  one.sort === other.sort && one.q === other.q && one.filter === other.filter;

/** The keys of a table's queries. */
export const tableKey = (itemId: string) => ['table', itemId];
export const columnsKey = (itemId: string) => [...tableKey(itemId), 'columns'];

/** @throws ListError, which says whether another try may help */
export const orListError = <Loaded>(loading: Promise<Loaded>): Promise<Loaded> =>
  loading.catch((error: unknown) => {
    throw new ListError({ error: messageOf(error), retryAfter: retryAfterOf(error) });
  });

/** What narrows the rows of a query down. */
export const found = ({ q, filter }: TableQuery) => ({ ...(q ? { q } : {}), ...(filter ? { filter } : {}) });

export const loadRows = (
  itemId: string,
  query: TableQuery,
  place: RowPlace,
  size: number,
  signal: AbortSignal,
) =>
  orListError(
    listRows(
      itemId,
      { ...(query.sort ? { sort: query.sort } : {}), ...found(query), ...place, page_size: size },
      signal,
    ),
  );

export const columnsOptions = (itemId: string) => ({
  queryKey: columnsKey(itemId),
  queryFn: ({ signal }: { signal: AbortSignal }) => orListError(listColumns(itemId, signal)),
});

/** The number of rows that a search or a filter finds: asked for beside the rows, which don't wait for it. */
export const countOptions = (itemId: string, query: TableQuery) => ({
  queryKey: [...tableKey(itemId), 'count', query.q, query.filter],
  queryFn: ({ signal }: { signal: AbortSignal }) => orListError(countRows(itemId, found(query), signal)),
});
