import type { ColumnPreview } from '#lib/contract/column-preview.ts';
import type { ColumnChange } from '#lib/contract/column-request.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { AggregateGroup, DeletedTableRow, RowHistoryEntry } from '#lib/contract/table-rows.ts';
import type { ChangeViewRequest, CreateViewRequest, View } from '#lib/contract/table-views.ts';
import { get, patch, post, remove } from './api.ts';
import type { Params } from './http.ts';

const pathOf = (id: string) => `items/${encodeURIComponent(id)}/` as const;
const viewPath = (id: string, view: string) => `${pathOf(id)}views/${encodeURIComponent(view)}/` as const;
const rowPath = (id: string, row: string) => `${pathOf(id)}rows/${encodeURIComponent(row)}/` as const;
const withSignal = (signal?: AbortSignal) => (signal ? { signal } : {});

export const listViews = async (id: string, signal?: AbortSignal): Promise<View[]> =>
  (await get(`${pathOf(id)}views/`, {}, withSignal(signal))).data;

/** The first rows of a table, or of a view of it, as texts; those after the `next` of a page before. */
export const getEmbedded = async (id: string, view: string | null, after?: string) =>
  (await get(`${pathOf(id)}embedded/`, { ...(view === null ? {} : { view }), ...(after ? { after } : {}) }))
    .data;

export const createView = async (id: string, view: CreateViewRequest) =>
  (await post(`${pathOf(id)}views/`, view)).data;

/** @throws the client's error; 409 where somebody else changed the view */
export const changeView = async (id: string, { id: view, revision }: View, change: ChangeViewRequest) =>
  (await patch(viewPath(id, view), change, { headers: { 'If-Match': String(revision) } })).data;

export const deleteView = (id: string, view: string) => remove(viewPath(id, view));

/** Counts, sums and the like of rows, by group. */
export const aggregate = async (
  id: string,
  params: Params,
  signal?: AbortSignal,
): Promise<AggregateGroup[]> => (await get(`${pathOf(id)}aggregate/`, params, withSignal(signal))).data;

export const getRow = async (id: string, row: string, signal?: AbortSignal) =>
  (await get(rowPath(id, row), {}, withSignal(signal))).data;

/** Changes of a page of a row's history. */
export const HISTORY_PAGE = 50;

/** Who changed which cell of a row when; the newest change first. */
export const listRowHistory = async (
  id: string,
  row: string,
  page: number,
  signal?: AbortSignal,
): Promise<RowHistoryEntry[]> =>
  (await get(`${rowPath(id, row)}history/`, { page, page_size: HISTORY_PAGE }, withSignal(signal))).data;

/** Deleted rows of a page of their list. */
export const DELETED_PAGE = 100;

/** Rows that were deleted in the last 30 days, the last one first. @param q what their names have in them */
export const listDeletedRows = async (
  id: string,
  { q, page }: { q: string; page: number },
  signal?: AbortSignal,
): Promise<DeletedTableRow[]> =>
  (
    await get(
      `${pathOf(id)}deleted-rows/`,
      { page, page_size: DELETED_PAGE, ...(q === '' ? {} : { q }) },
      withSignal(signal),
    )
  ).data;

/** The tables and contact lists of a space that rows can link to. */
export async function listTables(
  slug: string,
  signal?: AbortSignal,
): Promise<{ id: string; title: string }[]> {
  const path = `spaces/${encodeURIComponent(slug)}/items/` as const;
  const params = { page_size: 100, sort: 'title' };
  const [tables, contacts] = await Promise.all([
    get(path, { ...params, kind: 'table' }, withSignal(signal)),
    get(path, { ...params, kind: 'contact' }, withSignal(signal)),
  ]);
  // Files of these kinds have no rows.
  return [...tables.data, ...contacts.data].filter(({ file_name }) => file_name === null);
}

/** What a change of a column would make of its values. @param after of the rows after a place, where all are read */
export async function previewColumn(
  id: string,
  column: Pick<WireColumn, 'id' | 'revision'>,
  change: ColumnChange,
  after?: string,
): Promise<ColumnPreview> {
  const on = after === undefined ? '' : (`&after=${encodeURIComponent(after)}` as const);
  const path = `${pathOf(id)}columns/${encodeURIComponent(column.id)}/?preview=true${on}` as const;
  const headers = { 'If-Match': String(column.revision) };
  const { data } = await patch(path, change, { headers });
  if (!('converted' in data)) throw new Error('a preview changes nothing');
  return data;
}
