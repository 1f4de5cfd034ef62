import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

/** More different statements than this are not remembered: those that vary endlessly would fill the server's memory. */
const MAX_PREPARED = 500;
const preparedNames = new Map<string, string>();
/** Statements that ran once. Those of the migrations never run again: with names of their own they would take all that there are. */
const seen = new Set<string>();
const MAX_SEEN = 1_000;
/** Statements on users' tables are as many as those tables, and their columns change: they are not prepared, but for a few. */
const USERS_TABLES = '"tables".';

const ONE_PLAN = '/* one plan';
/** Statements on users' tables with names: of those used last, in this process and on each of its connections. */
const MAX_OF_TABLES = 200;
const MAX_OF_CONNECTION = 24;
const namesOfTables = new Map<string, string>();

/** The longest text of such a statement: the plans of longer ones take much memory of each connection. */
const MAX_UNITS = 16 * 1024;

/**
 * What a statement on a user's table begins with that is prepared though there are so many of them: one of few texts, whose plan is as good
 * for all values of its parameters, since PostgreSQL may make one plan for all of them. A table of another magnitude is another statement:
 * PostgreSQL has a plan until it looks at the table again, however many rows that has by then.
 */
export const withOnePlan = (rows: number): RawBuilder<unknown> =>
  sql.raw(`${ONE_PLAN} for 2^${Math.ceil(Math.log2(Math.max(1, rows)))} rows */`);

const nameOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

/** Whether a statement did not run before, as far as is remembered. */
function isFirstRun(text: string): boolean {
  if (seen.delete(text)) return false;
  if (seen.size >= MAX_SEEN) seen.clear();
  seen.add(text);
  return true;
}

/** The name of a statement that begins with {@link withOnePlan}; the one used least recently is evicted. */
function nameOfTables(text: string): string | undefined {
  const known = namesOfTables.get(text);
  if (known === undefined && (text.length > MAX_UNITS || isFirstRun(text))) return undefined;
  const name = known ?? nameOf(text);
  namesOfTables.delete(text);
  namesOfTables.set(text, name);
  if (namesOfTables.size > MAX_OF_TABLES) evictFirst(namesOfTables);
  return name;
}

function evictFirst(map: Map<string, unknown>): string | undefined {
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
  return first;
}

/** The name by which each connection prepares a statement: when it runs for the second time, and where it may be prepared at all. */
export function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known) return known;
  if (text.startsWith(ONE_PLAN)) return nameOfTables(text);
  if (preparedNames.size >= MAX_PREPARED || text.includes(USERS_TABLES)) return undefined;
  if (isFirstRun(text)) return undefined;
  const name = nameOf(text);
  preparedNames.set(text, name);
  return name;
}

/** PostgreSQL's code for a prepared statement whose columns have other types now, which that connection can't run any more. */
const CHANGED_TYPES = '0A000';

/** The statements on users' tables that a connection has prepared: few, as each takes memory of the database's process. */
export class PreparedOfTables {
  readonly #names = new Map<string, true>();
  readonly #toClose = new Set<string>();

  /** Has the connection close what it no longer needs, together with a query that is about to be sent. */
  use(query: pg.Query, text: string, name: string): void {
    if (!text.startsWith(ONE_PLAN)) return;
    this.#names.delete(name);
    this.#names.set(name, true);
    if (this.#names.size > MAX_OF_CONNECTION) {
      const oldest = evictFirst(this.#names);
      if (oldest !== undefined) this.#toClose.add(oldest);
    }
    if (this.#toClose.size > 0) this.#closeWith(query);
  }

  /** Has a statement prepared again that failed because of what was prepared: by all connections, which have it of the same columns. */
  failed(text: string, name: string, error: unknown): void {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    if (code !== CHANGED_TYPES || !this.#names.delete(name)) return;
    this.#toClose.add(name);
    if (namesOfTables.get(text) === name) namesOfTables.set(text, nameOf(name));
  }

  #closeWith(query: pg.Query): void {
    const { submit } = query;
    const names = [...this.#toClose];
    this.#toClose.clear();
    Object.assign(query, {
      submit(connection: pg.Connection): unknown {
        const known: unknown = Reflect.get(connection, 'parsedStatements');
        connection.stream.cork();
        try {
          for (const name of names) {
            if (typeof known === 'object' && known !== null) Reflect.deleteProperty(known, name);
            connection.close({ type: 'S', name }, true);
          }
          return Reflect.apply(submit, query, [connection]);
        } finally {
          connection.stream.uncork();
        }
      },
    });
  }
}
