import {
  clearDraft,
  DRAFT_KEYS,
  type DraftAbout,
  type DraftStorage,
  draftKeys,
  entryAt,
  isObject,
  prefixOfAccount,
  quietly,
} from './drafts.ts';

/** The keys of the last camera's and microphone's settings (docs/contract.md §7). */
export const WEB_CAMERA_KEY = 'web-camera';
export const MIC_KEY = 'mic';

/** A draft as a list shows it. */
export type ListedDraft = {
  /** Its key in the browser's storage. */
  key: string;
  about: DraftAbout;
  /** When it was kept, in milliseconds since 1970. */
  at: number;
};

const KINDS: readonly DraftAbout['kind'][] = [
  'document',
  'new_document',
  'note',
  'form',
  'answer',
  'waiting_answer',
];

function aboutIn(value: unknown): DraftAbout | null {
  if (!isObject(value)) return null;
  const { title, hub, path } = value;
  const kind = KINDS.find((one) => one === value.kind);
  if (!kind || typeof title !== 'string' || typeof hub !== 'string' || typeof path !== 'string') return null;
  // Whatever else stands in the storage, a list leads to this app alone.
  return /^\/(?![/\\])/.test(path) ? { title, kind, hub, path } : null;
}

/** The unsaved drafts of an account in all its hubs, the newest first. */
export function listDrafts(storage: DraftStorage, account: string): ListedDraft[] {
  return draftKeys(storage)
    .filter((key) => key.startsWith(prefixOfAccount(account)))
    .flatMap((key) => {
      const entry = entryAt(storage, key);
      const about = aboutIn(entry?.about);
      return about ? [{ key, about, at: typeof entry?.at === 'number' ? entry.at : 0 }] : [];
    })
    .sort((one, other) => other.at - one.at);
}

/** Takes a draft away. @returns what puts it back */
export function takeDraft(storage: DraftStorage, key: string): () => void {
  const kept = quietly(() => storage.getItem(key), null);
  clearDraft(storage, key);
  return () =>
    quietly(() => {
      if (kept === null || storage.getItem(key) !== null) return;
      storage.setItem(DRAFT_KEYS, JSON.stringify([...draftKeys(storage), key]));
      storage.setItem(key, kept);
    }, undefined);
}

/** Drafts of whoever else used this browser, which only "clear all" concerns. */
export function countOtherDrafts(storage: DraftStorage, account: string): number {
  return draftKeys(storage).filter((key) => !key.startsWith(prefixOfAccount(account))).length;
}

/** Forgets everything that an account has not saved in this browser. */
export function clearDraftsOf(storage: DraftStorage, account: string): void {
  for (const key of draftKeys(storage)) {
    if (key.startsWith(prefixOfAccount(account))) clearDraft(storage, key);
  }
}

/** "Clear all": every draft, their list, and the last camera's and microphone's settings (docs/contract.md §7). */
export function clearAllDrafts(storage: DraftStorage): void {
  quietly(() => {
    for (const key of [...draftKeys(storage), DRAFT_KEYS, WEB_CAMERA_KEY, MIC_KEY]) storage.removeItem(key);
  }, undefined);
}
