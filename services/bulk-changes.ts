import type { BulkChange, BulkPreview, ListedBulkChange, SentBulkChange } from '#lib/contract/bulk-change.ts';
import { get, post } from './api.ts';

const pathOf = (id: string) => `items/${encodeURIComponent(id)}/bulk-changes/` as const;

/** What a change of all rows that a filter finds would be about. @throws the client's error; 422 for values that can't be */
export async function previewBulkChange(id: string, change: SentBulkChange): Promise<BulkPreview> {
  const { data } = await post(pathOf(id), { ...change, dry_run: true });
  if (!('count' in data)) throw new Error('a dry run changes nothing');
  return data;
}

/** @throws the client's error; 409 where more rows match than were confirmed */
export async function makeBulkChange(id: string, change: SentBulkChange): Promise<BulkChange> {
  const { data } = await post(pathOf(id), change);
  if (!('id' in data)) throw new Error('only a dry run has no id');
  return data;
}

export const getBulkChange = async (id: string, bulk: string, signal?: AbortSignal): Promise<BulkChange> =>
  (await get(`${pathOf(id)}${encodeURIComponent(bulk)}/`, {}, signal ? { signal } : {})).data;

/** @returns the change that undoes it. @throws the client's error; 409 while it is being made, or where it is undone already */
export const undoBulkChange = async (id: string, bulk: string): Promise<BulkChange> =>
  (await post(`${pathOf(id)}${encodeURIComponent(bulk)}/undo/`)).data;

/** Bulk changes of a page of their list. */
export const BULK_PAGE = 30;

/** The bulk changes of the last 30 days, the last one first. */
export const listBulkChanges = async (
  id: string,
  page: number,
  signal?: AbortSignal,
): Promise<ListedBulkChange[]> =>
  (await get(pathOf(id), { page, page_size: BULK_PAGE }, signal ? { signal } : {})).data;
