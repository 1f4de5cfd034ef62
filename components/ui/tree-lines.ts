/** What a line of a tree shows; `opens` is false where it is known to have nothing inside. */
type Entry = { id: string; title: string; opens?: boolean };

/** A visible line of a tree. */
export type TreeLine<E extends Entry> = {
  entry: E;
  /** From 0. */
  depth: number;
  /** The id of the entry that it lies in; null at the top. */
  parent: string | null;
  opens: boolean;
  isOpen: boolean;
  /** Its place among those of its level, from 1, and how many those are. */
  place: number;
  count: number;
};

/**
 * The visible lines of a tree, from the loaded levels (`null` is the top one) and the ids of the open entries. An
 * entry that two levels list, because it was moved and one of them is not loaded again yet, is shown once.
 */
export function treeLines<E extends Entry>(
  known: ReadonlyMap<string | null, readonly E[]>,
  open: ReadonlySet<string | null>,
): TreeLine<E>[] {
  const lines: TreeLine<E>[] = [];
  const listed = new Set<string>();
  const add = (parent: string | null, depth: number): void => {
    const level = known.get(parent) ?? [];
    for (const [index, entry] of level.entries()) {
      if (listed.has(entry.id)) continue;
      listed.add(entry.id);
      const inside = known.get(entry.id);
      const opens = inside ? inside.length > 0 : entry.opens !== false;
      const isOpen = opens && open.has(entry.id);
      lines.push({ entry, depth, parent, opens, isOpen, place: index + 1, count: level.length });
      if (isOpen) add(entry.id, depth + 1);
    }
  };
  add(null, 0);
  return lines;
}

/** The ids of the entries that a line lies in, the nearest first. */
export function parentsOf<E extends Entry>(lines: readonly TreeLine<E>[], index: number): string[] {
  const parents: string[] = [];
  let parent = lines[index]?.parent ?? null;
  for (let at = index - 1; at >= 0 && parent !== null; at -= 1) {
    const line = lines[at];
    if (line?.entry.id !== parent) continue;
    parents.push(parent);
    parent = line.parent;
  }
  return parents;
}
