import type { PageVisit } from '#components/layout/page-props.ts';
import type { Item } from '#lib/contract/item.ts';
import { ITEM_PAGE_SIZE } from '#services/item.ts';

/** A page of a folder's items. */
export type FolderList = { items: Item[]; page: number; hasMore: boolean; problem: string | null };

/** A folder outside its space: for visitors, guests, and holders of a share link. */
export type LoadedFolder = FolderList & {
  folder: Item;
  path: string;
  crumbs: { href: string; label: string }[];
  /** The address of each item in it, by id. */
  hrefOf: Record<string, string>;
};

/** The page of a folder's list that `query` requests, sorted by title. */
export async function loadFolder(
  api: PageVisit['api'],
  folder: Item,
  query: PageVisit['context']['query'],
): Promise<FolderList> {
  const page = Math.max(1, Math.trunc(Number(query.page)) || 1);
  const response = await api(`items/${folder.id}/items/?sort=title&page=${page}&page_size=${ITEM_PAGE_SIZE}`);
  if (!response.ok) return { items: [], page, hasMore: false, problem: response.message };
  return { items: response.data, page, hasMore: response.data.length === ITEM_PAGE_SIZE, problem: null };
}
