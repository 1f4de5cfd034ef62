import type { z } from 'zod';
import type { conversionJob, convertItemRequest } from '#lib/contract/job.ts';
import { conversionOf } from '#lib/text/conversion.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { queuedJob } from '#server/api/queued-job.ts';
import { inTransaction } from '#server/api/route.ts';
import { convertToDocument } from '#server/items/imports/convert-to-document.ts';
import { placeBeside } from '#server/items/item/destination.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { createTableForFile } from './create-table.ts';
import { checkFile } from './import/check-file.ts';
import { ImportAborted } from './import/import-aborted.ts';
import { queueImport } from './import/start-import.ts';

type Wanted = z.output<typeof convertItemRequest>;
type FileItem = ItemView & { file_sha256: string };

/** @throws ApiError 415 for an item without a file, or whose file is of another type */
function requireFile(item: ItemView, { to }: Wanted): FileItem {
  const { file_sha256 } = item;
  if (file_sha256 !== null && conversionOf(item.file_name) === to) return { ...item, file_sha256 };
  throw new ApiError(
    415,
    'unsupported_type',
    to === 'document'
      ? 'Only a Markdown, HTML, Word or text file can be converted to a document.'
      : 'Only a CSV file or a workbook can be converted to a table.',
  );
}

/** @throws ApiError 422 for a file that no table can be made of */
async function requireRows(
  services: Services,
  item: FileItem,
  { sheet = null }: Omit<Wanted, 'sheet'> & { sheet?: number | null },
): Promise<void> {
  try {
    await services.storage.look(item.file_sha256, (source) =>
      checkFile(services, source, { fileName: item.file_name ?? '', sheet }),
    );
  } catch (error) {
    if (!(error instanceof ImportAborted)) throw error;
    throw new ApiError(422, 'rows_unreadable', `This file could not be converted. ${error.message}`);
  }
}

/** An item's title without the ending of its file. */
function titleWithout({ title, file_name }: ItemView): string {
  const extension = extensionOf(file_name ?? '');
  const stem = extensionOf(title) === extension ? title.slice(0, -extension.length - 1).trim() : title;
  return stem || title;
}

type Begun = { jobId: string; itemId: string | null };

async function convertToTable(
  services: Services,
  trx: Transaction,
  caller: SignedIn,
  { item, wanted }: { item: FileItem; wanted: Wanted },
): Promise<Begun> {
  const place = await placeBeside(trx, caller, item);
  const own = { title: titleWithout(item), visibility: item.visibility };
  const table = await createTableForFile(services, trx, caller, place, own);
  const jobId = newId();
  const file = { id: jobId, item: table, sha256: item.file_sha256, name: item.file_name ?? item.title };
  await queueImport(services, trx, caller, file, { sheet: wanted.sheet });
  return { jobId, itemId: table.id };
}

/**
 * Converts an item's file to a document or a table beside it, with its visibility, by a job; the file stays as it is.
 * @throws ApiError 403 where the caller may not add anything there, 415 and 422 for a file that can't be converted
 */
export async function convertItem(
  services: Services,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.download'>,
  wanted: Wanted,
): Promise<z.output<typeof conversionJob>> {
  const file = requireFile(item, wanted);
  // Anybody who may not add anything there has nothing read for them.
  await inTransaction(services, async (trx) => void (await placeBeside(trx, caller, item)));
  if (wanted.to === 'table') await requireRows(services, file, wanted);
  const { jobId, itemId } = await inTransaction(services, async (trx): Promise<Begun> => {
    const now = authorizeItem(await requireItemView(trx, caller, item.id), 'item.download');
    const source = requireFile(now, wanted);
    if (wanted.to === 'table') return convertToTable(services, trx, caller, { item: source, wanted });
    return { jobId: await convertToDocument(services, trx, caller, source), itemId: null };
  });
  if (itemId) services.changeEvents.publish({ about: 'item', hubId: item.hub_id, id: itemId });
  return { ...queuedJob(jobId), item_id: itemId };
}
