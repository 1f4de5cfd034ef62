import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import type { Services } from '#server/platform/services.ts';
import { removePreviews } from '#server/platform/storage/remove-previews.ts';
import { HUB_TRASH_DAYS } from './delete-hub.ts';

type Stores = Pick<Services, 'database' | 'storage'>;

/** Items, or audit entries, that one statement deletes: no lock covers a whole hub for long. */
const BATCH = 1_000;

/**
 * Purges the hubs that can't be restored any more, with everything in them: items, their text and search
 * index, members, links, jobs, the audit log. Files are purged separately once nothing refers to them.
 */
export async function purgeHubs(stores: Stores, signal: AbortSignal): Promise<void> {
  const { database } = stores;
  // An hour after the last moment in which it can be restored, so that the two never overlap.
  const { rows } = await sql<{ id: string }>`
    select id from hub where deleted_at < now() - ${HUB_TRASH_DAYS} * interval '1 day' - interval '1 hour'`.execute(
    database,
  );
  for (const { id } of rows) await purgeHub(stores, id, signal);
  await deleteOrphanedLogs(database, signal);
}

async function purgeHub({ database, storage }: Stores, hubId: string, signal: AbortSignal): Promise<void> {
  await deleteQueuedJobs(database, hubId);
  await inBatches(signal, async () => {
    // Items without children: with a folder, the database would delete everything below it at once.
    const { rows } = await sql<{ id: string }>`
      select id from item where hub_id = ${hubId}
        and not exists (select from item child where child.parent_id = item.id) limit ${BATCH}`.execute(
      database,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0n;
    await removePreviews(database, storage, ids);
    await sql`delete from item where id = any(${ids}::uuid[])`.execute(database);
    return BigInt(ids.length);
  });
  const isOfForm = sql`form_id in (select id from form where hub_id = ${hubId})`;
  await deleteInBatches(database, 'submission', isOfForm, signal);
  await deleteInBatches(database, 'trashed_submission', isOfForm, signal);
  const isOfHub = sql`scope_id in (select id from scope where hub_id = ${hubId})`;
  await deleteInBatches(database, 'scope_source', isOfHub, signal);
  for (const table of ['scope_entry', 'hub_token', 'job', 'notification'] as const)
    await deleteInBatches(database, table, sql`hub_id = ${hubId}`, signal);
  await database.transaction().execute(async (trx) => {
    await trx
      .updateTable('app_user')
      .set({ active_hub_id: null })
      .where('active_hub_id', '=', hubId)
      .execute();
    await trx.deleteFrom('hub').where('id', '=', hubId).execute();
  });
}

/** Deletes queued jobs of what is about to be purged; a running one ends by itself when it finds nothing. */
async function deleteQueuedJobs(database: Database, hubId: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array_agg(queued.id))
    from graphile_worker._private_jobs as queued
    where queued.locked_at is null and queued.payload ->> 'job' in (select id::text from job where hub_id = ${hubId})
    having count(*) > 0`.execute(database);
}

/** The database allows audit entries to be deleted only once their hub is deleted (docs/decisions/0014). */
async function deleteOrphanedLogs(database: Database, signal: AbortSignal): Promise<void> {
  await inBatches(signal, async () => {
    const { numAffectedRows } = await sql`delete from audit_entry where id in (
      select entry.id from audit_entry entry
      where not exists (select from hub where hub.id = entry.hub_id) limit ${BATCH})`.execute(database);
    return numAffectedRows;
  });
}

async function inBatches(signal: AbortSignal, remove: () => Promise<bigint | undefined>): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    if (!(await remove())) return;
  }
}
