import { isRecord } from '#lib/text/is-record.ts';

/** Storage of drafts: the browser's `localStorage`, or the part of one owner. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The key of the browser's storage that lists all drafts (docs/contract.md §7). */
export const DRAFT_KEYS = 'draft-keys';

/** The owner of drafts: an account, and the hub it works in; empty without an account, or without a hub. */
export type DraftOwner = { account: string; hub: string };

/** How a draft is listed. */
export type DraftMetadata = {
  /** The title of its resource; empty where that has none yet. */
  title: string;
  kind: 'document' | 'new_document' | 'note' | 'comment' | 'post' | 'form' | 'answer' | 'waiting_answer';
  /** The hub's name; empty where it is not known. */
  hub: string;
  /** The page on which the draft is continued. */
  path: string;
};

/** A full or forbidden storage (private windows) must not break the page. */
export function withStorageFallback<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

const NOBODY = 'nobody';
const NO_HUB = 'no-hub';
/** The prefix of the keys of all drafts of an account; of visitors where it is empty. */
export const accountKeyPrefix = (account: string) => `draft:${account || NOBODY}:`;
const prefixOf = ({ account, hub }: DraftOwner) => `${accountKeyPrefix(account)}${hub || NO_HUB}:`;

/**
 * One owner's part of the browser's storage: every key contains account and hub, and the list of drafts has
 * only the owner's.
 * @param storage is called at each use, because a browser may refuse even the access
 */
export function scopeDraftStorage(storage: () => DraftStorage, owner: DraftOwner): DraftStorage {
  const prefix = prefixOf(owner);
  const own = (key: string) => key.startsWith(prefix);
  return {
    getItem: (key) => {
      if (key !== DRAFT_KEYS) return storage().getItem(prefix + key);
      const keys = draftKeys(storage()).filter(own);
      return JSON.stringify(keys.map((one) => one.slice(prefix.length)));
    },
    setItem: (key, value) => {
      if (key !== DRAFT_KEYS) return storage().setItem(prefix + key, value);
      const others = draftKeys(storage()).filter((one) => !own(one));
      const keys = keysIn(value).map((one) => prefix + one);
      storage().setItem(DRAFT_KEYS, JSON.stringify([...others, ...keys]));
    },
    removeItem: (key) => storage().removeItem(prefix + key),
  };
}

function keysIn(list: string | null): string[] {
  const keys: unknown = JSON.parse(list ?? '[]');
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

/** The keys of all drafts; empty when the list is missing or was damaged. */
export function draftKeys(storage: DraftStorage): string[] {
  return withStorageFallback(() => keysIn(storage.getItem(DRAFT_KEYS)), []);
}

/**
 * Stores a draft under its own key and lists that key under `draft-keys`.
 * @param about how it is listed; without it, it is part of another draft and not listed
 * @returns false when the storage refused it (full, or switched off)
 */
export function saveDraft(
  storage: DraftStorage,
  key: string,
  draft: unknown,
  about?: DraftMetadata,
): boolean {
  return withStorageFallback(() => {
    const keys = draftKeys(storage);
    // Listed first: a draft that is stored without being listed could never be cleared.
    if (!keys.includes(key)) storage.setItem(DRAFT_KEYS, JSON.stringify([...keys, key]));
    storage.setItem(key, JSON.stringify({ at: Date.now(), ...(about ? { about } : {}), draft }));
    return true;
  }, false);
}

/** The stored entry of a draft; null where there is none, or it was damaged. */
export function readDraftEntry(storage: DraftStorage, key: string): Record<string, unknown> | null {
  return withStorageFallback(() => {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isRecord(stored) ? stored : null;
  }, null);
}

/** The draft under this key, or undefined; the caller must validate it. */
export function readDraft(storage: DraftStorage, key: string): unknown {
  return readDraftEntry(storage, key)?.draft;
}

/** When the draft under this key was stored, in milliseconds since 1970; null where there is none. */
export function draftSavedAt(storage: DraftStorage, key: string): number | null {
  const at = readDraftEntry(storage, key)?.at;
  return typeof at === 'number' ? at : null;
}

/** Clears one draft, as after sending it. */
export function clearDraft(storage: DraftStorage, key: string): void {
  withStorageFallback(() => {
    storage.removeItem(key);
    storage.setItem(DRAFT_KEYS, JSON.stringify(draftKeys(storage).filter((other) => other !== key)));
  }, undefined);
}
