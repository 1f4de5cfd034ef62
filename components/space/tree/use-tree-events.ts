import { useChangedItem } from '#components/space/item/use-changed-item.ts';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { Item } from '#lib/contract/item.ts';
import type { KnownLevels } from './use-tree.ts';

/** The level that lists an item, undefined where none does. */
export function levelOf(known: KnownLevels, id: string): string | null | undefined {
  for (const [level, entries] of known) if (entries.some((entry) => entry.id === id)) return level;
  return undefined;
}

/**
 * The levels of a tree that are not true any more after an item changed: where it was, where it is, and where its
 * folder is listed as one that has nothing inside. Written text changes none.
 */
export function staleLevels(known: KnownLevels, slug: string, id: string, now: Item | 'gone') {
  const before = levelOf(known, id);
  const title = known.get(before ?? null)?.find((entry) => entry.id === id)?.title;
  const isListed =
    now !== 'gone' &&
    now.space_slug === slug &&
    now.trashed_at === null &&
    (now.kind === 'folder' || now.kind === 'document');
  const stale = new Set<string | null>();
  if (!isListed) {
    if (before !== undefined) stale.add(before);
    return [...stale];
  }
  const after = now.parent_id;
  if (before === after && title === now.title) return [];
  if (before !== undefined) stale.add(before);
  if (known.has(after)) stale.add(after);
  const listed = after === null ? undefined : levelOf(known, after);
  if (listed !== undefined && !known.get(listed)?.find((entry) => entry.id === after)?.opens)
    stale.add(listed);
  return [...stale];
}

/** Keeps the tree true while items of its space are created, renamed, moved and trashed. */
export function useTreeEvents(
  slug: string,
  known: KnownLevels,
  tree: { reload: (levels: (string | null)[]) => void; reloadAll: () => void },
): void {
  const { hub } = useShell();
  const load = useChangedItem();
  const update = async (id: string) => {
    const item = await load(id);
    if (item !== null) tree.reload(staleLevels(known, slug, id, item));
  };
  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.about === 'item') void update(event.id);
      const level = event.about === 'order' ? levelOf(known, event.id) : undefined;
      if (level !== undefined) tree.reload([level]);
    },
    tree.reloadAll,
  );
}
