import type pg from 'pg';
import { HEARTBEAT_LOCK } from './worker-heartbeat.ts';

/** Unlocks the jobs of pools of workers without a heartbeat: their process was killed, or they have ended. */
export async function requeueOrphanedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by))
     from (
       select locked_by from graphile_worker._private_jobs where locked_by is not null
       union select locked_by from graphile_worker._private_job_queues where locked_by is not null
     ) as locking
     where pg_try_advisory_xact_lock($1, hashtext(locked_by))
     having count(*) > 0`,
    [HEARTBEAT_LOCK],
  );
}

/** The jobs that some pools of workers have locked, by id. */
export async function jobsLockedBy(pool: pg.Pool, workerPools: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from graphile_worker._private_jobs where locked_by = any($1::text[])',
    [workerPools],
  );
  return rows.map(({ id }) => String(id));
}

/**
 * Unlocks jobs that some pools of workers locked or returned, to be run immediately.
 * @param options.asIfNew their last attempt does not count
 */
export async function requeueJobs(
  pool: pg.Pool,
  workerPools: readonly string[],
  ids: readonly string[],
  { asIfNew }: { asIfNew: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await pool.query(
    `with freed as (
       update graphile_worker._private_jobs
       set locked_at = null, locked_by = null, run_at = now(), attempts = greatest(0, attempts - $3::int)
       where id = any($2::bigint[]) and (locked_by is null or locked_by = any($1::text[]))
       returning job_queue_id
     )
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where id in (select job_queue_id from freed) and locked_by = any($1::text[])`,
    [workerPools, ids, asIfNew ? 1 : 0],
  );
}

/** Removes jobs that some pools of workers have done. */
export async function removeCompletedJobs(
  pool: pg.Pool,
  workerPools: readonly string[],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await pool.query(
    `with gone as (
       delete from graphile_worker._private_jobs
       where id = any($2::bigint[]) and locked_by = any($1::text[]) returning job_queue_id
     )
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where id in (select job_queue_id from gone) and locked_by = any($1::text[])`,
    [workerPools, ids],
  );
}
