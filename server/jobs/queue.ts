import type { FastifyBaseLogger } from 'fastify';
import type { JobHelpers, ParsedCronItem, RunnerOptions } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { JobTracker } from './job-tracker.ts';
import type { Jobs, Task, TaskPayload } from './jobs.ts';
import { jobsHeldBy, requeueOrphanedJobs } from './orphaned-jobs.ts';
import { keepRunning, type SupervisedRunner } from './supervised-runner.ts';
import { WorkerHeartbeat } from './worker-heartbeat.ts';

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
/** How often lost jobs are looked for; those that were begun too often, each so many times. */
const SWEEP_MS = 3_000;
const SWEEPS_BETWEEN_GIVING_UP = 10;
/** How long a stop waits for jobs before it tells them to end, in milliseconds; they run again after the next start. */
const STOP_PATIENCE_MS = 1_000;
const DAY_MS = 24 * 3_600_000;

/**
 * The queue on graphile-worker: jobs live in the same database, and are added in the transaction that wants them.
 *
 * A killed process leaves its jobs locked, by default for four hours. Here a start, and then a sweep, requeues the jobs
 * of workers without a heartbeat and those that this process holds but has not at work, and gives up those that never
 * came to an end. Workers that end by themselves, as when the database was lost, are followed by others.
 */
export function createJobs({ pool, database, concurrency = CONCURRENCY }: QueueOptions): Jobs {
  const heartbeat = new WorkerHeartbeat(pool);
  const tracker = new JobTracker();
  /** Pools whose workers have ended, until nothing that they held is left to settle. */
  const ended = new Set<string>();
  let runner: SupervisedRunner | null = null;
  let logger: FastifyBaseLogger | null = null;
  let sweeping: NodeJS.Timeout | null = null;

  async function sweep(): Promise<void> {
    await heartbeat.renew();
    await tracker.settle(pool, heartbeat.workerPools);
    for (const workerPool of ended) {
      if ((await jobsHeldBy(pool, [workerPool])).length > 0) continue;
      await heartbeat.retire(workerPool);
      ended.delete(workerPool);
    }
    await requeueOrphanedJobs(pool);
  }

  /** Sweeps again and again, each time after the one before has ended. */
  function keepSweeping(tasks: Record<string, Task>, log: FastifyBaseLogger, count = 1): void {
    sweeping = setTimeout(async () => {
      try {
        await sweep();
        if (count % SWEEPS_BETWEEN_GIVING_UP === 0) await giveUpExhausted(pool, tasks);
      } catch (error) {
        log.warn({ err: error }, 'could not look for lost jobs');
      }
      if (sweeping) keepSweeping(tasks, log, count + 1);
    }, SWEEP_MS);
    sweeping.unref();
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
      await sweep();
      await giveUpExhausted(pool, tasks);
      const taskList = Object.entries(tasks).map(([name, task]) => [name, asWorkerTask(task, tracker)]);
      const options: RunnerOptions = {
        pgPool: pool,
        taskList: Object.fromEntries(taskList),
        parsedCronItems: await timetable(tasks),
        concurrency,
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: STOP_PATIENCE_MS,
        // Told in batches, an end that can not be told ends the workers; told one by one, nobody would hear of it.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        logger: new Logger(() => (level, message) => {
          if (level === 'error') log.error({}, message);
        }),
      };
      runner = await keepRunning((events) => run({ ...options, events }), {
        log,
        // The workers of a process lock their jobs under one name, that of their pool.
        began: (workerPool) => heartbeat.show(workerPool),
        ended: (workerPool) => ended.add(workerPool),
      });
      keepSweeping(tasks, log);
    },
    async stop() {
      if (sweeping) clearTimeout(sweeping);
      sweeping = null;
      await runner?.stop();
      // Without a database nothing can be handed back: the next start finds these jobs among the orphaned ones.
      if (runner && logger) {
        await tracker
          .settle(pool, heartbeat.workerPools, true)
          .catch(warn(logger, 'jobs could not be handed back'));
      }
      heartbeat.end();
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

function asWorkerTask(task: Task, tracker: JobTracker) {
  return async (payload: unknown, { abortSignal, job }: JobHelpers) => {
    const id = String(job.id);
    tracker.begin(id);
    try {
      await task.run(asPayload(payload), { signal: abortSignal, attempt: job.attempts });
      tracker.end(id, 'done');
    } catch (error) {
      tracker.end(id, abortSignal.aborted ? 'aborted' : isDatabaseUnavailable(error) ? 'cut off' : 'failed');
      throw error;
    }
  };
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
