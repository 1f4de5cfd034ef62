import type { SpaceSort } from '#components/space/view/space-view.ts';
import type { Item } from '#lib/contract/item.ts';
import type { ListPage } from '#services/http.ts';
import { itemsBehind, mergeInOrder, movesInOrder } from './item-index.ts';

/** A list that grows by pages while it is scrolled, and changes under its reader's hands. */
export type ItemList = {
  items: Item[];
  /** What it is sorted by. */
  sort: SpaceSort;
  /** The last page that was loaded. */
  page: number;
  hasMore: boolean;
  /** Where the next page begins, whatever is added meanwhile; null where it is found by its number. */
  next: string | null;
  /** Why the server could not render its first page; null once a page was loaded. */
  error: string | null;
};

export type ItemListEvent =
  /** An item that is not shown stays so. */
  | { type: 'changed'; item: Item }
  /** What came of an act on several items, of those that are shown. */
  | { type: 'settled'; changed: readonly Item[]; removed: ReadonlySet<string> }
  | { type: 'removed'; id: string }
  | { type: 'inserted'; item: Item; at: number }
  /** Items come back, each to its place in the order of the list. */
  | { type: 'returned'; items: readonly Item[] }
  /** Somebody else changed or added an item: it is changed where it is shown, or put to its place. */
  | { type: 'published'; item: Item };

export function firstItems(first: ListPage<Item>, sort: SpaceSort): ItemList {
  const { data, page, hasMore, next = null, error } = first;
  return { items: data, sort, page, hasMore, next, error };
}

/** With its next page, which is read from where the last one ended. */
export function addPage(list: ItemList, loaded: ListPage<Item>): ItemList {
  const { data, page, hasMore, next = null } = loaded;
  return { ...list, items: withPage(list, data), page, hasMore, next, error: null };
}

export function nextItemList(list: ItemList, event: ItemListEvent): ItemList {
  switch (event.type) {
    case 'changed':
      return { ...list, items: withChanged(list, [event.item]) };
    case 'settled': {
      const items = list.items.filter(({ id }) => !event.removed.has(id));
      return { ...list, items: withChanged({ ...list, items }, event.changed) };
    }
    case 'removed':
      return { ...list, items: list.items.filter(({ id }) => id !== event.id) };
    case 'inserted': {
      const others = list.items.filter(({ id }) => id !== event.item.id);
      return { ...list, items: others.toSpliced(event.at, 0, event.item) };
    }
    case 'returned': {
      const returned = new Set(event.items.map(({ id }) => id));
      const others = list.items.filter(({ id }) => !returned.has(id));
      const { within, behind } = mergeInOrder(others, event.items, list.sort);
      // What stands behind what is shown comes with its page.
      return { ...list, items: list.hasMore ? within : [...within, ...behind] };
    }
    case 'published': {
      const { item } = event;
      const isShown = list.items.some(({ id }) => id === item.id);
      return nextItemList(list, isShown ? { type: 'changed', item } : { type: 'returned', items: [item] });
    }
  }
}

/** Changed items at their places; one whose place is behind what is shown stays as the last, for who acted on it. */
function withChanged({ items, sort }: ItemList, changed: readonly Item[]): Item[] {
  const now = new Map(changed.map((item) => [item.id, item]));
  const moved: Item[] = [];
  const others = items.flatMap((before) => {
    const item = now.get(before.id) ?? before;
    if (!movesInOrder(before, item, sort)) return [item];
    moved.push(item);
    return [];
  });
  if (moved.length === 0) return others;
  const { within, behind } = mergeInOrder(others, moved, sort);
  return [...within, ...behind];
}

/** The list with its next page. What was shown already may have moved behind the cursor meanwhile: it stands there now. */
function withPage({ items, sort }: ItemList, data: readonly Item[]): Item[] {
  const [first] = data;
  if (!first) return items;
  const loaded = new Set(data.map(({ id }) => id));
  const others = items.filter(({ id }) => !loaded.has(id));
  const behind = itemsBehind(others, first, sort);
  const page = mergeInOrder(data, behind, sort);
  return [...others.slice(0, others.length - behind.length), ...page.within, ...page.behind];
}
