import * as Y from 'yjs';
import { sharedDocument } from '#lib/documents/yjs-document.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { type ConvertedDocument, convertDocument } from './convert-document.ts';
import { loadDocumentEngine } from './document-engine.ts';
import { generationOf, mergeUpdates, type StoredDocument, storedDocument } from './shared-document.repo.ts';

type Needed = Pick<Services, 'database' | 'extraction'>;

/** A content that is about to be written: as it was given and, for a shared document, in its other forms. */
type NewContent = { markdown: string; converted: ConvertedDocument | null };

/** A change of what a document has when it is written; null or false where it can't be made any more. */
export type DocumentEdit = {
  inMarkdown: (markdown: string) => string | null;
  /** Changes the document, whose Markdown is given beside it. */
  inShared: (shared: Y.Doc, markdown: string) => Promise<boolean>;
};

/** What was written, and who wrote what it was merged with; null for anybody who has no account. */
type MergedContent = { markdown: string; others: (string | null)[] };

export type PreparedContent = NewContent | { edit: DocumentEdit };

/** Converts Markdown where the document is written together; else it stays as it is written. */
export async function prepareContent(
  services: Needed,
  itemId: string,
  markdown: string,
): Promise<NewContent> {
  const isShared = (await generationOf(services.database, itemId)) !== null;
  return {
    markdown,
    converted: isShared ? await convertDocument(services, Buffer.from(markdown), 'md') : null,
  };
}

/**
 * Writes a content as one more writer of the document, by what differs from it. The item's row is locked.
 *
 * For the current revision it is merged three ways: what others wrote since that was derived stays. Otherwise it replaces
 * all that is stored, but not what others are writing.
 * @returns the Markdown to store with the item, and who else wrote it
 * @throws ApiError 409 for an edit that can't be made any more
 */
export async function mergeContent(
  services: Needed,
  trx: Transaction,
  itemId: string,
  prepared: PreparedContent,
  { isOfRevision }: { isOfRevision: boolean },
): Promise<MergedContent> {
  const stored = await storedDocument(trx, itemId);
  if ('edit' in prepared) return editDocument(services, trx, { itemId, stored, edit: prepared.edit });
  const { markdown, converted } = prepared;
  if (!stored) return { markdown, others: [] };
  // It became a shared one since.
  const content = converted ?? (await convertDocument(services, Buffer.from(markdown), 'md'));
  const { changeSharedDocument, repairDocument } = await loadDocumentEngine();
  const updates = stored.updates.map((update) => update.content);
  const document = repairDocument(JSON.parse(content.document));
  const isMerged = isOfRevision && updates.length > 0;
  // The state without the updates is what the revision's Markdown was derived from.
  const shared = sharedDocument(isMerged ? [stored.state] : [stored.state, ...updates]);
  changeSharedDocument(shared, document);
  if (isMerged) for (const update of updates) Y.applyUpdate(shared, update);
  const state = Buffer.from(Y.encodeStateAsUpdate(shared));
  const written = isMerged ? await convertDocument(services, state, 'yjs') : content;
  await mergeUpdates(trx, itemId, {
    generation: stored.generation,
    state,
    document: written.document,
    ids: stored.updates.map(({ id }) => id),
  });
  return { markdown: written.markdown, others: isMerged ? authorsOf(stored) : [] };
}

const authorsOf = ({ updates }: StoredDocument) => [...new Set(updates.map(({ user_id }) => user_id))];

const edited = <Result>(result: Result | null | false): Result => {
  if (result === null || result === false)
    throw new ApiError(409, 'conflict', 'This place of the document was changed meanwhile.');
  return result;
};

async function storedMarkdown(trx: Transaction, itemId: string): Promise<string> {
  const row = await trx.selectFrom('item').select('content').where('id', '=', itemId).executeTakeFirst();
  return row?.content ?? '';
}

async function editDocument(
  services: Needed,
  trx: Transaction,
  { itemId, stored, edit }: { itemId: string; stored: StoredDocument | null; edit: DocumentEdit },
): Promise<MergedContent> {
  if (!stored) return { markdown: edited(edit.inMarkdown(await storedMarkdown(trx, itemId))), others: [] };
  const shared = sharedDocument([stored.state, ...stored.updates.map((update) => update.content)]);
  const whole = () => Buffer.from(Y.encodeStateAsUpdate(shared));
  const before = await convertDocument(services, whole(), 'yjs');
  edited(await edit.inShared(shared, before.markdown));
  const state = whole();
  const { document, markdown } = await convertDocument(services, state, 'yjs');
  const ids = stored.updates.map(({ id }) => id);
  edited(await mergeUpdates(trx, itemId, { generation: stored.generation, state, document, ids }));
  return { markdown, others: authorsOf(stored) };
}
