import { sql } from 'kysely';
import type { z } from 'zod';
import type { CopiedRowFile, copyRowFilesRequest } from '#lib/contract/table-paste.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { fileProblem } from '#lib/fields/file-check.ts';
import * as message from '#lib/text/messages.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem, itemAllowed } from '#server/access/policy/item-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { fileFieldsOf, IS_OF_COLUMN, type StoredRowFile } from '../rows/row-file.repo.ts';
import { existingRows } from '../rows/row-links.ts';
import { requireTable } from '../table/table.ts';
import { findReadableItem } from '../table/table-access.ts';
import { refuseTooManyPendingFiles } from './store-row-file.ts';

type Wanted = { item: string; file_id: string };

const GONE = 'The file is not there any more, or you do not have access to it';

/**
 * Files of rows of a table, if the caller may read it; of those that wait for a row, such as files of a cell that was
 * emptied, the ones that they sent, and all of them, with those of deleted rows, where they may change the table. Locked, so that
 * their bytes stay.
 */
async function readableFiles(
  trx: Transaction,
  caller: SignedIn,
  hubId: string,
  itemId: string,
  ids: readonly string[],
): Promise<StoredRowFile[]> {
  const item = await findReadableItem(trx, caller, itemId);
  if (item?.hub_id !== hubId) return [];
  const mayChange = itemAllowed(item).includes('item.change');
  const { rows } = await sql<StoredRowFile>`
    select id, field_id, row_id, name, mime, size::float8 as size, file_sha256, created_by from row_file
    where item_id = ${item.id} and id = any(${ids.filter(isId)}::uuid[])
      and (row_id is not null or created_by = ${caller.user.id} or ${mayChange}) and ${IS_OF_COLUMN}
    order by id for share`.execute(trx);
  if (mayChange) return rows;
  const rowIds = [...new Set(rows.flatMap(({ row_id }) => row_id ?? []))];
  const present = rowIds.length > 0 ? await existingRows(trx, item.id, rowIds) : new Set();
  return rows.filter(({ row_id }) => row_id === null || present.has(row_id));
}

/**
 * Copies files of rows for a cell that is to be written: each waits for its row as one that was sent. Their bytes are not
 * stored twice.
 * @returns the copy of each, or why there is none
 * @throws ApiError 422 for a field that takes no file, 429 where too many wait already
 */
export function copyFilesToRows(
  services: Services,
  caller: SignedIn,
  { id }: Authorized<ItemView, 'item.change'>,
  { field: wanted, files }: z.output<typeof copyRowFilesRequest>,
): Promise<CopiedRowFile[]> {
  return inTransaction(services, async (trx) => {
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
    const { fields } = await requireTable(trx, item);
    const taking = fileFieldsOf(fields);
    const field = taking.get(wanted) ?? [...taking.values()].find((one) => one.name === wanted);
    if (!field) throw invalid({ field: [message.invalidType('Field', 'file field')] });
    await refuseTooManyPendingFiles(trx, caller.user.id, files.length);
    const known = new Map<string, StoredRowFile>();
    for (const [source, ofSource] of Map.groupBy(files, (one) => one.item)) {
      const ids = ofSource.map(({ file_id }) => file_id);
      for (const file of await readableFiles(trx, caller, item.hub_id, source, ids))
        known.set(`${source} ${file.id}`, file);
    }
    const results = files.map((one: Wanted): CopiedRowFile & { from?: StoredRowFile } => {
      const from = known.get(`${one.item} ${one.file_id}`);
      if (!from) return { reason: GONE };
      const problem = fileProblem(field, from);
      if (problem) return { reason: englishProblem(problem) };
      const { name, size, mime } = from;
      return { file: { id: newId(), name, size, mime }, from };
    });
    const copies = results.flatMap((one) =>
      'file' in one && one.from
        ? [
            {
              ...{ id: one.file.id, item_id: item.id, field_id: field.id, row_id: null },
              ...{ file_sha256: one.from.file_sha256, name: one.file.name, size: one.file.size },
              ...{ mime: one.file.mime, created_by: caller.user.id },
            },
          ]
        : [],
    );
    if (copies.length > 0) await trx.insertInto('row_file').values(copies).execute();
    return results.map(({ from: _, ...one }) => one);
  });
}
