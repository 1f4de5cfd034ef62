import { EventEmitter } from 'node:events';
import type { Runner } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Jobs, Task } from './jobs.ts';

type QueueOptions = {
  pool: pg.Pool;
  database: Database;
  /** Jobs at work at once in this process. */
  concurrency?: number;
};

const CONCURRENCY = 2;
/** A job that keeps failing for a passing reason is tried this often, with growing pauses. */
const MAX_ATTEMPTS = 8;
/** First key of the advisory locks by which a worker shows that its process lives. */
const ALIVE = 712_394;
const SWEEP_MS = 30_000;

/**
 * The queue on graphile-worker: jobs live in the same database, and are added in the transaction that wants them.
 *
 * A killed process leaves its jobs locked, by default for four hours. Here each worker holds an advisory lock named
 * after it for as long as its process lives; a start, and then a sweep, hands back the jobs of workers whose lock
 * is free.
 */
export function createJobs({ pool, database, concurrency = CONCURRENCY }: QueueOptions): Jobs {
  let runner: Runner | null = null;
  let alive: pg.PoolClient | null = null;
  let sweeping: NodeJS.Timeout | null = null;

  async function handBackOfTheDead(): Promise<void> {
    await pool.query(
      `select graphile_worker.force_unlock_workers(array_agg(locked_by))
       from (select distinct locked_by from graphile_worker._private_jobs where locked_by is not null) as held
       where pg_try_advisory_xact_lock($1, hashtext(locked_by))
       having count(*) > 0`,
      [ALIVE],
    );
  }

  return {
    async add(name, payload, { transaction, key } = {}) {
      await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
        max_attempts => ${MAX_ATTEMPTS}, job_key => ${key ?? null})`.execute(transaction ?? database);
    },
    async start(tasks, log) {
      const { Logger, run, runMigrations } = await import('graphile-worker');
      await runMigrations({ pgPool: pool });
      await handBackOfTheDead();
      alive = await pool.connect();
      const holder = alive;
      const events = new EventEmitter();
      events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => {
        holder
          .query('select pg_advisory_lock($1, hashtext($2))', [ALIVE, worker.workerId])
          .catch((error: unknown) => log.error({ err: error }, 'a worker could not show that it lives'));
      });
      runner = await run({
        pgPool: pool,
        taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, asWorkerTask(task)])),
        concurrency,
        noHandleSignals: true,
        events,
        logger: new Logger(() => (level, message) => {
          if (level === 'error') log.error({}, message);
        }),
      });
      sweeping = setInterval(() => {
        handBackOfTheDead().catch((error: unknown) =>
          log.warn({ err: error }, 'could not look for lost jobs'),
        );
      }, SWEEP_MS);
      sweeping.unref();
    },
    async stop() {
      if (sweeping) clearInterval(sweeping);
      await runner?.stop();
      await runner?.promise;
      // Closing the connection lets go of the locks.
      alive?.release(true);
      runner = null;
      alive = null;
    },
  };
}

function asWorkerTask(task: Task) {
  return async (
    payload: unknown,
    helpers: { abortSignal?: AbortSignal; job: { attempts: number; max_attempts: number } },
  ) => {
    const { attempts, max_attempts } = helpers.job;
    await task(isPayload(payload) ? payload : {}, {
      signal: helpers.abortSignal ?? new AbortController().signal,
      attempt: attempts,
      lastAttempt: attempts >= max_attempts,
    });
  };
}

function isPayload(value: unknown): value is Record<string, string | number | boolean | null> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
