import type { EventEmitter } from 'node:events';
import type { Worker } from 'graphile-worker';
import { readFlags } from './job-flags.ts';
import type { JobScheduler } from './job-scheduler.ts';

type FetchedJobs = { worker: Worker; job: { id: unknown; task_identifier: string; flags: object | null } };

/**
 * Has the workers of a runner take their jobs one after the other, each knowing what the one before took: else those
 * that look at the same moment would together take more than may be at work.
 * @returns what the library asks before it looks for a job: the flags of those that it must leave
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
    // Whoever was left out because others' turn came first has theirs now.
    if (!isEnding && turns.nothingFound()) worker.nudge();
    next();
  });
  events.on('worker:getJob:error', next);
  for (const end of ['pool:gracefulShutdown', 'pool:forcefulShutdown']) {
    events.on(end, () => {
      isEnding = true;
    });
  }
  return async () => {
    if (isLooking) await new Promise<void>((resolve) => waiting.push(resolve));
    isLooking = true;
    return turns.forbidden();
  };
}
