import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { newTiming, timeQuery, withTiming } from './server-timing.ts';
import { withTenant } from './tenant.ts';

type PendingLoad<Question, Answer> = {
  question: Question;
  resolve(value: Answer | undefined): void;
  reject(error: unknown): void;
};

/** More keys than this go into a further query. */
const MOST = 64;

/**
 * Loads keys that are requested in the same turn of the event loop by one query: what a statement costs
 * before it reads its first row is most of what a point read costs, and under load many requests share it.
 * Each key is still queried after its request came in, so that no result is older than the request.
 *
 * @param ask returns results in the order of the keys, undefined where there is nothing.
 * @param nameOf identifies equal keys: they are queried once, and share a result that nobody changes.
 * @param groupOf keys of different groups never share a query: none waits for what another group's query waits for.
 */
export function createBatchLoader<Question, Answer>(
  ask: (
    database: Database | Transaction,
    questions: readonly Question[],
  ) => Promise<readonly (Answer | undefined)[]>,
  nameOf?: (question: Question) => string,
  groupOf: (question: Question) => string = () => '',
): (database: Database | Transaction, question: Question) => Promise<Answer | undefined> {
  const waiting = new WeakMap<Database | Transaction, Map<string, PendingLoad<Question, Answer>[]>>();

  async function loadBatch(
    database: Database | Transaction,
    batch: PendingLoad<Question, Answer>[],
  ): Promise<void> {
    try {
      const same = nameOf
        ? [...Map.groupBy(batch, ({ question }) => nameOf(question)).values()]
        : batch.map((one) => [one]);
      const questions = same.flatMap(([first]) => (first ? [first.question] : []));
      const results = await ask(database, questions);
      for (const [at, those] of same.entries()) for (const one of those) one.resolve(results[at]);
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }

  function enqueue(database: Database | Transaction, one: PendingLoad<Question, Answer>): void {
    const groups = waiting.get(database) ?? new Map<string, PendingLoad<Question, Answer>[]>();
    waiting.set(database, groups);
    const group = groupOf(one.question);
    const pending = groups.get(group);
    if (pending && pending.length < MOST) {
      pending.push(one);
      return;
    }
    const fresh = [one];
    groups.set(group, fresh);
    setImmediate(() => {
      if (groups.get(group) === fresh) groups.delete(group);
      // Every request counts the query as its own; here it counts for none, and has no tenant whose other
      // queries it would wait for.
      void withTiming(newTiming(), () => withTenant(null, () => loadBatch(database, fresh)));
    });
  }

  return (database, question) =>
    timeQuery(() => new Promise((resolve, reject) => enqueue(database, { question, resolve, reject })));
}

/** Puts rows with the number of their key (`n`, from 1) into the order of the keys. */
export function inRequestOrder<Row extends { n: number }>(
  rows: readonly Row[],
  questions: readonly unknown[],
): (Row | undefined)[] {
  const ordered = new Array<Row | undefined>(questions.length).fill(undefined);
  for (const row of rows) ordered[row.n - 1] = row;
  return ordered;
}

/** The number of keys, rounded up to a power of two. */
export const atMost = (questions: readonly unknown[]): number =>
  2 ** Math.ceil(Math.log2(Math.max(1, questions.length)));

/**
 * The same as a literal limit of them: a statement that knows it gets a plan
 * that is as good for every request, so that PostgreSQL caches it. Else it plans each query, which takes longer than most.
 */
export const limitOfKeys = (questions: readonly unknown[]): RawBuilder<number> => sql.lit(atMost(questions));
