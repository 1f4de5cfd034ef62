import {
  clearDraft,
  type DraftMetadata,
  type DraftStorage,
  readDraft,
  saveDraft,
} from '#lib/browser/drafts.ts';

const keyOf = (place: string) => `draft-comment-${place}`;

/** The unsent text (Markdown) for a place of a discussion in this browser; null where there is none. */
export function readCommentDraft(storage: DraftStorage, place: string): string | null {
  const stored = readDraft(storage, keyOf(place));
  return typeof stored === 'string' && stored !== '' ? stored : null;
}

/** Stores a text while it is written; an empty one clears it. */
export function saveCommentDraft(
  storage: DraftStorage,
  place: string,
  markdown: string,
  about: DraftMetadata,
): void {
  if (markdown.trim() === '') clearDraft(storage, keyOf(place));
  else saveDraft(storage, keyOf(place), markdown, about);
}
