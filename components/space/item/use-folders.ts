import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { loadedPage } from '#context/list-error.ts';
import type { Item } from '#lib/contract/item.ts';
import { listItems } from '#services/item.ts';

/** Folders per request; more folders are loaded in several requests. */
const FOLDERS_MAX = 100;
/** The maximum number of folders in one list; nobody scrolls through more. */
const MOST = 1000;

export type Folder = Pick<Item, 'id' | 'title'>;

/** `null` is the space's top level. */
type Place = string | null;

async function foldersIn(slug: string, place: Place, signal: AbortSignal): Promise<Folder[]> {
  const folders: Folder[] = [];
  for (let page = 1; folders.length < MOST; page += 1) {
    const wanted = {
      page,
      page_size: FOLDERS_MAX,
      kind: 'folder',
      parent: place ?? 'root',
      sort: 'title',
    } as const;
    const { data, hasMore } = loadedPage(await listItems(slug, wanted, signal));
    folders.push(...data.map(({ id, title }) => ({ id, title })));
    if (!hasMore) break;
  }
  return folders;
}

/** The folders of a space as a tree, whose branches are loaded when they are opened. */
export function useFolders(slug: string, hidden: readonly string[]) {
  const [open, setOpen] = useState<ReadonlySet<Place>>(new Set());
  /** Folders that were opened stay loaded when they are closed. */
  const [asked, setAsked] = useState<readonly Place[]>([null]);
  const queries = useQueries({
    queries: asked.map((place) => ({
      queryKey: ['space', slug, 'folders', place],
      queryFn: ({ signal }: { signal: AbortSignal }) => foldersIn(slug, place, signal),
    })),
  });

  const toggle = (place: string, wanted: boolean) => {
    const next = new Set(open);
    if (wanted) next.add(place);
    else next.delete(place);
    setOpen(next);
    if (!wanted) return;
    const at = asked.indexOf(place);
    if (at < 0) setAsked([...asked, place]);
    else if (queries[at]?.isError) void queries[at].refetch();
  };

  const known = new Map<Place, Folder[]>();
  for (const [at, place] of asked.entries()) {
    // A folder can't be moved into itself.
    const folders = queries[at]?.data?.filter(({ id }) => !hidden.includes(id));
    if (folders) known.set(place, folders);
  }
  const failed = queries.filter(({ isError }) => isError);
  return {
    known,
    open,
    toggle,
    error: failed[0]?.error?.message ?? null,
    again: () => {
      for (const query of failed) void query.refetch();
    },
  };
}
