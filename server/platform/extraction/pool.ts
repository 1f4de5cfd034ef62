import { FairScheduler, type Release, SchedulerTimeout } from '#server/platform/database/fair-scheduler.ts';
import { currentTenant } from '#server/platform/database/tenant.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { ExtractionChild, type JobHooks } from './child-process.ts';
import type { MemoryLimits } from './confine.ts';
import type { Job, Outcome } from './messages.ts';

export type PoolOptions = MemoryLimits & {
  /** How many processes at most read texts, one of them for each hub that wants any. */
  texts: number;
  /** How many at most draw pictures. */
  pictures: number;
  /** How long a process waits for another job before it is stopped. */
  idleMs: number;
  /** How long reading a text may take, from its start. */
  timeoutMs: number;
  /** How long rendering a picture may take, from its start: a user waits, and others wait for a slot. */
  pictureTimeoutMs: number;
};

export type PoolHooks = JobHooks & {
  timeoutMs?: number | undefined;
  /** How long the job waits for a slot, in milliseconds; without a limit where it is omitted. */
  waitTimeoutMs?: number | undefined;
};

const DEFAULTS: PoolOptions = {
  texts: 2,
  pictures: 3,
  idleMs: 30_000,
  timeoutMs: 120_000,
  pictureTimeoutMs: 8_000,
  heapMiB: 512,
  totalMiB: 1024,
};

/** Jobs after which a process is replaced, so that what a library leaks doesn't add up. */
const JOBS_PER_CHILD = 200;

type Resting = { child: ExtractionChild; jobs: number; timer: NodeJS.Timeout };

const STOPPED: Outcome = { ok: false, code: 'aborted', message: 'Reading the file was stopped.' };

/**
 * A few reused processes that read untrusted files. None is started before the first job; a job that breaks
 * its process affects nothing else. Texts take long; pictures have separate processes, since a user is
 * waiting. Slots are shared between hubs: however many texts or pictures one requests, the next one finds a
 * process.
 */
export class ExtractionPool {
  readonly #options: PoolOptions;
  readonly #resting: Resting[] = [];
  readonly #busy = new Set<ExtractionChild>();
  readonly #pictureTurns: FairScheduler;
  readonly #textTurns: FairScheduler;
  #closed = false;

  constructor(options: Partial<PoolOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    const { texts, pictures } = this.#options;
    this.#pictureTurns = new FairScheduler(pictures, Number.POSITIVE_INFINITY);
    this.#textTurns = new FairScheduler(texts, Number.POSITIVE_INFINITY, 1);
  }

  /** The running processes. */
  get pids(): number[] {
    const children = [...this.#busy, ...this.#resting.map((resting) => resting.child)];
    return children.flatMap((child) => (child.usable && child.pid !== undefined ? [child.pid] : []));
  }

  /**
   * Waits for a slot and runs a job. Never throws because of a file.
   * @throws SchedulerTimeout when it got no slot in time.
   */
  async run(job: Job, source: ByteSource, hooks: PoolHooks = {}): Promise<Outcome> {
    const isText = job.op === 'extract' || job.op === 'lines';
    const { timeoutMs, pictureTimeoutMs } = this.#options;
    const leave = await this.#turn(isText, hooks);
    if (!leave) return STOPPED;
    const { child, jobs } = this.#take();
    this.#busy.add(child);
    try {
      const limit = hooks.timeoutMs ?? (isText ? timeoutMs : pictureTimeoutMs);
      const outcome = await child.run(job, source, limit, hooks);
      // The end of a process that was stopped with the pool is no sign of a fault in its file.
      return this.#closed && !outcome.ok ? STOPPED : outcome;
    } finally {
      this.#busy.delete(child);
      this.#rest(child, jobs + 1);
      leave();
    }
  }

  /** Stops every process; running jobs fail as stopped or crashed. */
  close(): void {
    this.#closed = true;
    for (const { child, timer } of this.#resting.splice(0)) {
      clearTimeout(timer);
      child.end();
    }
    for (const child of this.#busy) child.end();
  }

  /** Waits for a process; null for a job that is aborted meanwhile. */
  async #turn(isText: boolean, { signal, waitTimeoutMs }: PoolHooks): Promise<Release | null> {
    // A scheduler of its own: time spent waiting here is not taken from the timeout for the database.
    const key = currentTenant()?.key;
    const tenant = key === undefined ? null : { key, waitedMs: 0 };
    try {
      return await (isText ? this.#textTurns : this.#pictureTurns).acquire(tenant, { signal, waitTimeoutMs });
    } catch (error) {
      if (error instanceof SchedulerTimeout) throw error;
      return null;
    }
  }

  #take(): { child: ExtractionChild; jobs: number } {
    for (let resting = this.#resting.pop(); resting; resting = this.#resting.pop()) {
      clearTimeout(resting.timer);
      if (resting.child.usable) return resting;
    }
    return { child: new ExtractionChild(this.#options), jobs: 0 };
  }

  #rest(child: ExtractionChild, jobs: number): void {
    if (this.#closed || !child.usable || jobs >= JOBS_PER_CHILD) {
      child.end();
      return;
    }
    const resting: Resting = {
      child,
      jobs,
      timer: setTimeout(() => {
        this.#resting.splice(this.#resting.indexOf(resting), 1);
        child.end();
      }, this.#options.idleMs),
    };
    resting.timer.unref();
    this.#resting.push(resting);
  }
}
