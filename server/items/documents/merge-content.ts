import * as Y from 'yjs';
import { sharedDocument } from '#lib/documents/yjs-document.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import { type ConvertedDocument, convertDocument } from './convert-document.ts';
import { loadDocumentEngine } from './document-engine.ts';
import { generationOf, mergeUpdates, storedDocument } from './shared-document.repo.ts';

type Needed = Pick<Services, 'database' | 'extraction'>;

/** A content that is about to be written: as it was given and, for a shared document, in its other forms. */
export type PreparedContent = { markdown: string; converted: ConvertedDocument | null };

/** Converts Markdown where the document is written together; else it stays as it is written. */
export async function prepareContent(
  services: Needed,
  itemId: string,
  markdown: string,
): Promise<PreparedContent> {
  const isShared = (await generationOf(services.database, itemId)) !== null;
  return {
    markdown,
    converted: isShared ? await convertDocument(services, Buffer.from(markdown), 'md') : null,
  };
}

/**
 * Writes a content as one more writer of the document, by what differs from it: what others are writing at the
 * same time elsewhere in it stays. The item's row is locked.
 * @returns the Markdown to store with the item
 */
export async function mergeContent(
  services: Needed,
  trx: Transaction,
  itemId: string,
  { markdown, converted }: PreparedContent,
): Promise<string> {
  const stored = await storedDocument(trx, itemId);
  if (!stored) return markdown;
  // It became a shared one since.
  const content = converted ?? (await convertDocument(services, Buffer.from(markdown), 'md'));
  const { changeSharedDocument, repairDocument } = await loadDocumentEngine();
  const shared = sharedDocument([stored.state, ...stored.updates.map((update) => update.content)]);
  changeSharedDocument(shared, repairDocument(JSON.parse(content.document)));
  await mergeUpdates(trx, itemId, {
    generation: stored.generation,
    state: Y.encodeStateAsUpdate(shared),
    document: content.document,
    ids: stored.updates.map(({ id }) => id),
  });
  return content.markdown;
}
