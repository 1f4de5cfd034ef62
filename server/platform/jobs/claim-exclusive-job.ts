import type pg from 'pg';
import { exclusiveFlag } from './job-flags.ts';

/** The flag of a job that runs: one that was only fetched may still have to wait. */
const CLAIMED = 'claimed';

/**
 * Claims an exclusive name for a fetched job. Processes that fetch at the same time don't see each other's uncommitted
 * locks, so claims of one name are made one after the other; within a process the scheduler lets only one be fetched.
 * @returns whether the job may run: false while another process runs a job of the name
 */
export async function claimExclusiveJob(
  pool: pg.Pool,
  ownWorkerPools: readonly string[],
  { id, exclusive }: { id: string; exclusive: string },
): Promise<boolean> {
  const flag = exclusiveFlag(exclusive);
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [flag]);
    const { rowCount } = await client.query(
      `select from graphile_worker._private_jobs
       where id <> $1::bigint and locked_by <> all($2::text[]) and flags ?& array[$3, $4] limit 1`,
      [id, ownWorkerPools, flag, CLAIMED],
    );
    const isFree = rowCount === 0;
    if (isFree)
      await client.query(
        `update graphile_worker._private_jobs set flags = flags || jsonb_build_object($2::text, true)
         where id = $1::bigint`,
        [id, CLAIMED],
      );
    await client.query('commit');
    failed = false;
    return isFree;
  } finally {
    // An open transaction ends with its connection.
    client.release(failed);
  }
}
