import type { TreeEntry } from '#lib/contract/item-tree.ts';
import { get } from './api.ts';

/** Entries of one level that are loaded; nobody scrolls through more. */
const LEVEL_MAX = 10_000;

/** The folders and documents of a folder, or of the top level, of a space. @throws the client's error */
export async function listTreeLevel(
  slug: string,
  parent: string | null,
  signal?: AbortSignal,
): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  let after: string | null = null;
  do {
    const level: { data: TreeEntry[]; next?: string | null } = await get(
      `spaces/${encodeURIComponent(slug)}/tree/`,
      { ...(parent ? { parent } : {}), ...(after ? { after } : {}) },
      signal ? { signal } : {},
    );
    entries.push(...level.data);
    after = level.next ?? null;
  } while (after !== null && entries.length < LEVEL_MAX);
  return entries;
}

/** The folders from the top level down to an item, with itself where it is one. @throws the client's error */
export const getFoldersTo = (id: string, signal?: AbortSignal) =>
  get(`items/${encodeURIComponent(id)}/folders/`, {}, signal ? { signal } : {});
