import type { Authorized } from '#server/access/policy/authorized.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const PROCESS_ITEM = 'process-item';

/** Queues the reading of an item's file, in the transaction that makes or changes it. @returns the job's id. */
export async function queueProcessing(
  trx: Transaction,
  jobs: Jobs,
  item: { id: string; hub_id: string },
  userId: string,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('job')
    .values({ id, hub_id: item.hub_id, item_id: item.id, task: PROCESS_ITEM, created_by: userId })
    .execute();
  const exclusive = `${PROCESS_ITEM} ${item.id}`;
  const options = { transaction: trx, exclusive, tenant: hubTenant(item.hub_id) };
  await jobs.add(PROCESS_ITEM, { item: item.id, job: id }, options);
  return id;
}

/**
 * Queues the extraction once more, after it failed.
 * @throws ApiError 409 while it is queued or running, and where there is no file to read.
 */
export async function retryProcessing(
  services: Services,
  caller: Caller & { user: NonNullable<Caller['user']> },
  item: Authorized<{ id: string; hub_id: string; file_sha256: string | null }, 'item.change'>,
): Promise<void> {
  if (!item.file_sha256) throw conflict('no_file', 'This item has no file to read.');
  await inTransaction(services, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('item')
      .set({
        processing_state: 'queued',
        processing_code: null,
        processing_reason: null,
        processing_progress: null,
      })
      .where('id', '=', item.id)
      .where('processing_state', 'in', ['failed', 'ready'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw conflict('still_running', 'This file is being read already.');
    await queueProcessing(trx, services.jobs, item, caller.user.id);
  });
}
