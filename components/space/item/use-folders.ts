import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { loadedPage } from '#context/list-error.ts';
import type { Item } from '#lib/contract/item.ts';
import { loadAllPages } from '#services/all-pages.ts';
import { listItems } from '#services/item.ts';

/** Folders per request; more folders are loaded in several requests side by side. */
const FOLDERS_MAX = 100;
/** The maximum number of folders in one list; nobody scrolls through more. */
const MOST = 1000;

export type Folder = Pick<Item, 'id' | 'title'>;

/** `null` is the space's top level. */
type Place = string | null;

async function foldersIn(slug: string, place: Place, signal: AbortSignal): Promise<Folder[]> {
  const wanted = { page_size: FOLDERS_MAX, kind: 'folder', parent: place ?? 'root', sort: 'title' } as const;
  const { data } = await loadAllPages(
    async (page) => loadedPage(await listItems(slug, { ...wanted, page }, signal)),
    { size: FOLDERS_MAX, most: MOST },
  );
  return data.map(({ id, title }) => ({ id, title }));
}

type Opened = {
  slug: string;
  open: ReadonlySet<Place>;
  /** Folders that were opened stay loaded when they are closed. */
  loaded: readonly Place[];
};

/**
 * The folders of a space as a tree, whose branches are loaded when they are opened; all are closed in another
 * space.
 */
export function useFolders(slug: string, hidden: readonly string[]) {
  const [last, setLast] = useState<Opened | null>(null);
  const { open, loaded }: Opened = last?.slug === slug ? last : { slug, open: new Set(), loaded: [null] };
  const queries = useQueries({
    queries: loaded.map((place) => ({
      queryKey: ['space', slug, 'folders', place],
      queryFn: ({ signal }: { signal: AbortSignal }) => foldersIn(slug, place, signal),
    })),
  });

  const toggle = (place: string, wanted: boolean) => {
    const next = new Set(open);
    if (wanted) next.add(place);
    else next.delete(place);
    const at = loaded.indexOf(place);
    setLast({ slug, open: next, loaded: wanted && at < 0 ? [...loaded, place] : loaded });
    if (wanted && queries[at]?.isError) void queries[at].refetch();
  };

  const known = new Map<Place, Folder[]>();
  for (const [at, place] of loaded.entries()) {
    // A folder can't be moved into itself.
    const folders = queries[at]?.data?.filter(({ id }) => !hidden.includes(id));
    if (folders) known.set(place, folders);
  }
  const failed = queries.filter(({ isError }) => isError);
  return {
    known,
    /** The top level has no response yet. */
    pending: queries[0]?.isPending === true,
    open,
    toggle,
    error: failed[0]?.error?.message ?? null,
    again: () => {
      for (const query of failed) void query.refetch();
    },
  };
}
