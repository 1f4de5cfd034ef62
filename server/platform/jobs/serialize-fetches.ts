import type { EventEmitter } from 'node:events';
import type { Worker } from 'graphile-worker';
import { readFlags } from './job-flags.ts';
import type { JobScheduler } from './job-scheduler.ts';

type FetchedJobs = { worker: Worker; job: { id: unknown; task_identifier: string; flags: object | null } };

/**
 * Has the workers of a runner fetch their jobs one after the other, each knowing what the previous one took:
 * otherwise those that fetch at the same time would together take more than may run.
 * @returns what the library calls before it fetches a job: the flags of those that it must skip
 */
export function serializeJobFetches(events: EventEmitter, turns: JobScheduler): () => Promise<string[]> {
  const waiting: (() => void)[] = [];
  let isLooking = false;
  let isEnding = false;

  function next(): void {
    isLooking = false;
    const first = waiting.shift();
    if (!first) return;
    isLooking = true;
    first();
  }

  events.on('job:start', ({ job }: FetchedJobs) => {
    turns.begin(String(job.id), job.task_identifier, readFlags(job.task_identifier, job.flags));
    next();
  });
  events.on('worker:getJob:empty', ({ worker }: FetchedJobs) => {
    // Those that were skipped because it was others' turn are next now.
    if (!isEnding && turns.nothingFound()) worker.nudge();
    next();
  });
  events.on('worker:getJob:error', next);
  for (const eventName of ['pool:gracefulShutdown', 'pool:forcefulShutdown']) {
    events.on(eventName, () => {
      isEnding = true;
    });
  }
  return async () => {
    if (isLooking) await new Promise<void>((resolve) => waiting.push(resolve));
    isLooking = true;
    return turns.forbidden();
  };
}
