import {
  clearDraft,
  type DraftMetadata,
  type DraftStorage,
  readDraft,
  saveDraft,
} from '#lib/browser/drafts.ts';

const keyOf = (answerId: string) => `draft-note-${answerId}`;

/** The note that was begun on an answer in this browser; empty where none was. */
export function readNoteDraft(storage: DraftStorage, answerId: string): string {
  const kept = readDraft(storage, keyOf(answerId));
  return typeof kept === 'string' ? kept : '';
}

/** Keeps a note while it is written: stepping to another answer, or leaving, loses none of it. */
export function saveNoteDraft(
  storage: DraftStorage,
  answerId: string,
  body: string,
  about: DraftMetadata,
): void {
  if (body === '') clearDraft(storage, keyOf(answerId));
  else saveDraft(storage, keyOf(answerId), body, about);
}
