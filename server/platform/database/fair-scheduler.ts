import type { Tenant } from './tenant.ts';

/** No slot became free in time: too many requests at the same time. */
export class SchedulerTimeout extends Error {
  override name = 'SchedulerTimeout';
}

type Holder = { tenant: Tenant | null };
type Waiting = Holder & { start(): void };

/** By default, a tenant may hold this many times what would be left for the others. */
const SHARE = 2;

export type AcquireOptions = {
  /** How long this one waits in all, in milliseconds, instead of the usual time; infinity for without end. */
  waitTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
};

/** Releases a slot; calling it again does nothing. */
export type Release = () => void;

/**
 * Shares a fixed number of slots between tenants. A tenant gets another slot only while it holds less than
 * twice what is free (dynamic thresholds, Choudhury and Hahne 1998): a single tenant gets two thirds, and the
 * next one finds a free slot immediately, however many requests of the first one wait. Of those waiting, the
 * tenant with the fewest slots goes first, then the one that has waited longest. Work without a tenant (the
 * system's own) takes precedence.
 */
export class FairScheduler {
  readonly #size: number;
  readonly #waitTimeoutMs: number;
  readonly #share: number;
  readonly #holders = new Set<Holder>();
  #waiting: Waiting[] = [];

  /**
   * @param waitTimeoutMs how long one request waits in total, in milliseconds
   * @param share how many times what is free a tenant may hold; 1 leaves one of two places to others
   */
  constructor(size: number, waitTimeoutMs: number, share = SHARE) {
    this.#size = size;
    this.#waitTimeoutMs = waitTimeoutMs;
    this.#share = share;
  }

  /** Whether nobody has a slot or waits for one. */
  get isIdle(): boolean {
    return this.#holders.size === 0 && this.#waiting.length === 0;
  }

  /** How many slots are taken or waited for. */
  get inUse(): number {
    return this.#holders.size + this.#waiting.length;
  }

  /**
   * Waits for a place.
   * @throws SchedulerTimeout when the tenant's patience, for all its waiting, is at an end; the signal's reason when aborted
   */
  acquire(
    tenant: Tenant | null,
    { waitTimeoutMs = this.#waitTimeoutMs, signal }: AcquireOptions = {},
  ): Promise<Release> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const begun = performance.now();
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const giveUp = (reason: unknown) => {
      settle();
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      reject(reason);
    };
    const onAbort = () => giveUp(signal?.reason);
    const timer = Number.isFinite(waitTimeoutMs)
      ? setTimeout(
          () => giveUp(new SchedulerTimeout('no place became free in time')),
          Math.max(1, waitTimeoutMs - (tenant?.waitedMs ?? 0)),
        )
      : undefined;
    timer?.unref();
    signal?.addEventListener('abort', onAbort, { once: true });
    const waiting: Waiting = {
      tenant,
      start: () => {
        settle();
        if (tenant) tenant.waitedMs += performance.now() - begun;
        resolve(this.#grant(tenant));
      },
    };
    this.#waiting.push(waiting);
    this.#next();
    return promise;
  }

  #grant(tenant: Tenant | null): Release {
    const holder = { tenant };
    this.#holders.add(holder);
    return () => {
      if (this.#holders.delete(holder)) this.#next();
    };
  }

  /** Grants slots to all that may have one now. */
  #next(): void {
    while (this.#waiting.length > 0 && this.#holders.size < this.#size) {
      const next = this.#choose();
      if (!next) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.start();
    }
  }

  #choose(): Waiting | undefined {
    const inUse = new Map<string, number>();
    for (const { tenant } of this.#holders) {
      if (tenant) inUse.set(tenant.key, (inUse.get(tenant.key) ?? 0) + 1);
    }
    const free = this.#size - this.#holders.size;
    let best: Waiting | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const waiting of this.#waiting) {
      if (waiting.tenant === null) return waiting;
      const has = inUse.get(waiting.tenant.key) ?? 0;
      if (has >= fewest || has >= this.#share * free) continue;
      fewest = has;
      best = waiting;
    }
    return best;
  }
}
