import { isDescending, type SortKey, type SpaceSort, sortKeyOf } from '#components/space/view/space-view.ts';
import type { Item } from '#lib/contract/item.ts';

/** As the server orders titles and names (`natural_order`): numbers by their value, whatever the language. */
const natural = new Intl.Collator('und', { numeric: true });

const KIND_ORDER = ['folder', 'document', 'table', 'email', 'contact', 'image', 'media', 'general'];

const compareBy: Record<SortKey, (a: Item, b: Item) => number> = {
  title: (a, b) => natural.compare(a.title, b.title),
  kind: (a, b) =>
    KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || natural.compare(a.title, b.title),
  size: (a, b) => a.size - b.size,
  updated_at: (a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
  created_at: () => 0,
  created_by: (a, b) => natural.compare(a.created_by.name, b.created_by.name),
};

/** Ids are made in the order of time. */
const compareIds = (a: Item, b: Item) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Where an item stands in a list that is sorted so; folders come first. */
export function insertionIndex(items: readonly Item[], item: Item, sort: SpaceSort): number {
  const compare = compareBy[sortKeyOf(sort)];
  const sign = isDescending(sort) ? -1 : 1;
  const isAfter = (other: Item) => {
    const byFolder = Number(other.kind === 'folder') - Number(item.kind === 'folder');
    if (byFolder !== 0) return byFolder < 0;
    return sign * (compare(other, item) || compareIds(other, item)) > 0;
  };
  const others = items.filter(({ id }) => id !== item.id);
  const at = others.findIndex(isAfter);
  return at === -1 ? others.length : at;
}
