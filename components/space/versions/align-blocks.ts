import type { Node } from '@tiptap/pm/model';
import { diffArrays } from 'diff';

/** A block of two versions beside each other: the same, changed, or only in one of them. */
export type BlockPair = { before: Node | null; after: Node | null; isSame: boolean };

/** Changes of blocks that are looked for at most, and for how long, in milliseconds. */
const EDITS_MAX = 4_000;
const TIMEOUT_MS = 1_000;

const blocksOf = (document: Node): Node[] => [...document.content.content];

/**
 * The blocks of two versions, side by side. What was replaced stands beside what came instead of it, in their order.
 * @returns null where they have next to nothing in common
 */
export function alignBlocks(before: Node, after: Node): BlockPair[] | null {
  const [old, fresh] = [blocksOf(before), blocksOf(after)];
  const changes = diffArrays(old, fresh, {
    comparator: (one, other) => one.eq(other),
    maxEditLength: EDITS_MAX,
    timeout: TIMEOUT_MS,
  });
  if (!changes) return null;
  const pairs: BlockPair[] = [];
  let removed: Node[] = [];
  let added: Node[] = [];
  const close = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push({ before: removed[at] ?? null, after: added[at] ?? null, isSame: false });
    removed = [];
    added = [];
  };
  for (const change of changes) {
    if (change.removed) removed = removed.concat(change.value);
    else if (change.added) added = added.concat(change.value);
    else {
      close();
      // The values are those of the older text: its blocks that are the same.
      for (const block of change.value) pairs.push({ before: block, after: block, isSame: true });
    }
  }
  close();
  return pairs;
}

/** How often a text reads the same up to a block, so that one of several equal parts is found again. */
const placeOf = (pairs: readonly BlockPair[], wanted: BlockPair): number =>
  pairs.slice(0, pairs.indexOf(wanted)).filter((pair) => isSamePart(pair, wanted)).length;

const isSameBlock = (one: Node | null, other: Node | null): boolean =>
  one === other || (one !== null && other !== null && one.eq(other));

const isSamePart = (one: BlockPair, other: BlockPair): boolean =>
  !one.isSame && isSameBlock(one.before, other.before) && isSameBlock(one.after, other.after);

/**
 * The newest text with one part as an older version has it.
 * @param shown the pairs that the reader chose the part from
 * @returns null where the text has changed there since
 */
export function withPartOf(
  older: Node,
  newest: Node,
  { shown, part }: { shown: readonly BlockPair[]; part: BlockPair },
): Node | null {
  const pairs = alignBlocks(older, newest);
  const same = pairs?.filter((pair) => isSamePart(pair, part))[placeOf(shown, part)];
  if (!pairs || !same) return null;
  const blocks = pairs.flatMap((pair) => (pair === same ? pair.before : pair.after) ?? []);
  return newest.type.create(null, blocks.length > 0 ? blocks : newest.type.schema.node('paragraph'));
}
