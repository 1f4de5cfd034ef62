import { downloadName } from '#lib/text/download-name.ts';
import { placeBeside } from '#server/items/item/destination.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { storableName } from '#server/platform/http/file-name.ts';
import type { Services } from '#server/platform/services.ts';
import { queueDocumentImport } from './start-document-import.ts';

/**
 * Queues the import of an item's file as a document beside it. It is a source of its own: each conversion makes a new
 * document.
 * @returns the job's id
 * @throws ApiError 403 where the caller may not add anything there
 */
export async function convertToDocument(
  services: Services,
  trx: Transaction,
  caller: SignedIn,
  item: ItemView & { file_sha256: string },
): Promise<string> {
  const { space, folder } = await placeBeside(trx, caller, item);
  const id = newId();
  await queueDocumentImport(services, trx, caller, {
    id,
    space,
    originId: item.id,
    parentId: folder?.id ?? null,
    source: `conversion/${id}`,
    fileName: storableName(downloadName(item)),
    sha256: item.file_sha256,
    existing: 'update',
  });
  return id;
}
