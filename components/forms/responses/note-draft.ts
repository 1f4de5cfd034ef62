import {
  clearDraft,
  type DraftMetadata,
  type DraftStorage,
  readDraft,
  saveDraft,
} from '#lib/browser/drafts.ts';

const keyOf = (submissionId: string) => `draft-note-${submissionId}`;

/** The unsaved note on a submission in this browser; empty where there is none. */
export function readNoteDraft(storage: DraftStorage, submissionId: string): string {
  const stored = readDraft(storage, keyOf(submissionId));
  return typeof stored === 'string' ? stored : '';
}

/** Stores a note while it is written, so that opening another submission, or leaving, does not lose it. */
export function saveNoteDraft(
  storage: DraftStorage,
  submissionId: string,
  body: string,
  about: DraftMetadata,
): void {
  if (body === '') clearDraft(storage, keyOf(submissionId));
  else saveDraft(storage, keyOf(submissionId), body, about);
}
