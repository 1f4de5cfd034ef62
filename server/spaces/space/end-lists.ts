import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Jobs, Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const END_LISTS = 'end-lists';

/** Rows of access lists that end in one transaction. */
const AT_ONCE = 10_000;

/** Ends some of what the access lists of a space hold, those of the space itself first. @returns how many rows. */
async function endSome(trx: Transaction, spaceId: string, most: number): Promise<number> {
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
export async function endLists(
  trx: Transaction,
  jobs: Jobs,
  spaceId: string,
  atOnce: number = AT_ONCE,
): Promise<void> {
  if ((await endSome(trx, spaceId, atOnce)) < atOnce) return;
  await jobs.add(END_LISTS, { space: spaceId }, { transaction: trx, key: `${END_LISTS} ${spaceId}` });
}

/** Ends a batch, if the space is still in the trash. @returns whether there may be more */
function endBatch(database: Database, spaceId: string): Promise<boolean> {
  return inTransaction({ database }, async (trx) => {
    // Whoever takes the space back waits, and finds lists to be worked out, or is waited for, and has them.
    const { rows } = await sql`
      select from space where id = ${spaceId} and deleted_at is not null for update`.execute(trx);
    return rows.length > 0 && (await endSome(trx, spaceId, AT_ONCE)) === AT_ONCE;
  });
}

/** The job that ends the rest of a large space's lists. */
export function endRestOfLists({ database }: Pick<Services, 'database'>): Task {
  return {
    async run({ space }, { signal }) {
      while (await endBatch(database, String(space))) signal.throwIfAborted();
    },
  };
}
