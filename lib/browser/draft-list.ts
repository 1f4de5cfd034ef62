import { isRecord } from '#lib/text/is-record.ts';
import {
  accountKeyPrefix,
  clearDraft,
  DRAFT_KEYS,
  type DraftMetadata,
  type DraftStorage,
  draftKeys,
  readDraftEntry,
  withStorageFallback,
} from './drafts.ts';

/** The storage keys of the last settings of camera and microphone (docs/contract.md §7). */
export const WEB_CAMERA_KEY = 'web-camera';
export const MIC_KEY = 'mic';

/** A draft in a list of drafts. */
export type DraftListEntry = {
  /** Its key in the browser's storage. */
  key: string;
  about: DraftMetadata;
  /** When it was stored, in milliseconds since 1970. */
  at: number;
};

const KINDS: readonly DraftMetadata['kind'][] = [
  'document',
  'new_document',
  'note',
  'comment',
  'post',
  'form',
  'answer',
  'waiting_answer',
];

function aboutIn(value: unknown): DraftMetadata | null {
  if (!isRecord(value)) return null;
  const { title, hub, path } = value;
  const kind = KINDS.find((one) => one === value.kind);
  if (!kind || typeof title !== 'string' || typeof hub !== 'string' || typeof path !== 'string') return null;
  // Whatever the storage contains, a list only links to paths of this app.
  return /^\/(?![/\\])/.test(path) ? { title, kind, hub, path } : null;
}

/** The unsaved drafts of an account in all its hubs, the newest first. */
export function listDrafts(storage: DraftStorage, account: string): DraftListEntry[] {
  return draftKeys(storage)
    .filter((key) => key.startsWith(accountKeyPrefix(account)))
    .flatMap((key) => {
      const entry = readDraftEntry(storage, key);
      const about = aboutIn(entry?.about);
      return about ? [{ key, about, at: typeof entry?.at === 'number' ? entry.at : 0 }] : [];
    })
    .sort((one, other) => other.at - one.at);
}

/** Removes a draft. @returns a function that restores it */
export function removeDraft(storage: DraftStorage, key: string): () => void {
  const stored = withStorageFallback(() => storage.getItem(key), null);
  clearDraft(storage, key);
  return () =>
    withStorageFallback(() => {
      if (stored === null || storage.getItem(key) !== null) return;
      storage.setItem(DRAFT_KEYS, JSON.stringify([...draftKeys(storage), key]));
      storage.setItem(key, stored);
    }, undefined);
}

/** The number of drafts of other users of this browser, which only "clear all" deletes. */
export function countOtherDrafts(storage: DraftStorage, account: string): number {
  return draftKeys(storage).filter((key) => !key.startsWith(accountKeyPrefix(account))).length;
}

/** Clears all unsaved drafts of an account in this browser. */
export function clearAccountDrafts(storage: DraftStorage, account: string): void {
  for (const key of draftKeys(storage)) {
    if (key.startsWith(accountKeyPrefix(account))) clearDraft(storage, key);
  }
}

/**
 * "Clear all": deletes every draft, their list, and the last settings of camera and microphone
 * (docs/contract.md §7).
 */
export function clearAllDrafts(storage: DraftStorage): void {
  withStorageFallback(() => {
    for (const key of [...draftKeys(storage), DRAFT_KEYS, WEB_CAMERA_KEY, MIC_KEY]) storage.removeItem(key);
  }, undefined);
}
