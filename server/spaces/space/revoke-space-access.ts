import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Jobs, Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const REVOKE_SPACE_ACCESS = 'end-lists';

/** Rows of access lists that end in one transaction. */
const BATCH_SIZE = 10_000;

/** Ends some of what the access lists of a space hold, those of the space itself first. @returns how many rows. */
async function revokeSome(trx: Transaction, spaceId: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with ending as (
      select list.scope_id, list.principal from scope_access list join scope on scope.id = list.scope_id
      where scope.space_id = ${spaceId}
      order by scope.parent_id is not null limit ${most})
    delete from scope_access using ending
    where scope_access.scope_id = ending.scope_id and scope_access.principal = ending.principal`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Ends the access lists of a space that goes into the trash: a right must not outlive deletion, so that also a query that
 * forgets to ask whether the space is there finds nothing. Of a very large space, the most by a job, batch by batch:
 * until then every query asks.
 */
export async function revokeSpaceAccess(
  trx: Transaction,
  jobs: Jobs,
  spaceId: string,
  atOnce: number = BATCH_SIZE,
): Promise<void> {
  if ((await revokeSome(trx, spaceId, atOnce)) < atOnce) return;
  await jobs.add(
    REVOKE_SPACE_ACCESS,
    { space: spaceId },
    { transaction: trx, key: `${REVOKE_SPACE_ACCESS} ${spaceId}` },
  );
}

/** Ends a batch, if the space is still in the trash. @returns whether there may be more */
function revokeBatch(database: Database, spaceId: string): Promise<boolean> {
  return inTransaction({ database }, async (trx) => {
    // Whoever takes the space back waits, and finds lists to be worked out, or is waited for, and has them.
    const { rows } = await sql`
      select from space where id = ${spaceId} and deleted_at is not null for update`.execute(trx);
    return rows.length > 0 && (await revokeSome(trx, spaceId, BATCH_SIZE)) === BATCH_SIZE;
  });
}

/** The job that ends the rest of a large space's lists. */
export function revokeSpaceAccessTask({ database }: Pick<Services, 'database'>): Task {
  return {
    async run({ space }, { signal }) {
      while (await revokeBatch(database, String(space))) signal.throwIfAborted();
    },
  };
}
