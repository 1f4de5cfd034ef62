import type { ItemList } from './item-list.ts';

type StoredList = { list: ItemList; scroll: number };

/** Lists that were left, by address; the newest last. */
const storedLists = new Map<string, StoredList>();
const MOST = 10;

/** Set when the browser's own back or forward leads to a page, until that page has asked. */
let cameBack = false;
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    cameBack = true;
  });
}

/** Remembers a list and how far it was scrolled, in pixels, for the way back to it. */
export function cacheList(address: string, list: ItemList, scroll: number): void {
  storedLists.delete(address);
  storedLists.set(address, { list, scroll });
  const oldest = storedLists.keys().next().value;
  if (storedLists.size > MOST && oldest !== undefined) storedLists.delete(oldest);
}

/** The list that was left at this address, when the reader came back to it by the browser's history. */
export function readCachedList(address: string): StoredList | null {
  return cameBack ? (storedLists.get(address) ?? null) : null;
}

/** The way back has ended: what is opened from now on is loaded from the server. */
export function arrived(): void {
  cameBack = false;
}
