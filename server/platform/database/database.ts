import {
  type DatabaseIntrospector,
  Kysely,
  type Transaction as KyselyTransaction,
  PostgresDialect,
  type PostgresPool,
} from 'kysely';
import pg from 'pg';
import { BEGIN, beginWith, isEnd, namedBegin } from './begin-with-first.ts';
import { CopyInput, copyIn } from './copy.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import { KnownResults } from './known-results.ts';
import { introspectMigrationTables } from './migration-tables.ts';
import { PreparedOfTables, preparedName } from './prepared-statements.ts';
import type { Schema } from './schema.ts';
import { timeQuery } from './server-timing.ts';
import { currentTenant } from './tenant.ts';
import { readUtcTime } from './utc-time.ts';

/** The typed interface to PostgreSQL; also what a transaction offers. */
export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;

/** Where the database is: an address, or the embedded server's socket. */
export type Connection = string | { host: string; port: number; user: string; database: string };

const NOTHING = { rows: [], rowCount: null };

/**
 * Names each parametrized statement, so that PostgreSQL parses and plans it once a connection; measures each query. A transaction starts
 * with its first statement: one round trip less for each.
 */
class PreparingClient extends pg.Client {
  #knowsBegin = false;
  /** A transaction has begun for the program that uses the connection, and not yet for the server. */
  #isToBegin = false;
  readonly #ofTables = new PreparedOfTables();
  readonly #results = new KnownResults();

  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight overloads of query; this passes each on unchanged.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    if (typeof text !== 'string' || !Array.isArray(values))
      return this.#begun(() => Reflect.apply(super.query, this, args));
    if (text === BEGIN && rest.length === 0) return this.#begin();
    if (this.#isToBegin && isEnd(text)) {
      this.#isToBegin = false;
      return Promise.resolve(NOTHING);
    }
    const [first] = values;
    if (first instanceof CopyInput)
      return this.#begun(() =>
        timeQuery(() => copyIn((query) => Reflect.apply(super.query, this, [query]), text, first)),
      );
    // Settings in an object would be copied by the driver, property by property, which takes as long as to send them.
    const name = preparedName(text);
    const query = Object.assign(new pg.Query(text, values), { name });
    const [callback] = rest;
    if (callback) return Reflect.apply(super.query, this, [query, callback]);
    // What has neither a name nor parameters may be several statements, which the server takes alone.
    if (name === undefined && values.length === 0)
      return this.#begun(() => timeQuery(() => this.#resultOf(query)));
    if (name !== undefined) this.#results.use(query, text, name);
    if (this.#isToBegin) beginWith(query);
    this.#isToBegin = false;
    if (name !== undefined) this.#ofTables.use(query, text, name);
    return timeQuery(() => this.#resultOf(query, { text, name }));
  }

  async #begin(): Promise<unknown> {
    this.#isToBegin = this.#knowsBegin;
    if (this.#knowsBegin) return NOTHING;
    const result = await timeQuery(() => this.#resultOf(namedBegin()));
    this.#knowsBegin = true;
    return result;
  }

  /** Runs what can't start a transaction itself after the statement that does. */
  #begun(run: () => unknown): unknown {
    if (!this.#isToBegin) return run();
    this.#isToBegin = false;
    return timeQuery(() => this.#resultOf(namedBegin())).then(async () => run());
  }

  #resultOf(
    query: pg.Query,
    { text, name }: { text?: string; name?: string | undefined } = {},
  ): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const settle = (error: unknown, result: unknown): void => {
      if (!error && text !== undefined && name !== undefined) this.#results.note(text, name, result);
      if (error) reject(error);
      else resolve(result);
    };
    Reflect.apply(super.query, this, [query, settle]);
    return promise.catch((error: unknown) => {
      if (text !== undefined && name !== undefined) this.#ofTables.failed(text, name, error);
      // Of the code that waits for the query, in place of the socket's.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }
}

// Counts and sizes fit a double well below 2^53; a string would surprise every caller that reads a count.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const readAnyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => readUtcTime(text) ?? readAnyTime(text));

/** The options of `pg` for a connection, with this app's name on it. */
export function clientOptions(connection: Connection): pg.ClientConfig {
  const where = typeof connection === 'string' ? { connectionString: connection } : connection;
  return { ...where, application_name: 'hubkeep' };
}

/** After how long PostgreSQL aborts, in milliseconds; what is omitted has no limit. */
export type Timeouts = {
  lock_timeout?: number;
  statement_timeout?: number;
  idle_in_transaction_session_timeout?: number;
  /** To a new connection. */
  connectionTimeoutMillis?: number;
};

/** For requests: a user waits, and others wait for the locks it holds. */
export const REQUEST_TIMEOUTS: Timeouts = {
  lock_timeout: 10_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  connectionTimeoutMillis: 10_000,
};

/**
 * For jobs: they may run long statements, but none waits for a lock or keeps a transaction open without a
 * limit.
 */
export const JOB_TIMEOUTS: Timeouts = {
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 600_000,
};

/** A pool of connections that prepare their statements. */
export function openPool(connection: Connection, max = 16, timeouts: Timeouts = {}): pg.Pool {
  const pool = new pg.Pool({
    ...clientOptions(connection),
    ...timeouts,
    Client: PreparingClient,
    max,
    idleTimeoutMillis: 60_000,
  });
  // An idle connection that breaks is replaced by the pool; the next query shows whether the server is back.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Shares a pool's connections fairly between tenants: each is released together with its slot. */
function inTurns(pool: pg.Pool, turns: FairScheduler): PostgresPool {
  return {
    end: () => pool.end(),
    async connect() {
      const leave = await turns.acquire(currentTenant());
      try {
        const client = await pool.connect();
        const { release } = client;
        // The pool sets this again each time it lends the connection.
        client.release = (error) => {
          release(error);
          leave();
        };
        return client;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** Kysely's dialect, but it reads the structure of the migrations' own tables alone. */
class Dialect extends PostgresDialect {
  override createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return introspectMigrationTables(database);
  }
}

const sparesOf = new WeakMap<Database, () => boolean>();

/** Whether more than half of the connections are free and nobody waits for one, so that a task may take one more. */
export const hasSpareConnections = (database: Database): boolean => sparesOf.get(database)?.() ?? false;

/** @param turns as many slots as the pool has connections; without them the order of arrival decides. */
export function openDatabase(pool: pg.Pool, turns?: FairScheduler): Database {
  const database = new Kysely<Schema>({
    dialect: new Dialect({ pool: turns ? inTurns(pool, turns) : pool }),
  });
  const inUse = () => turns?.inUse ?? pool.totalCount - pool.idleCount + pool.waitingCount;
  sparesOf.set(database, () => inUse() * 2 < pool.options.max);
  return database;
}
