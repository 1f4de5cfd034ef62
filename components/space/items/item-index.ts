import { isDescending, type SortKey, type SpaceSort, sortKeyOf } from '#components/space/view/space-view.ts';
import type { Item } from '#lib/contract/item.ts';

/** The server's order of titles and names (`natural_order`): numbers by their value, independent of the language. */
const natural = new Intl.Collator('und', { numeric: true });

const KIND_ORDER = ['folder', 'document', 'table', 'email', 'contact', 'image', 'media', 'general'];

const NO_POSITION = 2 ** 31 - 1;

const compareBy: Record<SortKey, (a: Item, b: Item) => number> = {
  position: (a, b) =>
    (a.position ?? NO_POSITION) - (b.position ?? NO_POSITION) || natural.compare(a.title, b.title),
  title: (a, b) => natural.compare(a.title, b.title),
  kind: (a, b) =>
    KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || natural.compare(a.title, b.title),
  size: (a, b) => a.size - b.size,
  updated_at: (a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
  created_at: () => 0,
  created_by: (a, b) => natural.compare(a.created_by.name, b.created_by.name),
};

/** Ids are ordered by creation time. */
const compareIds = (a: Item, b: Item) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const byFolder = (a: Item, b: Item) => Number(b.kind === 'folder') - Number(a.kind === 'folder');

/** Compares two items in this order; folders come first. */
const comparing = (sort: SpaceSort) => {
  const compare = compareBy[sortKeyOf(sort)];
  const sign = isDescending(sort) ? -1 : 1;
  return (a: Item, b: Item) => byFolder(a, b) || sign * (compare(a, b) || compareIds(a, b));
};

/** The index of an item in a list with this order; folders come first. */
export function insertionIndex(items: readonly Item[], item: Item, sort: SpaceSort): number {
  const compare = comparing(sort);
  const others = items.filter(({ id }) => id !== item.id);
  const at = others.findIndex((other) => compare(other, item) > 0);
  return at === -1 ? others.length : at;
}

/** Whether a changed item may have another index in a list with this order. */
export const movesInOrder = (before: Item, after: Item, sort: SpaceSort): boolean =>
  byFolder(before, after) !== 0 || compareBy[sortKeyOf(sort)](before, after) !== 0;

/**
 * Inserts items that a sorted list does not contain yet.
 * @returns the list up to its own last item, and the added items behind it: others that are not loaded may belong
 * before those
 */
export function mergeInOrder(
  items: readonly Item[],
  added: readonly Item[],
  sort: SpaceSort,
): { within: Item[]; behind: Item[] } {
  const compare = comparing(sort);
  const within: Item[] = [];
  const waiting = added.toSorted(compare);
  let positioned = 0;
  for (const item of items) {
    for (let next = waiting[positioned]; next && compare(item, next) > 0; next = waiting[positioned]) {
      within.push(next);
      positioned += 1;
    }
    within.push(item);
  }
  return { within, behind: waiting.slice(positioned) };
}

/** The last items of a list that belong behind the first one of its next page. */
export function itemsBehind(items: readonly Item[], next: Item, sort: SpaceSort): Item[] {
  const compare = comparing(sort);
  return items.slice(items.findLastIndex((item) => compare(item, next) <= 0) + 1);
}
