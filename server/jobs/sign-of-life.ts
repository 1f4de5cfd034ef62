import type pg from 'pg';

/** First key of the advisory locks by which a pool of workers shows that its process lives. */
const ALIVE = 712_394;

/**
 * Shows a process's pool of workers to be alive: it holds an advisory lock named after it, on a connection that ends
 * with the process, however it ends.
 */
export class SignOfLife {
  readonly #pool: pg.Pool;
  readonly #pools = new Set<string>();
  #holder: pg.PoolClient | null = null;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get poolIds(): string[] {
    return [...this.#pools];
  }

  async show(poolId: string): Promise<void> {
    this.#pools.add(poolId);
    if (this.#holder) await lock(this.#holder, poolId);
    else await this.renew();
  }

  /** Shows all of them again after the connection was lost. */
  async renew(): Promise<void> {
    if (this.#holder) return;
    const holder = await this.#pool.connect();
    this.#holder = holder;
    holder.once('end', () => {
      if (this.#holder === holder) this.#holder = null;
    });
    for (const poolId of this.#pools) await lock(holder, poolId);
  }

  end(): void {
    // Closing the connection lets go of the locks.
    this.#holder?.release(true);
    this.#holder = null;
    this.#pools.clear();
  }
}

async function lock(holder: pg.PoolClient, poolId: string): Promise<void> {
  await holder.query('select pg_advisory_lock($1, hashtext($2))', [ALIVE, poolId]);
}

/** Frees the jobs of pools that show no sign of life: their process was killed. */
export async function handBackOfTheDead(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(locked_by))
     from (select distinct locked_by from graphile_worker._private_jobs where locked_by is not null) as held
     where pg_try_advisory_xact_lock($1, hashtext(locked_by))
     having count(*) > 0`,
    [ALIVE],
  );
}
