import { sql } from 'kysely';
import * as Y from 'yjs';
import { sharedDocument } from '#lib/documents/yjs-document.ts';
import { convertDocument } from '#server/items/documents/convert-document.ts';
import { loadDocumentEngine } from '#server/items/documents/document-engine.ts';
import {
  insertState,
  type StoredDocument,
  storedDocument,
} from '#server/items/documents/shared-document.repo.ts';
import { itemContent } from '#server/items/item/item.repo.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * What is stored of a document to be written together; where it never was, its Markdown becomes its first state.
 * Of several that open it at once, the first one's state is that of all.
 */
export async function openDocument(
  services: Pick<Services, 'database' | 'extraction'>,
  itemId: string,
): Promise<StoredDocument | null> {
  const stored = await storedDocument(services.database, itemId);
  if (stored) return stored;
  const { changeSharedDocument, repairDocument } = await loadDocumentEngine();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const markdown = await itemContent(services.database, itemId);
    const { document } = await convertDocument(services, Buffer.from(markdown ?? ''), 'md');
    const shared = sharedDocument([]);
    changeSharedDocument(shared, repairDocument(JSON.parse(document)));
    const state = Y.encodeStateAsUpdate(shared);
    const isStored = await transact(services.database, async (trx) => {
      const { rows } = await sql<{ content: string | null }>`
        select content from item where id = ${itemId} for update`.execute(trx);
      // Somebody wrote another content in the meantime.
      if (rows[0]?.content !== markdown) return false;
      await insertState(trx, itemId, { state, document });
      return true;
    });
    if (isStored) return storedDocument(services.database, itemId);
  }
  return null;
}
