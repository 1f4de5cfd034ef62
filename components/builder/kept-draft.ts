import { clearDraft, type DraftStorage, readDraft, saveDraft } from '#lib/drafts.ts';
import type { DraftContent } from './draft-content.ts';

/** A draft that the server does not have yet, and the fingerprint of what it was made upon. */
export type KeptDraft = { content: DraftContent; base: string };

const keyOf = (id: string) => `draft-form-${id}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isField = (value: unknown): boolean =>
  isObject(value) &&
  ['id', 'name', 'label', 'type'].every((key) => typeof value[key] === 'string') &&
  (value.fields === undefined || (Array.isArray(value.fields) && value.fields.every(isField)));

const isPage = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.id === 'string' &&
  Array.isArray(value.blocks) &&
  value.blocks.every((block) => isObject(block) && typeof block.kind === 'string');

/** Whether it has the shape that the builder gives its drafts; whether it could be saved is asked elsewhere. */
function isContent(value: unknown): value is DraftContent {
  if (!isObject(value) || !isObject(value.layout) || !isObject(value.translations)) return false;
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

/** What was built in this browser and never saved, if anything. */
export function readKeptDraft(storage: DraftStorage, id: string): KeptDraft | null {
  const kept = readDraft(storage, keyOf(id));
  if (!isObject(kept) || typeof kept.base !== 'string' || !isContent(kept.content)) return null;
  return { content: kept.content, base: kept.base };
}

/** @returns false where the browser keeps nothing (full, or switched off) */
export const keepDraft = (storage: DraftStorage, id: string, draft: KeptDraft): boolean =>
  saveDraft(storage, keyOf(id), draft);

export const dropKeptDraft = (storage: DraftStorage, id: string): void => clearDraft(storage, keyOf(id));
