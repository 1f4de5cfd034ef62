import { ListError } from '#context/list-error.ts';
import { messageOf, retryAfterOf } from '#services/http.ts';
import { listColumns, listRows, type RowPage } from '#services/table.ts';
import { type RowPlace, TABLE_START } from './row-pages.ts';

/** What the rows are sorted by and searched for. */
export type TableQuery = { sort: string; q: string };

/** In the order of the table, without a search. */
export const ANY: TableQuery = { sort: '', q: '' };
export const isAny = ({ sort, q }: TableQuery) => sort === '' && q === '';

/** The keys of a table's queries. */
export const tableKey = (itemId: string) => ['table', itemId];
export const columnsKey = (itemId: string) => [...tableKey(itemId), 'columns'];
export const refreshKey = (itemId: string) => [...tableKey(itemId), 'refresh'];
/** Of its rows by each order and search. */
export const allRowsKey = (itemId: string) => [...tableKey(itemId), 'rows'];
export const rowsKey = (itemId: string, query: TableQuery) => [...allRowsKey(itemId), query];

/** @throws ListError, which says whether another try may help */
const orListError = <Loaded>(loading: Promise<Loaded>): Promise<Loaded> =>
  loading.catch((error: unknown) => {
    throw new ListError({ error: messageOf(error), retryAfter: retryAfterOf(error) });
  });

export const loadRows = (itemId: string, { sort, q }: TableQuery, place: RowPlace, signal: AbortSignal) =>
  orListError(listRows(itemId, { ...(sort ? { sort } : {}), ...(q ? { q } : {}), ...place }, signal));

export const loadColumns = (itemId: string, signal: AbortSignal) => orListError(listColumns(itemId, signal));

export const rowsOptions = (itemId: string, query: TableQuery) => ({
  queryKey: rowsKey(itemId, query),
  queryFn: ({ pageParam, signal }: { pageParam: RowPlace; signal: AbortSignal }) =>
    loadRows(itemId, query, pageParam, signal),
  initialPageParam: TABLE_START,
  getNextPageParam: ({ next }: RowPage): RowPlace | undefined => (next ? { after: next } : undefined),
  getPreviousPageParam: ({ previous }: RowPage): RowPlace | undefined =>
    previous ? { before: previous } : undefined,
});

export const columnsOptions = (itemId: string) => ({
  queryKey: columnsKey(itemId),
  queryFn: ({ signal }: { signal: AbortSignal }) => loadColumns(itemId, signal),
});
