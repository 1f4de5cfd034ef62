import type { FastifyBaseLogger } from 'fastify';
import type {
  JobHelpers,
  ParsedCronItem,
  RunnerOptions,
  TaskList,
  Task as WorkerTask,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '#server/platform/database/database.ts';
import { currentTenant, withTenant } from '#server/platform/database/tenant.ts';
import { isDatabaseUnavailable } from '#server/platform/database/unavailable.ts';
import { claimExclusiveJob } from './claim-exclusive-job.ts';
import { flagsOf, queuedTenant, readFlags, taskFlag } from './job-flags.ts';
import { JobScheduler } from './job-scheduler.ts';
import { JobTracker } from './job-tracker.ts';
import { type Jobs, ReceiverUnavailable, type Task, type TaskPayload } from './jobs.ts';
import { jobsLockedBy, requeueOrphanedJobs } from './orphaned-jobs.ts';
import { WORKERS } from './queues.ts';
import { serializeJobFetches } from './serialize-fetches.ts';
import { type SupervisedRunner, superviseRunner } from './supervised-runner.ts';
import { WorkerHeartbeat } from './worker-heartbeat.ts';

type QueueOptions = {
  pool: pg.Pool;
  database: Database;
};

/** A job that keeps failing temporarily is tried this often, with growing pauses. */
const MAX_ATTEMPTS = 8;
/** What adds a job: where it exists, a worker has started on this database. */
const ADD_JOB = 'graphile_worker.add_job(text,json,text,timestamptz,integer,text,integer,text[],text)';
/** Smaller numbers come first. */
const URGENT = -10;
/**
 * The interval of the check for lost jobs, and the number of checks between those for jobs that were started
 * too often.
 */
const CHECK_MS = 3_000;
const CHECKS_BETWEEN_GIVING_UP = 10;
/** How long a stop waits for jobs before it aborts them, in milliseconds; they run again after the next start. */
const STOP_TIMEOUT_MS = 1_000;
/** After how long a job that another process runs is checked again, in milliseconds. */
const ELSEWHERE_MS = 2_000;
const DAY_MS = 24 * 3_600_000;

/**
 * The queue on graphile-worker: jobs are stored in the same database, and are added in the transaction that
 * needs them.
 *
 * A killed process leaves its jobs locked, by default for four hours. Here a start, and then a check every
 * few seconds, requeues the jobs of workers without a heartbeat and those that this process has locked but
 * does not run, and fails those that never finish. Workers that end by themselves, as when the database
 * connection was lost, are replaced.
 */
export function createJobs({ pool, database }: QueueOptions): Jobs {
  const heartbeat = new WorkerHeartbeat(pool);
  const tracker = new JobTracker();
  /** Pools whose workers have ended, until none of their jobs is left to settle. */
  const ended = new Set<string>();
  let runner: SupervisedRunner | null = null;
  let logger: FastifyBaseLogger | null = null;
  let nextCheck: NodeJS.Timeout | null = null;

  async function checkJobs(): Promise<void> {
    await heartbeat.renew();
    await tracker.settle(pool, heartbeat.workerPools);
    for (const workerPool of ended) {
      if ((await jobsLockedBy(pool, [workerPool])).length > 0) continue;
      await heartbeat.retire(workerPool);
      ended.delete(workerPool);
    }
    await requeueOrphanedJobs(pool);
  }

  /** Checks repeatedly, each time after the previous check has ended. */
  function scheduleCheck(tasks: Record<string, Task>, log: FastifyBaseLogger, count = 1): void {
    nextCheck = setTimeout(async () => {
      try {
        await checkJobs();
        if (count % CHECKS_BETWEEN_GIVING_UP === 0) await giveUpExhausted(pool, tasks);
      } catch (error) {
        log.warn({ err: error }, 'could not look for lost jobs');
      }
      if (nextCheck) scheduleCheck(tasks, log, count + 1);
    }, CHECK_MS);
    nextCheck.unref();
  }

  const add: Jobs['add'] = async (name, payload, options = {}) => {
    const {
      transaction,
      key = null,
      attempts = MAX_ATTEMPTS,
      urgent = false,
      at,
      exclusive = null,
    } = options;
    const tenant = options.tenant ?? currentTenant()?.key;
    const flags = flagsOf(name, { tenant: tenant === undefined ? null : queuedTenant(tenant), exclusive });
    await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
      max_attempts => ${attempts}, job_key => ${key}, run_at => ${at ?? null}::timestamptz,
      job_key_mode => ${at ? 'preserve_run_at' : 'replace'}, priority => ${urgent ? URGENT : 0},
      flags => ${flags}::text[])`.execute(transaction ?? database);
  };

  return {
    add,
    async prepare() {
      const { rows } = await pool.query<{ exists: boolean }>(
        'select to_regprocedure($1) is not null as exists',
        [ADD_JOB],
      );
      if (rows[0]?.exists) return;
      const { runMigrations } = await import('graphile-worker');
      await runMigrations({ pgPool: pool });
    },
    async start(tasks, log) {
      logger = log;
      const { Logger, run, runMigrations } = await import('graphile-worker');
      await runMigrations({ pgPool: pool });
      await checkJobs();
      await giveUpExhausted(pool, tasks);
      const { turns, taskList } = turnsOf(tasks, {
        claim: (id, exclusive) => claimExclusiveJob(pool, heartbeat.workerPools, { id, exclusive }),
        tracker,
        add,
      });
      await flagUnflagged(pool);
      const options: RunnerOptions = {
        pgPool: pool,
        taskList,
        parsedCronItems: await timetable(tasks),
        concurrency: WORKERS,
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: STOP_TIMEOUT_MS,
        // Reported in batches, an end that can't be reported ends the workers; reported singly, it would be
        // lost.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        logger: new Logger(() => (level, message) => {
          if (level === 'error') log.error({}, message);
        }),
      };
      runner = await superviseRunner(
        (events) => run({ ...options, events, forbiddenFlags: serializeJobFetches(events, turns) }),
        {
          log,
          // The workers of a process lock their jobs under one name, that of their pool.
          began: (workerPool) => heartbeat.show(workerPool),
          ended: (workerPool) => ended.add(workerPool),
        },
      );
      scheduleCheck(tasks, log);
    },
    async stop() {
      if (nextCheck) clearTimeout(nextCheck);
      nextCheck = null;
      await runner?.stop();
      // Without a database nothing can be returned to the queue: the next start finds these jobs among the
      // orphaned ones.
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

type Work = {
  claim(id: string, exclusive: string): Promise<boolean>;
  tracker: JobTracker;
  add: Jobs['add'];
};

/** Tasks as the library runs them, and the order in which they run. */
function turnsOf(tasks: Record<string, Task>, work: Work): { turns: JobScheduler; taskList: TaskList } {
  const named = Object.entries(tasks);
  const turns = new JobScheduler(new Map(named.map(([name, { queue = 'maintenance' }]) => [name, queue])));
  const taskList = named.map(([name, task]) => [name, asWorkerTask(task, turns, work)] as const);
  return { turns, taskList: Object.fromEntries(taskList) };
}

function asWorkerTask(task: Task, turns: JobScheduler, { claim, tracker, add }: Work): WorkerTask {
  return async (payload: unknown, { abortSignal, job }: JobHelpers) => {
    const id = String(job.id);
    tracker.begin(id);
    const { tenant, exclusive } = readFlags(job.task_identifier, job.flags);
    try {
      if (exclusive !== null && !(await claim(id, exclusive))) {
        const { key, max_attempts: attempts } = job;
        const at = new Date(Date.now() + ELSEWHERE_MS);
        const again = { at, attempts, exclusive, ...(key ? { key } : {}), ...(tenant ? { tenant } : {}) };
        await add(job.task_identifier, asPayload(payload), again);
      } else {
        const context = { signal: abortSignal, attempt: job.attempts };
        await withTenant(tenant, () => task.run(asPayload(payload), context));
      }
      tracker.end(id, 'done');
      turns.end(id, 'done');
    } catch (error) {
      tracker.end(id, abortSignal.aborted ? 'aborted' : isDatabaseUnavailable(error) ? 'cut off' : 'failed');
      turns.end(id, error instanceof ReceiverUnavailable ? 'unreachable' : 'failed');
      throw error;
    }
  };
}

/** Gives jobs from before flags existed, and those of the timetable, the flag of their task. */
async function flagUnflagged(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs as jobs
     set flags = jsonb_build_object($1::text || tasks.identifier, true), job_queue_id = null
     from graphile_worker._private_tasks as tasks
     where tasks.id = jobs.task_id and jobs.flags is null and jobs.locked_at is null`,
    [taskFlag('')],
  );
}

/**
 * Fails the jobs that were started as often as a job may be: each killed its process, or failed every time.
 */
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
