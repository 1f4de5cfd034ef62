import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Jobs, Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const REVOKE_SPACE_ACCESS = 'revoke-space-access';

/** Rows of access lists that one transaction deletes. */
const BATCH_SIZE = 10_000;

/** Deletes some rows of a space's access lists, those of the space itself first. @returns how many. */
async function revokeSome(trx: Transaction, spaceId: string, most: number): Promise<number> {
  // By their places: a join with what is chosen is planned by statistics, which know nothing of a space that was just filled.
  const { numAffectedRows } = await sql`
    delete from scope_source where ctid = any(array(
      select source.ctid from scope_source source join scope on scope.id = source.scope_id
      where scope.space_id = ${spaceId}
      order by scope.parent_id is not null limit ${most}))`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes the access lists of a space that is moved to the trash: access must not outlive deletion, so that
 * even a query that does not check whether the space is deleted finds nothing. For a very large space a job
 * deletes most rows in batches; until it is done, the checks in the queries protect it.
 */
export async function revokeSpaceAccess(
  trx: Transaction,
  jobs: Jobs,
  spaceId: string,
  batchSize: number = BATCH_SIZE,
): Promise<void> {
  if ((await revokeSome(trx, spaceId, batchSize)) < batchSize) return;
  await jobs.add(
    REVOKE_SPACE_ACCESS,
    { space: spaceId },
    { transaction: trx, key: `${REVOKE_SPACE_ACCESS} ${spaceId}` },
  );
}

/** Deletes a batch, if the space is still in the trash. @returns whether there may be more */
function revokeBatch(database: Database, spaceId: string): Promise<boolean> {
  return inTransaction({ database }, async (trx) => {
    // Serializes with a restore: either it waits and rebuilds the lists afterwards, or it is done and the
    // space is no longer in the trash.
    const { rows } = await sql`
      select from space where id = ${spaceId} and deleted_at is not null for update`.execute(trx);
    return rows.length > 0 && (await revokeSome(trx, spaceId, BATCH_SIZE)) === BATCH_SIZE;
  });
}

/** The job that deletes the rest of a large space's access lists. */
export function revokeSpaceAccessTask({ database }: Pick<Services, 'database'>): Task {
  return {
    async run({ space }, { signal }) {
      while (await revokeBatch(database, String(space))) signal.throwIfAborted();
    },
  };
}
