import type { RestorableColumn, RestoredColumn } from '#lib/contract/deleted-column.ts';
import { get, post } from './api.ts';

const pathOf = (id: string) => `items/${encodeURIComponent(id)}/deleted-columns/` as const;

/** Deleted columns of a page of their list. */
export const DELETED_COLUMNS_PAGE = 100;

/** Columns that were deleted in the last 30 days, the last one first. */
export const listDeletedColumns = async (
  id: string,
  page: number,
  signal?: AbortSignal,
): Promise<RestorableColumn[]> =>
  (await get(pathOf(id), { page, page_size: DELETED_COLUMNS_PAGE }, signal ? { signal } : {})).data;

/** Restores a deleted column. @throws the client's error; 409 where it does not fit the table as it is now */
export const restoreColumn = async (id: string, column: string): Promise<RestoredColumn> =>
  (await post(`${pathOf(id)}${encodeURIComponent(column)}/restore/`)).data;
