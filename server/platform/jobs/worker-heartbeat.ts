import type pg from 'pg';

/** First key of the advisory locks by which a pool of workers shows that its process lives. */
export const HEARTBEAT_LOCK = 712_394;

/**
 * Shows that a process's pools of workers are running: it holds an advisory lock named after each, on a
 * connection that ends with the process, however it ends.
 */
export class WorkerHeartbeat {
  readonly #pool: pg.Pool;
  readonly #workerPools = new Set<string>();
  #holder: { client: pg.PoolClient; release(): void } | null = null;
  #renewing: Promise<void> | null = null;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The pools that are shown as running. */
  get workerPools(): string[] {
    return [...this.#workerPools];
  }

  async show(workerPool: string): Promise<void> {
    this.#workerPools.add(workerPool);
    if (this.#holder) await lock(this.#holder.client, workerPool);
    else await this.renew();
  }

  /** Ends it for a pool whose workers have ended: other processes may requeue its jobs. */
  async retire(workerPool: string): Promise<void> {
    this.#workerPools.delete(workerPool);
    await this.#holder?.client.query('select pg_advisory_unlock($1, hashtext($2))', [
      HEARTBEAT_LOCK,
      workerPool,
    ]);
  }

  /** Shows all of them again after the connection was lost. */
  async renew(): Promise<void> {
    if (this.#holder) return;
    this.#renewing ??= this.#connect().finally(() => {
      this.#renewing = null;
    });
    await this.#renewing;
  }

  async #connect(): Promise<void> {
    const client = await this.#pool.connect();
    const release = (): void => {
      client.off('error', release);
      client.off('end', release);
      if (this.#holder?.client === client) this.#holder = null;
      // The pool counts a connection that was taken from it until it is returned, even a broken one.
      client.release(true);
    };
    client.on('error', release);
    client.on('end', release);
    this.#holder = { client, release };
    for (const workerPool of this.#workerPools) await lock(client, workerPool);
  }

  /** Shows none of them any more. */
  end(): void {
    this.#workerPools.clear();
    // Closing the connection releases the locks.
    this.#holder?.release();
  }
}

async function lock(client: pg.PoolClient, workerPool: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [HEARTBEAT_LOCK, workerPool]);
}
