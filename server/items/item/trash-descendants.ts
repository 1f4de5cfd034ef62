import { sql } from 'kysely';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Jobs, Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const TRASH_DESCENDANTS = 'trash-below';

/** Items that are trashed in one transaction, so that the space's lock is held only briefly. */
const BATCH_SIZE = 5_000;

/**
 * Trashes some of what lies below a trashed folder, from the top down, with the folder's own time: a restore
 * brings back exactly what was trashed with it. @returns how many
 */
async function trashSome(trx: Transaction, folderId: string, most = BATCH_SIZE): Promise<number> {
  const { numAffectedRows } = await sql`
    with recursive below as (
      select id, trashed_at as moment, 0 as depth from item where id = ${folderId}
      union all
      -- Not what lies in folders that went there before: it goes with them.
      select item.id, below.moment, below.depth + 1 from item join below on item.parent_id = below.id
      where item.trashed_at is null or item.trashed_at = below.moment
    ), going as (
      select item.id from below join item on item.id = below.id
      where item.trashed_at is null order by below.depth limit ${most}
    )
    update item set trashed_at = folder.trashed_at, trashed_by = folder.trashed_by, revision = item.revision + 1
    from going, item as folder
    where item.id = going.id and folder.id = ${folderId} and folder.trashed_at is not null`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Trashes what lies below a folder that was just trashed: for a very large one mostly by a job, batch by
 * batch, so that others in the space need not wait for it.
 */
export async function trashDescendants(
  trx: Transaction,
  jobs: Jobs,
  folder: { id: string; space_id: string },
): Promise<void> {
  await trashDescendantsOf(trx, jobs, [folder]);
}

/** The same of several folders that went there together. */
export async function trashDescendantsOf(
  trx: Transaction,
  jobs: Jobs,
  folders: readonly { id: string; space_id: string }[],
): Promise<void> {
  let left = BATCH_SIZE;
  for (const folder of folders) {
    left -= left > 0 ? await trashSome(trx, folder.id, left) : 0;
    if (left <= 0) await queueRest(trx, jobs, folder);
  }
}

async function queueRest(
  trx: Transaction,
  jobs: Jobs,
  folder: { id: string; space_id: string },
): Promise<void> {
  const { rows } = await sql<{ moment: string }>`
    select trashed_at::text as moment from item where id = ${folder.id}`.execute(trx);
  const payload = { item: folder.id, space: folder.space_id, moment: rows[0]?.moment ?? null };
  await jobs.add(TRASH_DESCENDANTS, payload, { transaction: trx, key: `${TRASH_DESCENDANTS} ${folder.id}` });
}

type Rest = { item: string; space: string; moment: string };

/**
 * Trashes a batch, if the folder is still in the trash since that time. @returns whether there may be more
 */
function trashBatch(database: Database, { item, space, moment }: Rest): Promise<boolean> {
  return inTransaction({ database }, async (trx) => {
    // A concurrent restore of the folder waits for the batch and restores it, or the batch waits for it, and
    // the job ends.
    await lockSpaceTreeExclusive(trx, space);
    const { rows } = await sql`
      select from item where id = ${item} and space_id = ${space} and trashed_at = ${moment}::timestamptz`.execute(
      trx,
    );
    return rows.length > 0 && (await trashSome(trx, item)) === BATCH_SIZE;
  });
}

/** The job that puts the rest of a large folder into the trash. */
export function trashDescendantsTask({ database }: Pick<Services, 'database'>): Task {
  return {
    async run({ item, space, moment }, { signal }) {
      const rest = { item: String(item), space: String(space), moment: String(moment) };
      while (await trashBatch(database, rest)) signal.throwIfAborted();
    },
  };
}
