import type { Visibility } from '#lib/access/roles.ts';
import type {
  ChangeItemRequest,
  CopyItemRequest,
  CreateItemRequest,
  Item,
  MoveItemRequest,
  MoveItemsRequest,
} from '#lib/contract/item.ts';
import type { ConvertItemRequest } from '#lib/contract/job.ts';
import type { PreviewSheet, SheetRows } from '#lib/contract/preview.ts';
import { get, getPage, patch, post, remove } from './api.ts';
import { failureOf, type ListPage, OWN_API, type Params } from './http.ts';
import { refusalDataOf } from './refusal.ts';

/** Entries of one page of a space's list. */
export const ITEM_PAGE_SIZE = 25;

type Known = Pick<Item, 'id' | 'revision'>;

const pathOf = (id: string) => `items/${encodeURIComponent(id)}/` as const;
const ifMatch = ({ revision }: Known) => ({ headers: { 'If-Match': String(revision) } });

/** One page of a space's items; never throws, returns the error instead. */
export function listItems(
  slug: string,
  params: Params & { page: number },
  signal?: AbortSignal,
): Promise<ListPage<Item>> {
  return getPage(
    `spaces/${encodeURIComponent(slug)}/items/`,
    { page_size: ITEM_PAGE_SIZE, ...params },
    signal ? { signal } : {},
  );
}

/** The creators of a space's items, by name; never throws, returns the error instead. */
export const listCreators = (slug: string, q: string, signal?: AbortSignal) =>
  getPage(`spaces/${encodeURIComponent(slug)}/creators/`, { q, page_size: 100 }, signal ? { signal } : {});

export const getItem = (id: string, signal?: AbortSignal) => get(pathOf(id), {}, signal ? { signal } : {});

export const createItem = (slug: string, request: CreateItemRequest) =>
  post(`spaces/${encodeURIComponent(slug)}/items/`, request);

/** @throws the client's error; 409 with the current item. */
export const changeItem = (item: Known, change: ChangeItemRequest) =>
  patch(pathOf(item.id), change, ifMatch(item));

export const trashItem = (item: Known) => remove(pathOf(item.id), undefined, ifMatch(item));
/** Archives an item, a folder with all in it. */
export const archiveItem = (id: string) => post(`${pathOf(id)}archive/`);
export const unarchiveItem = (id: string) => post(`${pathOf(id)}unarchive/`);
/** Restores an item from the trash; `visibility` where more people could see the folder or space that it returns to. */
export const restoreItem = (id: string, request: { visibility?: Visibility; disclosure?: string } = {}) =>
  post(`${pathOf(id)}restore/`, request);
/** Puts an item into another folder, or into another space of its hub. */
export const moveItem = (item: Known, request: MoveItemRequest) =>
  post(`${pathOf(item.id)}move/`, request, ifMatch(item));
/** Copies an item next to itself, unless another destination is given. */
export const copyItem = (id: string, request: CopyItemRequest = {}) => post(`${pathOf(id)}copy/`, request);

/** Begins to copy an item with any number of items in it. */
export const copyLargeItem = async (id: string, request: CopyItemRequest = {}) =>
  (await post(`${pathOf(id)}copy/job/`, request)).data;
/** Whether it was refused because only `copyLargeItem` copies as many. */
export const isTooLargeToCopy = (error: unknown): boolean => failureOf(error)?.code === 'too_many_items';

/** Begins the conversion of its file to a document or a table next to it. */
export const convertItem = async (id: string, request: ConvertItemRequest) =>
  (await post(`${pathOf(id)}convert/`, request)).data;

/** As many items as one request names; the contract's own constant would bring its schemas to the browser. */
export const ITEMS_PER_REQUEST_MAX = 200;

/** With an idempotency key: the same request with it again gets the first response, and does nothing. */
const withIdempotencyKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });

export const moveItems = (request: MoveItemsRequest, key: string) =>
  post('items/move/', request, withIdempotencyKey(key));
export const changeItems = (
  request: { ids: string[]; visibility: Visibility; disclosure?: string },
  key: string,
) => post('items/visibility/', request, withIdempotencyKey(key));
export const trashItems = (ids: string[], key: string) =>
  post('items/trash/', { ids }, withIdempotencyKey(key));
export const restoreItems = (request: { ids: string[]; disclosure?: string }, key: string) =>
  post('items/restore/', request, withIdempotencyKey(key));
/** Several items as one archive; the session's cookie is enough for that. */
export const archiveUrl = (ids: readonly string[]) => `${OWN_API}items/archive/?ids=${ids.join()}`;

/** Where a browser fetches an item in a format; the session's cookie is enough for that. */
export const itemExportUrl = (id: string, { format, versions }: { format: string; versions: boolean }) =>
  `${OWN_API}${pathOf(id)}export/?format=${format}${versions ? '&versions=true' : ''}`;

/** Retries the processing of a file that failed. */
export const retryItem = (id: string) => post(`${pathOf(id)}retry/`);

/** Addresses that the browser itself requests: the session cookie is enough there. */
export const fileUrl = (id: string) => `${OWN_API}${pathOf(id)}file/`;
/** Has the file downloaded instead of shown. */
export const downloadUrl = (id: string) => `${fileUrl(id)}?download`;
export const thumbnailUrl = (id: string, width: number) => `${OWN_API}${pathOf(id)}thumbnail/?w=${width}`;

/** The current item when a write is stale; null for every other failure. */
export const currentItemOf = (error: unknown): Item | null =>
  refusalDataOf<'PATCH', `items/${string}/`>(error);

/** One page of a file as a picture; `page` counts from 1. */
export const pageImageUrl = (id: string, page: number) => `${OWN_API}${pathOf(id)}preview/?page=${page}`;

/** A document's own Markdown. */
export const getContent = (id: string, signal?: AbortSignal) =>
  get(`${pathOf(id)}content/`, {}, signal ? { signal } : {});

/** The text that an item's preview shows, without its looks; empty where it has none. @throws the client's error */
export async function getPreviewText(id: string): Promise<string> {
  const { data } = await get(`${pathOf(id)}preview/`, { as: 'html' });
  if (!('type' in data)) return '';
  if (data.type === 'text') return data.text;
  if (data.type !== 'html') return '';
  return new DOMParser().parseFromString(data.html, 'text/html').body.textContent ?? '';
}

/** The rows of a table's file around one of them, in a sheet from 0. @throws the client's error */
export async function getSheetRows(id: string, sheet: number, row: number): Promise<SheetRows> {
  const { data } = await get(`${pathOf(id)}preview/`, { sheet, row });
  if (!('rows' in data)) throw new Error('The server sent a preview in place of rows');
  return data;
}

/** The sheets of a workbook, as far as its preview has them. @throws the client's error */
export async function getSheets(id: string): Promise<PreviewSheet[]> {
  const { data } = await get(`${pathOf(id)}preview/`);
  return 'type' in data && data.type === 'table' ? data.sheets : [];
}

/** Passages of one page of a file's text. */
export const TEXT_PAGE_SIZE = 20;

/** One page of the text that was extracted from a file; never throws, returns the error instead. */
export const listText = (id: string, page: number) =>
  getPage(`${pathOf(id)}text/`, { page, page_size: TEXT_PAGE_SIZE });
