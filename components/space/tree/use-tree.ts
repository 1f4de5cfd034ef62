import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAccountStorage } from '#context/browser-storage.ts';
import type { TreeEntry } from '#lib/contract/item-tree.ts';
import { getFoldersTo, listTreeLevel } from '#services/item-tree.ts';
import { readOpenFolders, storeOpenFolders } from './stored-tree.ts';
import type { TreeLocation } from './tree-location.ts';

/** The id of a folder; null is the space's top level. */
type Level = string | null;
/** Between which levels an entry moves, and what it stands before there: null is the end, undefined its title's place. */
type EntryMove = { from: Level; to: Level; next?: string | null | undefined };
export type KnownLevels = ReadonlyMap<Level, readonly TreeEntry[]>;

const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const inOrder = (one: TreeEntry, other: TreeEntry) =>
  Number(other.kind === 'folder') - Number(one.kind === 'folder') || byTitle.compare(one.title, other.title);

/** A level with an entry before another one, behind all of its kind (null), or where its title puts it (undefined). */
function withEntry(
  entries: readonly TreeEntry[],
  entry: TreeEntry,
  next: string | null | undefined,
): TreeEntry[] {
  const others = entries.filter(({ id }) => id !== entry.id);
  const isBehind = (other: TreeEntry) =>
    next === undefined
      ? inOrder(entry, other) < 0
      : next === null
        ? entry.kind === 'folder' && other.kind !== 'folder'
        : other.id === next;
  const index = others.findIndex(isBehind);
  return others.toSpliced(index < 0 ? others.length : index, 0, entry);
}

/** The levels of a space's tree: loaded when they are opened, and the way to the page's item with it. */
export function useTree(at: TreeLocation) {
  const { handle, slug, current } = at;
  const storage = useAccountStorage();
  const client = useQueryClient();
  /** Moves that are shown and not yet made: what the server lists until then would take lines back. */
  const moving = useRef(0);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => readOpenFolders(storage, handle, slug));
  // Levels that were opened stay loaded when they are closed.
  const [loadedLevels, setLoadedLevels] = useState<readonly Level[]>(() => [null, ...open]);
  const keyOf = (level: Level) => ['tree', slug, level];
  const queries = useQueries({
    queries: loadedLevels.map((level) => ({
      queryKey: keyOf(level),
      queryFn: ({ signal }: { signal: AbortSignal }) => listTreeLevel(slug, level, signal),
    })),
  });

  const change = (next: ReadonlySet<string>) => {
    setOpen(next);
    setLoadedLevels((before) => [...new Set([...before, ...next])]);
    storeOpenFolders(storage, { handle, slug }, next);
  };
  const toggle = (id: string, wanted: boolean) => {
    const next = new Set(open);
    next.delete(id);
    if (wanted) next.add(id);
    change(next);
    const at = loadedLevels.indexOf(id);
    if (wanted && queries[at]?.isError) void queries[at].refetch();
  };

  const reveal = useRef((_folders: readonly string[]) => undefined);
  useEffect(() => {
    reveal.current = (folders) => {
      if (folders.some((id) => !open.has(id))) change(new Set([...open, ...folders]));
    };
  });
  useEffect(() => {
    if (!current) return;
    const abort = new AbortController();
    getFoldersTo(current, abort.signal)
      .then(({ data }) => reveal.current(data.map(({ id }) => id).filter((id) => id !== current)))
      // The tree is as good without: what is not shown can be opened.
      .catch(() => undefined);
    return () => abort.abort();
  }, [current]);

  const known = new Map<Level, readonly TreeEntry[]>();
  for (const [index, level] of loadedLevels.entries()) {
    const entries = queries[index]?.data;
    if (entries) known.set(level, entries);
  }
  const failed = queries.filter(({ isError }) => isError);
  const setLevel = (level: Level, next: (entries: readonly TreeEntry[]) => TreeEntry[]) =>
    client.setQueryData<TreeEntry[]>(keyOf(level), (entries) => entries && next(entries));
  return {
    known,
    open,
    pending: queries[0]?.isPending === true,
    error: queries[0]?.data ? null : (failed[0]?.error ?? null),
    retry: () => {
      for (const query of failed) void query.refetch();
    },
    toggle,
    /** Loads levels again that are loaded; while lines are moved, all of them after the last move. */
    reload: (levels: readonly Level[]) => {
      if (moving.current > 0) return;
      for (const level of new Set(levels))
        void client.invalidateQueries({ queryKey: keyOf(level), exact: true });
    },
    reloadAll: () => void client.invalidateQueries({ queryKey: ['tree', slug] }),
    /** Shows an entry at its new place before the server has moved it. */
    showMoved: (entry: TreeEntry, { from, to, next }: EntryMove) => {
      setLevel(from, (entries) => entries.filter(({ id }) => id !== entry.id));
      setLevel(to, (entries) => withEntry(entries, entry, next));
    },
    /** A move is shown before it is made: until `finishMove`, the tree is not loaded again. */
    beginMove: () => {
      moving.current += 1;
      // What is being loaded is the order of before.
      void client.cancelQueries({ queryKey: ['tree', slug] }, { revert: false });
    },
    finishMove: () => {
      moving.current -= 1;
      if (moving.current === 0) void client.invalidateQueries({ queryKey: ['tree', slug] });
    },
  };
}
