import { sql } from 'kysely';
import type { UploadedRowFile } from '#lib/contract/table.ts';
import { fileProblem } from '#lib/fields/file-check.ts';
import * as message from '#lib/text/messages.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import type { IncomingFieldFile } from '#server/items/uploads/receive-field-file.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { sniff } from '#server/platform/extraction/sniff.ts';
import { ApiError, invalid, invalidFields } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import { fileFieldsOf } from '../rows/row-file.repo.ts';
import { requireTable } from '../table/table.ts';

/** Files that one account may have waiting for rows. */
const PENDING_FILES_MAX = 500;
const RETRY_SECONDS = 600;

/** @param more files that are added now. @throws ApiError 429 beyond what one account may have waiting. */
export async function refuseTooManyPendingFiles(trx: Transaction, userId: string, more = 1): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`row files ${userId}`}, 0))`.execute(trx);
  const { rows } = await sql`
    select from row_file where created_by = ${userId} and row_id is null limit ${PENDING_FILES_MAX}`.execute(
    trx,
  );
  if (rows.length + more <= PENDING_FILES_MAX) return;
  throw new ApiError(
    429,
    'too_many_waiting_files',
    'Too many files of yours wait for their rows. Save those rows first, or try again later.',
    { retryAfter: RETRY_SECONDS },
  );
}

/**
 * Stores a file for a row that is to be saved: its type is detected by its bytes, and its field must accept
 * it.
 * @throws ApiError 415 for a type that is not accepted, 422 for a field that takes no file, or not this one,
 * 429 where too many wait already.
 */
export async function storeRowFile(
  services: Services,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.change'>,
  { file, name, field: wanted }: Pick<IncomingFieldFile, 'file' | 'name' | 'field'>,
): Promise<UploadedRowFile> {
  const { fields } = await requireTable(services.database, item);
  const taking = fileFieldsOf(fields);
  const field = taking.get(wanted) ?? [...taking.values()].find((one) => one.name === wanted);
  if (!field) throw invalid({ field: [message.invalidType('Field', 'file field')] });
  const problem = fileProblem(field, { name, size: file.size });
  if (problem) throw invalidFields([{ ...problem, path: 'file' }]);
  const sniffed = await file.look((source) => sniff(source, name));
  if (!sniffed.ok) throw new ApiError(415, sniffed.code, sniffed.message);
  const id = newId();
  const { size, sha256: file_sha256 } = file;
  await withReceivedFiles(services, [file], async (trx, storeFiles) => {
    authorizeItem(await requireItemView(trx, caller, item.id), 'item.change');
    await refuseTooManyPendingFiles(trx, caller.user.id);
    await storeFiles();
    await trx
      .insertInto('row_file')
      .values({
        ...{ id, item_id: item.id, field_id: field.id, row_id: null, file_sha256, name, size },
        ...{ mime: sniffed.mime, created_by: caller.user.id },
      })
      .execute();
  });
  return { id, name, size, mime: sniffed.mime };
}
