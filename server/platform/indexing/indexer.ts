import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { withBulkHeap } from '#server/platform/bulk-heap.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Connection, Database } from '#server/platform/database/database.ts';
import { isDatabaseUnavailable } from '#server/platform/database/unavailable.ts';
import { isBulkResting } from './bulk-rest.ts';
import { HubIndexingLocks } from './hub-indexing-locks.ts';
import { VOCABULARY_INDEX } from './hub-vocabulary.ts';
import { writeCounts } from './index-counts.ts';
import type { IndexSource, OutboxEntry } from './index-source.ts';
import { onIndexingQueued } from './indexer-wake.ts';
import { indexBacklog } from './outbox.ts';

/** Hubs that are indexed at the same time in a process: where one waits for the database, the others don't. */
const CONCURRENT_TURNS = 3;
/** How often it looks by itself: for what other processes wrote, and what a killed one left. */
const LOOK_MS = 1_000;
/** A second look after a wake that found nothing: the commit was not quite done. */
const SECOND_LOOK_MS = 30;
/** What users have locked is left for a moment. */
const LOCKED_MS = 50;
/** After a batch it rests as long as that took, so that requests come first; but no longer than this. */
const REST_MS = 200;
/** While the first entry that users wait for is of this age, it does not rest. */
const OLD_MS = 1_000;
/** A backlog of this age is logged, so often. */
const OLD_SECONDS = 30;
const LOG_EVERY_MS = 60_000;
/** Entries of a kind that are taken at a time, and the bytes of what they list: about as much as a batch has room for. */
const ENTRIES_MAX = 500;
const LISTS_BYTES = 80 * 1024;
/** An entry of so many rows is no single change of a user. */
const MANY_PARTS = 500;
/** An entry that fails is tried again after so many seconds, times two each time, to a limit. */
const RETRY_SECONDS = 2;
const RETRY_SECONDS_MAX = 3_600;
/** From this many failures on, the pause grows no more. */
const RETRIES_COUNTED = 20;
/** Bulk that has waited so long is indexed while an import still runs. */
const BULK_REST_SECONDS = 20;
/** How long a stop waits for the current batch, in milliseconds; it is done again after the next start. */
const STOP_TIMEOUT_MS = 2_000;

type IndexerOptions = {
  connection: Connection;
  /** Of background work. */
  database: Database;
  /** By the kinds of their entries. */
  sources: Readonly<Record<string, IndexSource>>;
  log: FastifyBaseLogger;
};

/** Another process did this turn's entries meanwhile: what was written is rolled back. */
class LostTurn extends Error {}

/**
 * Takes what was written from the outbox into the search index: batch by batch, hubs in turns, several processes each with a hub
 * of its own. What it computes holds no lock and no transaction; a batch is written together with the removal of its entries, so
 * that a kill at any moment neither loses nor repeats one.
 */
export class Indexer {
  readonly #options: IndexerOptions;
  readonly #locks: HubIndexingLocks;
  readonly #ending = new AbortController();
  readonly #active = new Set<Promise<void>>();
  #running: Promise<void> | null = null;
  #unsubscribe: (() => void) | null = null;
  #woken = false;
  #wake: (() => void) | null = null;
  #logged = 0;

  constructor(options: IndexerOptions) {
    this.#options = options;
    this.#locks = new HubIndexingLocks(options.connection, () => this.wake());
  }

  start(): void {
    this.#unsubscribe = onIndexingQueued(() => this.wake());
    this.#running = this.#run();
  }

