import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Passage } from '#lib/text/passage.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { confinement, type MemoryLimits } from './confine.ts';
import type { FromChild, Job, Outcome, ToChild } from './messages.ts';
import type { AboutRows, Failure } from './result.ts';

export type JobHooks = {
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
  onPassages?: (batch: Passage[]) => void | Promise<void>;
  onRows?: (batch: string[][], about: AboutRows) => void | Promise<void>;
};

const WATCH_MS = 100;
/** The most bytes that a child may request at a time. */
const MAX_READ = 8 * 1024 * 1024;

const FAILURES = {
  timeout: 'Reading the file took too long.',
  out_of_memory: 'Reading the file needs more memory than is allowed.',
  crashed: 'Reading the file failed: the reader stopped unexpectedly.',
  aborted: 'Reading the file was stopped.',
} as const;

const failure = (code: keyof typeof FAILURES): Failure => ({ ok: false, code, message: FAILURES[code] });

/** One confined process, that runs one job at a time until it breaks or is stopped. */
export class ExtractionChild {
  readonly #process: ChildProcess;
  readonly #memory: MemoryLimits;
  #complaint = '';
  #broken = false;

  constructor(memory: MemoryLimits) {
    this.#memory = memory;
    const { command, args, env } = confinement(memory);
    this.#process = spawn(command, args, {
      env,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-8000);
    });
    this.#process.on('error', () => this.end());
    this.#process.on('exit', () => {
      this.#broken = true;
    });
    this.rest();
  }

  /** Whether it can run another job. */
  get usable(): boolean {
    return !this.#broken && this.#process.connected;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Lets the parent exit while this child is idle. */
  rest(): void {
    this.#process.unref();
    this.#process.channel?.unref();
    if (
      this.#process.stderr &&
      'unref' in this.#process.stderr &&
      typeof this.#process.stderr.unref === 'function'
    ) {
      this.#process.stderr.unref();
    }
  }

  end(): void {
    this.#broken = true;
    this.#process.kill('SIGKILL');
  }

  /** Runs a job; it never throws because of the file, and ends after `timeoutMs` at the latest. */
  async run(job: Job, source: ByteSource, timeoutMs: number, hooks: JobHooks): Promise<Outcome> {
    const child = this.#process;
    child.ref();
    child.channel?.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const send = (message: ToChild) => {
      if (child.connected) child.send(message, () => {});
    };
    const stop = (code: keyof typeof FAILURES) => {
      this.end();
      resolve(failure(code));
    };
    const respond = async (message: FromChild) => {
      if (message.type === 'read') {
        const length = Math.min(message.length, MAX_READ);
        send({ type: 'bytes', bytes: await source.read(message.offset, length) });
      } else if (message.type === 'passages') {
        await hooks.onPassages?.(message.batch);
        send({ type: 'taken' });
      } else if (message.type === 'rows') {
        await hooks.onRows?.(message.batch, message);
        send({ type: 'taken' });
      } else if (message.type === 'progress') hooks.onProgress?.(message.done, message.total);
      else if (message.type === 'done') resolve(message.outcome);
    };
    const onMessage = (message: FromChild) => {
      // A failing reader of passages or a vanished file is the caller's error, not the file's.
      respond(message).catch((error: unknown) => {
        this.end();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      resolve(failure(this.#causeOf(code, signal)));
    const onAbort = () => stop('aborted');
    const timer = setTimeout(() => stop('timeout'), timeoutMs);
    const watch = setInterval(() => {
      this.#residentMiB().then(
        (used) => {
          if (used > this.#memory.totalMiB) stop('out_of_memory');
        },
        () => {},
      );
    }, WATCH_MS);
    child.on('message', onMessage);
    child.on('exit', onExit);
    hooks.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      if (hooks.signal?.aborted) return failure('aborted');
      if (!this.usable) return failure('crashed');
      send({ type: 'job', job });
      return await promise;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      child.off('message', onMessage);
      child.off('exit', onExit);
      hooks.signal?.removeEventListener('abort', onAbort);
      this.rest();
    }
  }

  /** V8 and allocators abort the process when memory runs out; only their last output distinguishes that from another crash. */
  #causeOf(code: number | null, signal: NodeJS.Signals | null): 'out_of_memory' | 'crashed' {
    if (/out of memory|bad_alloc|allocation fail|failed to allocate|Cannot allocate/i.test(this.#complaint)) {
      return 'out_of_memory';
    }
    return signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134 ? 'out_of_memory' : 'crashed';
  }

  /** Memory of the child in use; 0 where the system does not report it. WebAssembly and native memory count too. */
  async #residentMiB(): Promise<number> {
    if (process.platform !== 'linux' || this.#process.pid === undefined) return 0;
    const [, pages] = (await readFile(`/proc/${this.#process.pid}/statm`, 'latin1')).split(' ');
    return (Number(pages) * 4096) / (1024 * 1024);
  }
}
