import {
  clearDraft,
  type DraftMetadata,
  type DraftStorage,
  draftKeys,
  readDraft,
  saveDraft,
} from '#lib/browser/drafts.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { DraftContent } from './draft-content.ts';
import { newId } from './fields-in-draft.ts';
import { parseUnfinishedRules, type UnfinishedRules } from './unfinished-rule.ts';

/** An unsaved draft, and the fingerprint of the draft that it is based on. */
export type LocalDraft = {
  content: DraftContent;
  base: string;
  /**
   * The draft that it is based on, for merging with changes by others; missing where the storage was too small for it.
   */
  from?: DraftContent | undefined;
  unfinished: UnfinishedRules;
};

/** The address of the form's builder, for lists of drafts, which show the draft's own title. */
export type DraftLocation = Pick<DraftMetadata, 'hub' | 'path'>;

/** A stored local draft, and when it was saved, in milliseconds since 1970. */
export type StoredLocalDraft = LocalDraft & { key: string; at: number };

/** Milliseconds after which an unused local draft is removed. */
export const LOCAL_DRAFT_MAX_AGE = 90 * 24 * 3600 * 1000;

const PREFIX = 'draft-form-';
const prefixOf = (id: string) => `${PREFIX}${id}:`;

/** A key under which no other tab stores its copy of this form, not even a duplicate of this tab. */
export const newLocalDraftKey = (id: string): string => `${prefixOf(id)}${newId('d')}`;

const isField = (value: unknown): boolean =>
  isRecord(value) &&
  ['id', 'name', 'label', 'type'].every((key) => typeof value[key] === 'string') &&
  (value.fields === undefined || (Array.isArray(value.fields) && value.fields.every(isField)));

const isPage = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  Array.isArray(value.blocks) &&
  value.blocks.every((block) => isRecord(block) && typeof block.kind === 'string');

/** Whether the value has the structure of a draft; whether it could be saved is checked elsewhere. */
function isContent(value: unknown): value is DraftContent {
  if (!isRecord(value) || !isRecord(value.layout) || !isRecord(value.translations)) return false;
  const { title, description, fields } = value;
  const { pages } = value.layout;
  return (
    typeof title === 'string' &&
    typeof description === 'string' &&
    Array.isArray(fields) &&
    fields.every(isField) &&
    Array.isArray(pages) &&
    pages.length > 0 &&
    pages.every(isPage)
  );
}

/** Reads a copy. Older versions stored no time: such a copy gets the current one when it is found. */
function readLeft(storage: DraftStorage, key: string): StoredLocalDraft | null {
  const stored = readDraft(storage, key);
  if (!isRecord(stored) || typeof stored.base !== 'string' || !isContent(stored.content)) return null;
  const { content, base } = stored;
  const unfinished = parseUnfinishedRules(stored.unfinished);
  const from = isContent(stored.from) ? { from: stored.from } : {};
  if (typeof stored.at === 'number') return { key, content, base, ...from, unfinished, at: stored.at };
  const found = { content, base, ...from, unfinished, at: Date.now() };
  saveDraft(storage, key, found);
  return { key, ...found };
}

/** The unsaved copies of a form in this browser, from any tab; the newest first. */
export function listLocalDrafts(storage: DraftStorage, id: string): StoredLocalDraft[] {
  return draftKeys(storage)
    .filter((key) => key === `${PREFIX}${id}` || key.startsWith(prefixOf(id)))
    .flatMap((key) => readLeft(storage, key) ?? [])
    .sort((one, other) => other.at - one.at);
}

/** @returns false where the browser can't store it (full, or disabled) */
export const saveLocalDraft = (
  storage: DraftStorage,
  key: string,
  draft: LocalDraft,
  place: DraftLocation,
): boolean => {
  const about = { kind: 'form', title: draft.content.title, ...place } as const;
  const copy = { ...draft, at: Date.now() };
  // If the storage is too small for both, the draft is stored without its base.
  return saveDraft(storage, key, copy, about) || saveDraft(storage, key, { ...copy, from: undefined }, about);
};

export const removeLocalDraft = (storage: DraftStorage, key: string): void => clearDraft(storage, key);

/** Removes expired local drafts of all forms, and invalid entries. */
export function removeExpiredDrafts(storage: DraftStorage): void {
  for (const key of draftKeys(storage)) {
    if (!key.startsWith(PREFIX)) continue;
    const left = readLeft(storage, key);
    if (!left || left.at < Date.now() - LOCAL_DRAFT_MAX_AGE) clearDraft(storage, key);
  }
}
