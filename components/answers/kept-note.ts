import { clearDraft, type DraftStorage, readDraft, saveDraft } from '#lib/drafts.ts';

const keyOf = (answerId: string) => `draft-note-${answerId}`;

const NOTHING: DraftStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** One that keeps nothing where the browser's may not even be looked at. */
function browserStorage(): DraftStorage {
  try {
    return window.localStorage;
  } catch {
    return NOTHING;
  }
}

/** The note that was begun on an answer in this browser; empty where none was. */
export function keptNote(answerId: string): string {
  const kept = readDraft(browserStorage(), keyOf(answerId));
  return typeof kept === 'string' ? kept : '';
}

/** Keeps a note while it is written: stepping to another answer, or leaving, loses none of it. */
export function keepNote(answerId: string, body: string): void {
  if (body === '') clearDraft(browserStorage(), keyOf(answerId));
  else saveDraft(browserStorage(), keyOf(answerId), body);
}
