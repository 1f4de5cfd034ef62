import type { DocumentVersion, Item } from '#lib/contract/item.ts';
import { get, getPage, patch, post } from './api.ts';
import type { ListPage } from './http.ts';
import { getContent, getItem } from './item.ts';

/** Versions of one page of the list. */
export const VERSION_PAGE_SIZE = 50;

const pathOf = (itemId: string, number: number) =>
  `items/${encodeURIComponent(itemId)}/versions/${String(number)}/` as const;

/** One page of a document's versions, the newest first; never throws, returns the error instead. */
export const listVersions = (
  itemId: string,
  page: number,
  signal: AbortSignal,
): Promise<ListPage<DocumentVersion>> =>
  getPage(
    `items/${encodeURIComponent(itemId)}/versions/`,
    { page, page_size: VERSION_PAGE_SIZE },
    { signal },
  );

/** A version with its Markdown. @throws the client's error */
export const getVersion = (itemId: string, number: number, signal?: AbortSignal) =>
  get(pathOf(itemId, number), {}, signal ? { signal } : {});

/** Names a version; null takes its name away. @throws the client's error */
export const nameVersion = (itemId: string, number: number, name: string | null) =>
  patch(pathOf(itemId, number), { name });

/** Writes a version again, as the newest. @throws the client's error */
export const restoreVersion = (itemId: string, number: number) => post(`${pathOf(itemId, number)}restore/`);

/** How often the text is read again while somebody writes in it. */
const READS_MAX = 5;

/** A document's own Markdown with the revision that it is of; null where it changes all the time. @throws the client's error */
export async function getCurrentContent(id: string): Promise<{ item: Item; markdown: string } | null> {
  let markdown: string | null = null;
  for (let read = 0; read < READS_MAX; read += 1) {
    const { data: item } = await getItem(id);
    const now = (await getContent(id)).data.markdown ?? '';
    if (now === markdown) return { item, markdown };
    markdown = now;
  }
  return null;
}
