import {
  clearDraft,
  type DraftMetadata,
  type DraftStorage,
  draftSavedAt,
  readDraft,
  saveDraft,
} from '#lib/browser/drafts.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** An unsaved text, and the revision that it is based on. */
export type DocumentDraft = { content: string; revision: number };

const keyOf = (id: string) => `draft-item-${id}`;

/** The unsaved text of a document in this browser, if any. */
export function readDocumentDraft(storage: DraftStorage, id: string): DocumentDraft | null {
  const draft = readDraft(storage, keyOf(id));
  if (!isRecord(draft)) return null;
  const { content, revision } = draft;
  return typeof content === 'string' && typeof revision === 'number' ? { content, revision } : null;
}

/** When a document's draft was stored in this browser, in milliseconds since 1970; null where there is none. */
export const documentDraftSavedAt = (storage: DraftStorage, id: string): number | null =>
  readDocumentDraft(storage, id) ? draftSavedAt(storage, keyOf(id)) : null;

/** @returns false where the browser can't store it */
export const saveDocumentDraft = (
  storage: DraftStorage,
  id: string,
  draft: DocumentDraft,
  about: DraftMetadata,
): boolean => saveDraft(storage, keyOf(id), draft, about);

export const removeDocumentDraft = (storage: DraftStorage, id: string) => clearDraft(storage, keyOf(id));
