import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { JobHelpers, ParsedCronItem, Runner } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Jobs, Task, TaskPayload } from './jobs.ts';
import { handBackOfTheDead, SignOfLife } from './sign-of-life.ts';

type QueueOptions = {
  pool: pg.Pool;
  database: Database;
  /** Jobs at work at once in this process. */
  concurrency?: number;
};

const CONCURRENCY = 2;
/** A job that keeps failing for a passing reason is tried this often, with growing pauses. */
const MAX_ATTEMPTS = 8;
/** Smaller numbers go first. */
const URGENT = -10;
const SWEEP_MS = 30_000;
/** How long a stop waits for jobs before it tells them to end, in milliseconds; they run again after the next start. */
const STOP_PATIENCE_MS = 1_000;
const DAY_MS = 24 * 3_600_000;

/**
 * The queue on graphile-worker: jobs live in the same database, and are added in the transaction that wants them.
 *
 * A killed process leaves its jobs locked, by default for four hours. Here a start, and then a sweep, hands back the
 * jobs of workers that show no sign of life, and gives up those that never came to an end.
 */
export function createJobs({ pool, database, concurrency = CONCURRENCY }: QueueOptions): Jobs {
  const signOfLife = new SignOfLife(pool);
  // Jobs that a stop interrupted: it was not their fault, so that it counts as no attempt.
  const interrupted = new Set<string>();
  let runner: Runner | null = null;
  let logger: FastifyBaseLogger | null = null;
  let sweeping: NodeJS.Timeout | null = null;

  async function sweep(tasks: Record<string, Task>): Promise<void> {
    await signOfLife.renew();
    await handBackOfTheDead(pool);
    await giveUpExhausted(pool, tasks);
  }

  return {
    async add(name, payload, { transaction, key, attempts = MAX_ATTEMPTS, urgent = false, at, queue } = {}) {
      await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
        max_attempts => ${attempts}, job_key => ${key ?? null},
        run_at => ${at ?? null}::timestamptz, queue_name => ${queue ?? null},
        job_key_mode => ${at ? 'preserve_run_at' : 'replace'},
        priority => ${urgent ? URGENT : 0})`.execute(transaction ?? database);
    },
    async start(tasks, log) {
      logger = log;
      const { Logger, run, runMigrations } = await import('graphile-worker');
      await runMigrations({ pgPool: pool });
      await sweep(tasks);
      const events = new EventEmitter();
      // The workers of a process lock their jobs under one name, that of their pool.
      events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
        signOfLife.show(workerPool.id).catch(warn(log, 'the workers could not show that they live'));
      });
      const taskList = Object.entries(tasks).map(([name, task]) => [name, asWorkerTask(task, interrupted)]);
      runner = await run({
        pgPool: pool,
        taskList: Object.fromEntries(taskList),
        parsedCronItems: await timetable(tasks),
        concurrency,
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: STOP_PATIENCE_MS,
        events,
        logger: new Logger(() => (level, message) => {
          if (level === 'error') log.error({}, message);
        }),
      });
      sweeping = setInterval(() => {
        sweep(tasks).catch(warn(log, 'could not look for lost jobs'));
      }, SWEEP_MS);
      sweeping.unref();
    },
    async stop() {
      if (sweeping) clearInterval(sweeping);
      await runner?.stop();
      await runner?.promise;
      // Without a database nothing can be handed back: the next start finds these jobs among those of the dead.
      if (runner && logger) {
        await handBackInterrupted(pool, signOfLife.poolIds, interrupted).catch(
          warn(logger, 'jobs could not be handed back'),
        );
      }
      signOfLife.end();
      interrupted.clear();
      runner = null;
    },
  };
}

function warn(log: FastifyBaseLogger, message: string) {
  return (error: unknown) => log.warn({ err: error }, message);
}

async function timetable(tasks: Record<string, Task>): Promise<ParsedCronItem[]> {
  const { parseCronItems } = await import('graphile-worker');
  return parseCronItems(
    Object.entries(tasks).flatMap(([task, { times }]) =>
      times ? [{ task, match: times, options: { backfillPeriod: DAY_MS, maxAttempts: MAX_ATTEMPTS } }] : [],
    ),
  );
}

function asWorkerTask(task: Task, interrupted: Set<string>) {
  return async (payload: unknown, { abortSignal, job }: JobHelpers) => {
    try {
      await task.run(asPayload(payload), { signal: abortSignal, attempt: job.attempts });
    } catch (error) {
      if (abortSignal.aborted) interrupted.add(String(job.id));
      throw error;
    }
  };
}

/** Frees what this process had begun, as if it had not. */
async function handBackInterrupted(
  pool: pg.Pool,
  poolIds: string[],
  interrupted: Set<string>,
): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs
     set locked_at = null, locked_by = null, run_at = now(), attempts = greatest(0, attempts - 1)
     where locked_by = any($1::text[]) or (id = any($2::bigint[]) and locked_at is null)`,
    [poolIds, [...interrupted]],
  );
}

/** Ends the jobs that were begun as often as a job may be: each killed its process, or failed every time. */
async function giveUpExhausted(pool: pg.Pool, tasks: Record<string, Task>): Promise<void> {
  const { rows } = await pool.query<{ id: number; name: string; payload: unknown }>(
    `select jobs.id, tasks.identifier as name, jobs.payload
     from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
     where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null limit 100`,
    [],
  );
  for (const { id, name, payload } of rows) {
    await tasks[name]?.giveUp?.(asPayload(payload));
    await pool.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id]);
  }
}

function asPayload(value: unknown): TaskPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
