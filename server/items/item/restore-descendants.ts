import { sql } from 'kysely';
import { lockSpaceTreesForBatch } from '#server/access/policy/scope.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Jobs, Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const RESTORE_DESCENDANTS = 'restore-below';

/** Items that are restored in one transaction, so that the space's lock is held only briefly. */
const BATCH_SIZE = 2_000;
/** Folders that are searched for them. */
const FOLDER_BATCH_SIZE = 500;

/**
 * Records that what was trashed with restored folders follows them. To be called before they are restored.
 */
async function markPendingRestore(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`insert into pending_folder_restore (folder_id, moment, root_id)
    select id, trashed_at, id from item
    where id = any(${ids}::uuid[]) and kind = 'folder' and trashed_at is not null
    on conflict (folder_id, moment) do update set root_id = excluded.root_id`.execute(trx);
}

/**
 * Gives some of the contents of restored folders the current state of their folder: out of the trash, or,
 * where the folder was trashed again meanwhile, in it with the folder. @returns how many
 */
async function restoreSome(trx: Transaction, rootId: string, most: number): Promise<number> {
  const waiting = await sql<{ folder_id: string; space_id: string }>`
    select waiting.folder_id, folder.space_id
    from pending_folder_restore waiting join item folder on folder.id = waiting.folder_id
    where waiting.root_id = ${rootId} order by waiting.folder_id limit ${FOLDER_BATCH_SIZE}`.execute(trx);
  const spaces = [...new Set(waiting.rows.map(({ space_id }) => space_id))];
  await lockSpaceTreesForBatch(trx, spaces);
  const isWaiting = sql`waiting.root_id = ${rootId} and folder.space_id = any(${spaces}::uuid[])
    and waiting.folder_id = any(${waiting.rows.map((row) => row.folder_id)}::uuid[])`;
  const { rows } = await sql`
    with back as (
      select inside.id, waiting.moment, folder.trashed_at, folder.trashed_by
      from pending_folder_restore waiting
        join item folder on folder.id = waiting.folder_id
        cross join lateral (
          -- What is back was changed just now: the rest is found at the other end.
          select id from item
          where parent_id = waiting.folder_id and trashed_at = waiting.moment and purged_at is null
            and folder.trashed_at is distinct from waiting.moment
          order by updated_at, id limit ${most}
        ) as inside
      where ${isWaiting} limit ${most}
    ), changed as (
      update item set trashed_at = back.trashed_at, trashed_by = back.trashed_by, revision = item.revision + 1,
        updated_at = now()
      from back where item.id = back.id
      returning item.id, item.kind, back.moment
    ), noted as (
      insert into pending_folder_restore (folder_id, moment, root_id)
      select id, moment, ${rootId}::uuid from changed where kind = 'folder'
      on conflict (folder_id, moment) do update set root_id = excluded.root_id
    )
    select from changed`.execute(trx);
  await sql`
    delete from pending_folder_restore waiting using item folder
    where folder.id = waiting.folder_id and ${isWaiting}
      and (folder.trashed_at is not distinct from waiting.moment or not exists (
        select from item where item.parent_id = folder.id and item.trashed_at = waiting.moment
          and item.purged_at is null))`.execute(trx);
  return rows.length;
}

async function isFollowed(trx: Transaction, rootId: string): Promise<boolean> {
  const { rows } = await sql`select from pending_folder_restore where root_id = ${rootId} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Takes items out of the trash, folders with what was trashed together with them: the contents of very large
 * ones mostly by a job, batch by batch from the top down, so that others in the space need not wait for it.
 * To be called under `lockSpaceTreeExclusive`.
 */
export async function restoreWithDescendants(
  trx: Transaction,
  jobs: Jobs,
  ids: readonly string[],
): Promise<void> {
  await markPendingRestore(trx, ids);
  await sql`update item set trashed_at = null, trashed_by = null, revision = revision + 1, updated_at = now()
    where id = any(${ids}::uuid[]) and trashed_at is not null`.execute(trx);
  let left = BATCH_SIZE;
  for (const id of ids) {
    while (await isFollowed(trx, id)) {
      if (left <= 0) {
        await jobs.add(
          RESTORE_DESCENDANTS,
          { item: id },
          { transaction: trx, key: `${RESTORE_DESCENDANTS} ${id}` },
        );
        break;
      }
      left -= Math.max(1, await restoreSome(trx, id, left));
    }
  }
}

/** Restores a batch. @returns whether there may be more */
function restoreBatch(database: Database, rootId: string): Promise<boolean> {
  return inTransaction({ database }, async (trx) => {
    await restoreSome(trx, rootId, BATCH_SIZE);
    return isFollowed(trx, rootId);
  });
}

/** The job that takes the rest of a large folder out of the trash, and publishes an event once it is done. */
export function restoreDescendantsTask({
  database,
  changeEvents,
}: Pick<Services, 'database' | 'changeEvents'>): Task {
  return {
    async run({ item }, { signal }) {
      const id = String(item);
      while (await restoreBatch(database, id)) signal.throwIfAborted();
      const folder = await database
        .selectFrom('item')
        .select('hub_id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (folder) changeEvents.publish({ about: 'item', hubId: folder.hub_id, id });
    },
  };
}
