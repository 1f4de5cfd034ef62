import type { ByteSource } from './byte-source.ts';
import { ExtractionChild, type JobHooks } from './child-process.ts';
import type { MemoryLimits } from './confine.ts';
import type { Job, Outcome } from './messages.ts';

export type PoolOptions = MemoryLimits & {
  /** How many processes at most. */
  size: number;
  /** How long a process waits for another job before it is ended. */
  idleMs: number;
  /** How long a job may take, from its start. */
  timeoutMs: number;
};

const DEFAULTS: PoolOptions = { size: 2, idleMs: 30_000, timeoutMs: 120_000, heapMiB: 512, totalMiB: 1024 };

/** Jobs after which a process is replaced, so that what a library leaks doesn't add up. */
const JOBS_PER_CHILD = 200;

type Waiting = { start(): void };
type Resting = { child: ExtractionChild; jobs: number; timer: NodeJS.Timeout };

/**
 * A few reused processes that read strangers' files. None is started before the first job; a job that breaks its process
 * breaks nothing else. Pictures go before texts, since somebody is looking, and one process is always left to them.
 */
export class ExtractionPool {
  readonly #options: PoolOptions;
  readonly #resting: Resting[] = [];
  readonly #busy = new Set<ExtractionChild>();
  readonly #pictures: Waiting[] = [];
  readonly #texts: Waiting[] = [];
  #runningTexts = 0;
  #running = 0;
  #closed = false;

  constructor(options: Partial<PoolOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** The processes alive now. */
  get pids(): number[] {
    const children = [...this.#busy, ...this.#resting.map((resting) => resting.child)];
    return children.flatMap((child) => (child.usable && child.pid !== undefined ? [child.pid] : []));
  }

  /** Waits for its turn and runs a job. Never throws for what a file does. */
  async run(job: Job, source: ByteSource, hooks: JobHooks & { timeoutMs?: number } = {}): Promise<Outcome> {
    const text = job.op === 'extract';
    if (!(await this.#turn(text, hooks.signal))) {
      return { ok: false, code: 'aborted', message: 'Reading the file was stopped.' };
    }
    const { child, jobs } = this.#take();
    this.#busy.add(child);
    try {
      return await child.run(job, source, hooks.timeoutMs ?? this.#options.timeoutMs, hooks);
    } finally {
      this.#busy.delete(child);
      this.#running--;
      if (text) this.#runningTexts--;
      this.#rest(child, jobs + 1);
      this.#next();
    }
  }

  /** Ends every process; jobs that run fail as stopped or crashed. */
  close(): void {
    this.#closed = true;
    for (const { child, timer } of this.#resting.splice(0)) {
      clearTimeout(timer);
      child.end();
    }
    for (const child of this.#busy) child.end();
  }

  #turn(text: boolean, signal: AbortSignal | undefined): Promise<boolean> {
    const queue = text ? this.#texts : this.#pictures;
    return new Promise((resolve) => {
      const leave = () => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        resolve(false);
      };
      const waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve(true);
        },
      };
      if (signal?.aborted) return resolve(false);
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(waiting);
      this.#next();
    });
  }

  #next(): void {
    const { size } = this.#options;
    while (this.#running < size) {
      const picture = this.#pictures.shift();
      const text = picture || this.#runningTexts >= Math.max(1, size - 1) ? undefined : this.#texts.shift();
      const waiting = picture ?? text;
      if (!waiting) return;
      this.#running++;
      if (text) this.#runningTexts++;
      waiting.start();
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
