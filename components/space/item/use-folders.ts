import { useCallback, useEffect, useState } from 'react';
import type { Item } from '#lib/contract/item.ts';
import { listItems } from '#services/item.ts';

/** Folders asked for at once; a place with more has them in turns. */
const AT_ONCE = 100;
/** More than so many folders in one place nobody looks through. */
const MOST = 1000;

export type Folder = Pick<Item, 'id' | 'title'>;

/** `null` is the space's top level. */
type Place = string | null;

async function foldersIn(slug: string, place: Place): Promise<{ folders: Folder[]; error: string | null }> {
  const folders: Folder[] = [];
  for (let page = 1; folders.length < MOST; page += 1) {
    const answer = await listItems(slug, {
      page,
      page_size: AT_ONCE,
      kind: 'folder',
      parent: place ?? 'root',
      sort: 'title',
    });
    if (answer.error) return { folders, error: answer.error };
    folders.push(...answer.data.map(({ id, title }) => ({ id, title })));
    if (!answer.hasMore) break;
  }
  return { folders, error: null };
}

/** The folders of a space as a tree that is loaded where it is opened. */
export function useFolders(slug: string, hidden: readonly string[]) {
  const hiddenIds = hidden.join();
  const [known, setKnown] = useState<ReadonlyMap<Place, Folder[]>>(new Map());
  const [open, setOpen] = useState<ReadonlySet<Place>>(new Set());
  const [error, setError] = useState<string | null>(null);

  const load = useCallback(
    async (place: Place) => {
      const answer = await foldersIn(slug, place);
      setError(answer.error);
      if (answer.error) return;
      setKnown((kept) =>
        new Map(kept).set(
          place,
          // A folder can not be put into itself.
          answer.folders.filter(({ id }) => !hiddenIds.split(',').includes(id)),
        ),
      );
    },
    [slug, hiddenIds],
  );

  useEffect(() => {
    void load(null);
  }, [load]);

  const toggle = (place: string, wanted: boolean) => {
    setOpen((kept) => {
      const next = new Set(kept);
      if (wanted) next.add(place);
      else next.delete(place);
      return next;
    });
    if (wanted && !known.has(place)) void load(place);
  };

  return { known, open, toggle, error, again: () => void load(null) };
}
