import type pg from 'pg';
import { jobsLockedBy, removeCompletedJobs, requeueJobs } from './orphaned-jobs.ts';

/**
 * How a job ended: `aborted` by a stop, which counts as no attempt; `cut off` from the database, which is
 * retried immediately, but no more often than any other: it may be the job that crashes the database;
 * `failed` is left to the queue.
 */
export type JobEnd = 'done' | 'failed' | 'aborted' | 'cut off';

/**
 * Knows which jobs this process runs and how the others ended. The queue's library reports an end to the
 * database once: where the connection is lost just then, the job would stay locked by a running process.
 */
export class JobTracker {
  readonly #active = new Set<string>();
  readonly #ended = new Map<string, JobEnd>();
  /** Locked by this process's pools without running, at the last check. */
  #idle = new Set<string>();

  begin(id: string): void {
    this.#active.add(id);
  }

  end(id: string, how: JobEnd): void {
    this.#active.delete(id);
    if (how !== 'failed') this.#ended.set(id, how);
  }

  /**
   * Makes the database agree: removes jobs that are done and still locked, and unlocks those that were
   * interrupted or are locked without running. A job found idle for the first time may be about to start, and
   * waits for the next call.
   * @param final no worker of these pools runs any more
   */
  async settle(pool: pg.Pool, workerPools: readonly string[], final = false): Promise<void> {
    const ended = new Map(this.#ended);
    const locked = await jobsLockedBy(pool, workerPools);
    const idle = new Set(locked.filter((id) => final || !this.#active.has(id)));
    const left = [...idle].filter((id) => final || this.#idle.has(id));
    // Its end is being reported to the database just now: that precedes what is done here.
    const isEnding = (id: string) => idle.has(id) && !left.includes(id);
    const those = (how: JobEnd) => [...ended.keys()].filter((id) => ended.get(id) === how && !isEnding(id));
    const lost = left.filter((id) => !ended.has(id));
    await removeCompletedJobs(pool, workerPools, those('done'));
    await requeueJobs(pool, workerPools, those('aborted'), { asIfNew: true });
    await requeueJobs(pool, workerPools, [...those('cut off'), ...lost], { asIfNew: final });
    this.#idle = idle;
    for (const [id, how] of ended) {
      if (!isEnding(id) && this.#ended.get(id) === how) this.#ended.delete(id);
    }
  }
}
