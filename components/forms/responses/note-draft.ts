import {
  clearDraft,
  type DraftMetadata,
  type DraftStorage,
  readDraft,
  saveDraft,
} from '#lib/browser/drafts.ts';

const keyOf = (answerId: string) => `draft-note-${answerId}`;

/** The unsaved note on a submission in this browser; empty where there is none. */
export function readNoteDraft(storage: DraftStorage, answerId: string): string {
  const stored = readDraft(storage, keyOf(answerId));
  return typeof stored === 'string' ? stored : '';
}

/** Stores a note while it is written, so that opening another submission, or leaving, does not lose it. */
export function saveNoteDraft(
  storage: DraftStorage,
  answerId: string,
  body: string,
  about: DraftMetadata,
): void {
  if (body === '') clearDraft(storage, keyOf(answerId));
  else saveDraft(storage, keyOf(answerId), body, about);
}
