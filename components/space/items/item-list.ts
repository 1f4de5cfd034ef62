import type { SpaceSort } from '#components/space/view/space-view.ts';
import type { Item } from '#lib/contract/item.ts';
import type { ListPage } from '#services/http.ts';
import { insertionIndex } from './item-index.ts';

/** A list that grows by pages while it is scrolled, and changes under its reader's hands. */
export type ItemList = {
  items: Item[];
  /** The last page that was loaded. */
  page: number;
  hasMore: boolean;
  /** Where the next page begins, whatever is added meanwhile; null where it is found by its number. */
  next: string | null;
  loading: boolean;
  /** Why the next page could not be loaded. */
  error: string | null;
};

export type ItemListEvent =
  | { type: 'asked' }
  | { type: 'loaded'; answer: ListPage<Item> }
  | { type: 'changed'; item: Item }
  | { type: 'removed'; id: string }
  | { type: 'inserted'; item: Item; at: number }
  /** Items come back, each to its place in the order of the list. */
  | { type: 'returned'; items: readonly Item[]; sort: SpaceSort };

export function firstItems(answer: ListPage<Item>): ItemList {
  const { data, page, hasMore, next = null, error } = answer;
  return { items: data, page, hasMore, next, error, loading: false };
}

export function nextItemList(list: ItemList, event: ItemListEvent): ItemList {
  switch (event.type) {
    case 'asked':
      return { ...list, loading: true, error: null };
    case 'loaded': {
      const { data, page, hasMore, next = null, error } = event.answer;
      if (error) return { ...list, loading: false, error };
      // What was shown already may have moved behind the cursor meanwhile.
      const known = new Set(list.items.map(({ id }) => id));
      const added = data.filter(({ id }) => !known.has(id));
      return { items: [...list.items, ...added], page, hasMore, next, loading: false, error: null };
    }
    case 'changed':
      return { ...list, items: list.items.map((item) => (item.id === event.item.id ? event.item : item)) };
    case 'removed':
      return { ...list, items: list.items.filter(({ id }) => id !== event.id) };
    case 'inserted': {
      const others = list.items.filter(({ id }) => id !== event.item.id);
      return { ...list, items: others.toSpliced(event.at, 0, event.item) };
    }
    case 'returned': {
      const returned = new Set(event.items.map(({ id }) => id));
      const others = list.items.filter(({ id }) => !returned.has(id));
      return { ...list, items: event.items.reduce(inOrder(event.sort, list.hasMore), others) };
    }
  }
}

/** Adds one item at its place; what stands behind what is shown comes with its page. */
const inOrder = (sort: SpaceSort, hasMore: boolean) => (items: Item[], item: Item) => {
  const at = insertionIndex(items, item, sort);
  return at === items.length && hasMore ? items : items.toSpliced(at, 0, item);
};
