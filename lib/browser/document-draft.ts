import {
  clearDraft,
  type DraftMetadata,
  type DraftStorage,
  draftKeys,
  draftSavedAt,
  readDraft,
  saveDraft,
} from '#lib/browser/drafts.ts';
import { isRecord } from '#lib/text/is-record.ts';

/**
 * What was written in a document and is not saved: updates of Yjs in base64, one a tab; or, by earlier versions of the
 * app, its whole Markdown.
 */
type DocumentDraft = { updates: readonly string[]; markdown: string | null };

const keyOf = (id: string) => `draft-item-${id}`;
const tabKeyOf = (id: string, tab: string) => `${keyOf(id)}:${tab}`;
const keysOf = (storage: DraftStorage, id: string) =>
  draftKeys(storage).filter((key) => key === keyOf(id) || key.startsWith(`${keyOf(id)}:`));

/** The unsaved writing of a document in this browser, in all its tabs; null where there is none. */
export function readDocumentDraft(storage: DraftStorage, id: string): DocumentDraft | null {
  const stored = keysOf(storage, id).map((key) => readDraft(storage, key));
  const drafts = stored.filter(isRecord);
  const updates = drafts.flatMap(({ update }) => (typeof update === 'string' ? [update] : []));
  const markdown =
    drafts.map(({ content }) => content).find((content) => typeof content === 'string') ?? null;
  return updates.length > 0 || markdown !== null ? { updates, markdown } : null;
}

/** When a document's draft was stored in this browser, in milliseconds since 1970; null where there is none. */
export function documentDraftSavedAt(storage: DraftStorage, id: string): number | null {
  if (!readDocumentDraft(storage, id)) return null;
  return Math.max(...keysOf(storage, id).map((key) => draftSavedAt(storage, key) ?? 0));
}

/** Stores what a tab has not saved. @returns false where the browser can't store it */
export const saveDocumentDraft = (
  storage: DraftStorage,
  { id, tab }: { id: string; tab: string },
  update: string,
  about: DraftMetadata,
): boolean => saveDraft(storage, tabKeyOf(id, tab), { update }, about);

/** Removes the draft of one tab. */
export function removeTabDraft(storage: DraftStorage, { id, tab }: { id: string; tab: string }): void {
  const key = tabKeyOf(id, tab);
  if (draftKeys(storage).includes(key)) clearDraft(storage, key);
}

/** Removes all drafts of a document; `except` is a tab whose draft stays. */
export function removeDocumentDrafts(storage: DraftStorage, id: string, except?: string): void {
  for (const key of keysOf(storage, id))
    if (except === undefined || key !== tabKeyOf(id, except)) clearDraft(storage, key);
}