  /** Looks for entries at once. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#ending.abort();
    this.wake();
    const ended = Promise.all([this.#running, ...this.#active]);
    await Promise.race([ended, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await this.#locks.end();
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  async #run(): Promise<void> {
    let isFirst = true;
    while (!this.#isEnding) {
      try {
        await this.#locks.listen();
        if (this.#active.size >= CONCURRENT_TURNS) {
          await Promise.race(this.#active);
          continue;
        }
        const { rows } = await this.#lookForHub();
        const hubId = rows[0]?.hub_id;
        if (hubId === undefined) {
          await this.#idle();
          continue;
        }
        if (isFirst) await this.#cleanAllPendingLists();
        isFirst = false;
        if (await this.#locks.begin(hubId)) this.#startTurn(hubId);
      } catch (error) {
        if (this.#isEnding) return;
        if (!isDatabaseUnavailable(error)) this.#options.log.error({ err: error }, 'indexing failed');
        await this.#sleep(LOOK_MS);
      }
    }
  }

  /** The next hub with entries, after the one that had its turn. */
  #lookForHub() {
    const skipped = this.#locks.skipped();
    const isWaiting = sql`hub_id <> all(${skipped}::uuid[]) and ${isDue()}`;
    return sql<{ hub_id: string }>`
      (select hub_id from index_outbox where hub_id > ${this.#locks.last} and ${isWaiting} order by hub_id limit 1)
      union all
      (select hub_id from index_outbox where ${isWaiting} order by hub_id limit 1) limit 1`.execute(
      this.#options.database,
    );
  }

  #startTurn(hubId: string): void {
    const turn = this.#turn(hubId)
      .catch(async (error: unknown) => {
        if (this.#isEnding) return;
        if (!isDatabaseUnavailable(error)) this.#options.log.error({ err: error }, 'indexing failed');
        await pause(LOOK_MS, undefined, { ref: false });
      })
      .finally(() => {
        this.#active.delete(turn);
        this.#locks.leave(hubId);
        this.wake();
      });
    this.#active.add(turn);
  }

  async #turn(hubId: string): Promise<void> {
    const begin = performance.now();
    let [progressed, age] = [false, 0];
    try {
      ({ progressed, age } = await this.#indexHub(hubId));
    } finally {
      await this.#locks.finish(hubId, progressed ? 0 : LOCKED_MS);
    }
    await this.#reportBacklog();
    // While it rests, more comes together for the next batch; what has waited long is not kept waiting.
    if (age < OLD_MS) await pause(Math.min(REST_MS, performance.now() - begin), undefined, { ref: false });
  }

  /** @returns whether anything was done, and how old in milliseconds the first entry was that users wait for */
  async #indexHub(hubId: string): Promise<{ progressed: boolean; age: number }> {
    const { sources, database } = this.#options;
    let progressed = false;
    const waiting = await entriesOf(database, hubId, Object.keys(sources));
    const age = Math.max(0, ...waiting.map((entry) => entry.age));
    for (const [kind, source] of Object.entries(sources)) {
      if (this.#isEnding) break;
      const entries = waiting.filter((entry) => entry.kind === kind).slice(0, source.batch);
      if (entries.length === 0) continue;
      try {
        const isBulk =
          entries.length >= source.batch / 2 ||
          entries.some(({ parts }) => (parts?.length ?? 0) >= MANY_PARTS);
        const index = () => this.#index(source, hubId, entries);
        if (await (isBulk ? withBulkHeap(index) : index())) progressed = true;
      } catch (error) {
        if (this.#isEnding || isDatabaseUnavailable(error)) throw error;
        if (!(error instanceof LostTurn)) await this.#indexOneByOne(source, hubId, entries, error);
        progressed = true;
      }
    }
    return { progressed, age };
  }

  async #index(source: IndexSource, hubId: string, entries: readonly OutboxEntry[]): Promise<boolean> {
    const { database } = this.#options;
    const prepared = await source.prepare(database, hubId, entries, this.#ending.signal);
    let indexes = source.indexes;
    const progressed = await transact(database, async (trx) => {
      const { done, continued, counts } = await prepared.write(trx);
      if (counts && counts.tokens.size > 0) indexes = [...source.indexes, VOCABULARY_INDEX];
      const { rows } = await sql<{ id: number }>`
        delete from index_outbox where id = any(${done}::bigint[]) returning id`.execute(trx);
      if (rows.length < done.length) throw new LostTurn();
      if (continued && continued.size > 0) {
        await sql`update index_outbox entry set progress = nullif(now_at.progress, '')
          from unnest(${[...continued.keys()]}::bigint[], ${[...continued.values()]}::text[]) as now_at (id, progress)
          where entry.id = now_at.id`.execute(trx);
      }
      if (counts) await writeCounts(trx, hubId, counts);
      return done.length > 0 || (continued?.size ?? 0) > 0;
    });
    prepared.committed?.();
    await cleanPendingLists(database, indexes);
    return progressed;
  }

  /** One that can't be indexed must not keep the others from it. */
  async #indexOneByOne(
    source: IndexSource,
    hubId: string,
    entries: readonly OutboxEntry[],
    cause: unknown,
  ): Promise<void> {
    for (const entry of entries) {
      if (this.#isEnding) return;
      try {
        if (entries.length === 1) throw cause;
        await this.#index(source, hubId, [entry]);
      } catch (error) {
        if (this.#isEnding || isDatabaseUnavailable(error)) throw error;
        if (error instanceof LostTurn) return;
        const about = { err: error, kind: entry.kind, target: entry.target_id };
        this.#options.log.error(about, 'could not be indexed for now');
        await sql`update index_outbox set failures = failures + 1,
            not_before = now() + least(${RETRY_SECONDS_MAX}, ${RETRY_SECONDS} * 2 ^ least(failures, ${RETRIES_COUNTED})) * interval '1 second'
          where id = ${entry.id}`.execute(this.#options.database);
      }
    }
  }

  async #idle(): Promise<void> {
    if (this.#woken) {
      this.#woken = false;
      await pause(SECOND_LOOK_MS, undefined, { ref: false });
      return;
    }
    await this.#sleep(this.#locks.untilNext() ?? LOOK_MS);
  }

  /** Until it is woken, or for some milliseconds. */
  async #sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    timer.unref();
    this.#wake = resolve;
    if (this.#isEnding) resolve();
    await promise;
    clearTimeout(timer);
    this.#wake = null;
  }

  /** What a kill left in them. */
  async #cleanAllPendingLists(): Promise<void> {
    const { sources, database } = this.#options;
    await cleanPendingLists(database, [
      ...new Set([VOCABULARY_INDEX, ...Object.values(sources).flatMap(({ indexes }) => indexes)]),
    ]);
  }

  async #reportBacklog(): Promise<void> {
    if (performance.now() - this.#logged < LOG_EVERY_MS) return;
    this.#logged = performance.now();
    const backlog = await indexBacklog(this.#options.database);
    if (backlog.oldestSeconds < OLD_SECONDS) return;
    this.#options.log.warn(backlog, 'what was written waits long to be found by search');
  }
}

/** Which entries may be taken now. */
function isDue(): RawBuilder<unknown> {
  const isTried = sql`(not_before is null or not_before <= now())`;
  if (!isBulkResting()) return isTried;
  return sql`${isTried} and (not bulk or created_at < now() - ${sql.lit(BULK_REST_SECONDS)} * interval '1 second')`;
}

/** The first entries of a hub, of each kind. */
async function entriesOf(
  database: Database,
  hubId: string,
  kinds: readonly string[],
): Promise<(OutboxEntry & { age: number })[]> {
  // The lists as texts: arrays of thousands of ids take the driver longer than all the rest of them.
  const { rows } = await sql<
    Omit<OutboxEntry, 'parts' | 'numbers'> & { parts: string | null; numbers: string | null; age: number }
  >`
    select id, hub_id, entry.kind, target_id, array_to_string(parts, ',') as parts,
      array_to_string(numbers, ',') as numbers, progress, bulk,
      case when bulk or failures > 0 then 0 else extract(epoch from clock_timestamp() - created_at) * 1000 end::float8 as age
    from unnest(${kinds}::text[]) as wanted (kind) cross join lateral (
      select *, coalesce(sum(pg_column_size(parts)) over (order by bulk, id
        rows between unbounded preceding and 1 preceding), 0) as listed
      from (
        select * from index_outbox
        where hub_id = ${hubId} and kind = wanted.kind and ${isDue()}
        order by bulk, id limit ${ENTRIES_MAX}
      ) as first
    ) as entry
    where listed < ${LISTS_BYTES} order by bulk, id`.execute(database);
  return rows.map((row) => ({
    ...row,
    parts: listOf(row.parts),
    numbers: listOf(row.numbers)?.map(Number) ?? null,
  }));
}

function listOf(text: string | null): string[] | null {
  if (text === null) return null;
  return text === '' ? [] : text.split(',');
}

/**
 * Merges what a batch added into the indexes, all of it together: one by one it would take three times as long. Until then it is
 * in a pending list, which every search reads through.
 */
async function cleanPendingLists(database: Database, indexes: readonly string[]): Promise<void> {
  await sql`select gin_clean_pending_list(name::regclass) from unnest(${indexes}::text[]) as name`.execute(
    database,
  );
}
