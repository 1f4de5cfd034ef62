import type pg from 'pg';
import { jobsLockedBy, removeCompletedJobs, requeueJobs } from './orphaned-jobs.ts';

/**
 * How a job ended: `aborted` by a stop, which counts as no attempt; `cut off` from the database, which is tried again at
 * once, but no oftener than any other: it may be the job that ends the database; `failed` is left to the queue.
 */
export type JobEnd = 'done' | 'failed' | 'aborted' | 'cut off';

/**
 * Knows which jobs this process has at work and how the others ended. The queue's library tells the database of an end
 * once: where the connection is lost just then, the job would stay locked by a process that lives.
 */
export class JobTracker {
  readonly #active = new Set<string>();
  readonly #ended = new Map<string, JobEnd>();
  /** Held by this process's pools without being at work, when that was last looked at. */
  #idle = new Set<string>();

  begin(id: string): void {
    this.#active.add(id);
  }

  end(id: string, how: JobEnd): void {
    this.#active.delete(id);
    if (how !== 'failed') this.#ended.set(id, how);
  }

  /**
   * Makes the database agree: removes what is done and still locked, and frees what was interrupted or is held without
   * being at work. What is idle for the first time may just be on its way, and waits for the next call.
   * @param final no worker of these pools is at work any more
   */
  async settle(pool: pg.Pool, workerPools: readonly string[], final = false): Promise<void> {
    const ended = new Map(this.#ended);
    const held = await jobsLockedBy(pool, workerPools);
    const idle = new Set(held.filter((id) => final || !this.#active.has(id)));
    const left = [...idle].filter((id) => final || this.#idle.has(id));
    // How it ended is being told to the database just now: that comes before what is done here.
    const isOnItsWay = (id: string) => idle.has(id) && !left.includes(id);
    const those = (how: JobEnd) => [...ended.keys()].filter((id) => ended.get(id) === how && !isOnItsWay(id));
    const lost = left.filter((id) => !ended.has(id));
    await removeCompletedJobs(pool, workerPools, those('done'));
    await requeueJobs(pool, workerPools, those('aborted'), { asIfNew: true });
    await requeueJobs(pool, workerPools, [...those('cut off'), ...lost], { asIfNew: final });
    this.#idle = idle;
    for (const [id, how] of ended) {
      if (!isOnItsWay(id) && this.#ended.get(id) === how) this.#ended.delete(id);
    }
  }
}
