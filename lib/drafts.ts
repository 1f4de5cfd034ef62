/** Where drafts are kept: the browser's `localStorage`, which the caller hands in. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keys of the browser's storage that contract §7 names. */
export const DRAFT_KEYS = 'draft-keys';
export const WEB_CAMERA_KEY = 'web-camera';
export const MIC_KEY = 'mic';

/** A full or forbidden storage (private windows) must not take the screen down with it. */
function quietly<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** The keys of all drafts; empty when the list is missing or was damaged. */
export function draftKeys(storage: DraftStorage): string[] {
  return quietly(() => {
    const keys: unknown = JSON.parse(storage.getItem(DRAFT_KEYS) ?? '[]');
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  }, []);
}

/**
 * Keeps a draft under its own key and lists that key under `draft-keys`.
 * @returns false when the storage refused it (full, or switched off)
 */
export function saveDraft(storage: DraftStorage, key: string, draft: unknown): boolean {
  return quietly(() => {
    const keys = draftKeys(storage);
    // Listed first: a draft that is kept without being listed could never be cleared.
    if (!keys.includes(key)) storage.setItem(DRAFT_KEYS, JSON.stringify([...keys, key]));
    storage.setItem(key, JSON.stringify(draft));
    return true;
  }, false);
}

/** The draft under this key, or undefined; what it holds is the caller's to check. */
export function readDraft(storage: DraftStorage, key: string): unknown {
  return quietly(() => {
    const kept = storage.getItem(key);
    return kept === null ? undefined : JSON.parse(kept);
  }, undefined);
}

/** Forgets one draft, as after sending it. */
export function clearDraft(storage: DraftStorage, key: string): void {
  quietly(() => {
    storage.removeItem(key);
    storage.setItem(DRAFT_KEYS, JSON.stringify(draftKeys(storage).filter((other) => other !== key)));
  }, undefined);
}

/** "Clear all": every draft, their list, and the last camera's and microphone's settings (contract §7). */
export function clearAllDrafts(storage: DraftStorage): void {
  quietly(() => {
    for (const key of [...draftKeys(storage), DRAFT_KEYS, WEB_CAMERA_KEY, MIC_KEY]) storage.removeItem(key);
  }, undefined);
}
