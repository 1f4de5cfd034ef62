import pg from 'pg';
import { type Connection, clientOptions } from '#server/platform/database/database.ts';
import { INDEXING_CHANNEL } from './indexer-wake.ts';

/** First key of the advisory locks by which a process has a hub's turn. */
const TURN_LOCK = 712_395;
const FIRST_HUB = '00000000-0000-0000-0000-000000000000';
/** How long another process's hub is left alone, in milliseconds. */
const ELSEWHERE_MS = 100;

/**
 * Whose turn it is: one hub after the other in this process, and each in one process at a time. A turn is an advisory lock on a
 * connection of its own, which ends with the process, however it ends: another continues at once. The connection is also notified of
 * what processes without an indexer write.
 */
export class HubIndexingLocks {
  /** The hub that had its turn last; the next one follows in the order of ids. */
  last = FIRST_HUB;
  readonly #connection: Connection;
  readonly #onNotification: () => void;
  readonly #resting = new Map<string, number>();
  readonly #mine = new Set<string>();
  #client: Promise<pg.Client> | null = null;

  constructor(connection: Connection, onNotification: () => void) {
    this.#connection = connection;
    this.#onNotification = onNotification;
  }

  /** Listens for what other processes write, from now on. */
  async listen(): Promise<void> {
    await this.#connected();
  }

  /** Hubs that get no turn for the moment: they have one, here or in another process, or were locked by users. */
  skipped(): string[] {
    const now = performance.now();
    for (const [hubId, until] of this.#resting) if (until <= now) this.#resting.delete(hubId);
    return [...this.#resting.keys(), ...this.#mine];
  }

  /** Milliseconds until one of those is looked at again; null where there are none. */
  untilNext(): number | null {
    if (this.#resting.size === 0) return null;
    return Math.max(1, Math.min(...this.#resting.values()) - performance.now());
  }

  /** @returns false where another process indexes this hub */
  async begin(hubId: string): Promise<boolean> {
    const { rows } = await (await this.#connected()).query<{ is_mine: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as is_mine',
      [TURN_LOCK, hubId],
    );
    this.last = hubId;
    if (rows[0]?.is_mine) {
      this.#mine.add(hubId);
      return true;
    }
    this.#resting.set(hubId, performance.now() + ELSEWHERE_MS);
    return false;
  }

  /** The hub may have another turn in this process. */
  leave(hubId: string): void {
    this.#mine.delete(hubId);
  }

  /** @param rest how long the hub is left alone, in milliseconds */
  async finish(hubId: string, rest: number): Promise<void> {
    if (rest > 0) this.#resting.set(hubId, performance.now() + rest);
    // Where the connection is lost, so is the lock.
    const client = await this.#client?.catch(() => null);
    await client
      ?.query('select pg_advisory_unlock($1, hashtext($2))', [TURN_LOCK, hubId])
      .catch(() => undefined);
  }

  async end(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(clientOptions(this.#connection));
    const lost = (): void => {
      this.#client = null;
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', this.#onNotification);
    try {
      await client.connect();
      await client.query(`listen ${INDEXING_CHANNEL}`);
    } catch (error) {
      this.#client = null;
      throw error;
    }
    return client;
  }
}
