import fastify from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { transact } from '#server/platform/database/after-commit.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { IndexSource, OutboxEntry } from '#server/platform/indexing/index-source.ts';
import { Indexer } from '#server/platform/indexing/indexer.ts';
import { indexBacklog, queueIndexing } from '#server/platform/indexing/outbox.ts';
import { createDatabase } from '#tests/harness/databases.ts';
import { eventually } from '#tests/harness/eventually.ts';

const KIND = 'test';
let url: string;
let database: Database;

beforeAll(async () => {
  const created = await createDatabase(inject('postgres'));
  url = created.url;
  database = openDatabase(openPool(url, 8));
  return async () => {
    await database.destroy();
    await created.drop();
  };
});

afterEach(async () => {
  await sql`delete from index_outbox`.execute(database);
});

/** A source that records the targets of what it indexed, in the order of the commits. */
function recordingSource(batch: number, prepare: (entries: readonly OutboxEntry[]) => Promise<void> | void) {
  const indexed: string[] = [];
  const source: IndexSource = {
    batch,
    indexes: [],
    async prepare(_database, _hubId, entries) {
      await prepare(entries);
      return {
        write: async () => ({ done: entries.map(({ id }) => id) }),
        committed: () => void indexed.push(...entries.map(({ target_id }) => target_id)),
      };
    },
  };
  return { source, indexed };
}

function startIndexer(source: IndexSource): Indexer {
  const { log } = fastify({ logger: false });
  const indexer = new Indexer({ connection: url, database, sources: { [KIND]: source }, log });
  indexer.start();
  onTestFinished(() => indexer.stop());
  return indexer;
}

const queue = (hubId: string, targets: readonly string[]) =>
  queueIndexing(
    database,
    targets.map((targetId) => ({ hubId, kind: KIND, targetId })),
  );
const ids = (count: number) => Array.from({ length: count }, () => newId());
const untilIndexed = () =>
  eventually(async () => expect((await indexBacklog(database)).waiting).toBe(0), 20_000);

test('gives each hub its turn, however much another has', async () => {
  const { source, indexed } = recordingSource(2, () => undefined);
  const many = ids(40);
  const few = ids(2);
  await queue(newId(), many);
  await queue(newId(), few);
  startIndexer(source);
  await untilIndexed();
  expect(indexed).toHaveLength(42);
  expect(indexed.findIndex((id) => few.includes(id))).toBeLessThan(10);
});

test('continues with other hubs while one waits', async () => {
  const slow = newId();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { source, indexed } = recordingSource(10, ([entry]) =>
    entry?.hub_id === slow ? promise : undefined,
  );
  await queue(slow, ids(1));
  const others = ids(3);
  for (const id of others) await queue(newId(), [id]);
  startIndexer(source);
  await eventually(async () => expect([...indexed].sort()).toEqual([...others].sort()));
  resolve();
  await untilIndexed();
});

test('indexes a hub in one of several processes at a time, and each entry once', async () => {
  const running = new Map<string, number>();
  let most = 0;
  const shared = recordingSource(3, async ([entry]) => {
    const hubId = entry?.hub_id ?? '';
    running.set(hubId, (running.get(hubId) ?? 0) + 1);
    most = Math.max(most, running.get(hubId) ?? 0);
    await sql`select pg_sleep(0.005)`.execute(database);
    running.set(hubId, (running.get(hubId) ?? 0) - 1);
  });
  const all = [ids(20), ids(20), ids(20)];
  for (const targets of all) await queue(newId(), targets);
  for (let n = 0; n < 3; n += 1) startIndexer(shared.source);
  await untilIndexed();
  await eventually(async () => expect([...shared.indexed].sort()).toEqual(all.flat().sort()));
  expect(most).toBe(1);
});

test('takes over at once what a process had begun that has ended', async () => {
  const stuck = recordingSource(10, () => new Promise<void>(() => undefined));
  const first = startIndexer(stuck.source);
  const hubId = newId();
  const targets = ids(5);
  await queue(hubId, targets);
  await eventually(async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and classid = 712395
      and database = (select oid from pg_database where datname = current_database())`.execute(database);
    expect(rows).toHaveLength(1);
  });
  const next = recordingSource(10, () => undefined);
  startIndexer(next.source);
  await first.stop();
  await untilIndexed();
  expect(next.indexed).toEqual(targets);
});

test('tries an entry again later that can not be indexed, and indexes the others', async () => {
  const [broken = '', ...fine] = ids(4);
  let isMended = false;
  const { source, indexed } = recordingSource(10, (entries) => {
    if (!isMended && entries.some(({ target_id }) => target_id === broken)) throw new Error('unreadable');
  });
  await queue(newId(), [broken, ...fine]);
  startIndexer(source);
  await eventually(async () => expect(indexed).toEqual(fine));
  const { rows } = await sql<{ failures: number }>`
    select failures from index_outbox where target_id = ${broken}`.execute(database);
  expect(rows).toEqual([{ failures: 1 }]);
  isMended = true;
  await eventually(async () => expect(indexed).toEqual([...fine, broken]), 20_000);
});

/** Milliseconds between the end of one batch and the beginning of the next, the least of ten. */
async function leastRest(ageSeconds: number): Promise<number> {
  const BATCH_MS = 150;
  const hubId = newId();
  const finishes: number[] = [];
  const rests: number[] = [];
  const { source } = recordingSource(1, async () => {
    const last = finishes.at(-1);
    if (last !== undefined) rests.push(performance.now() - last);
    await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
    finishes.push(performance.now());
  });
  await queue(hubId, ids(11));
  await sql`update index_outbox set created_at = now() - ${ageSeconds} * interval '1 second'`.execute(
    database,
  );
  startIndexer(source);
  await untilIndexed();
  return Math.min(...rests);
}

test('rests between batches while what waits is young', async () => {
  // Created in the future: however slow the machine is, they stay young.
  expect(await leastRest(-600)).toBeGreaterThanOrEqual(145);
});

test('does not rest where what waits is old', async () => {
  expect(await leastRest(600)).toBeLessThan(145);
});

test('leaves a hub for a moment while all that waits in it is locked, and no other hub', async () => {
  const [locked = '', free = ''] = ids(2);
  const lockedHub = newId();
  const [isLocked, tries] = [{ now: true }, [] as number[]];
  const { source, indexed } = recordingSource(10, () => undefined);
  const prepare: IndexSource['prepare'] = async (...all) => {
    const prepared = await source.prepare(...all);
    if (all[1] !== lockedHub || !isLocked.now) return prepared;
    tries.push(performance.now());
    return { write: async () => ({ done: [] }) };
  };
  await queue(lockedHub, [locked]);
  // However old it is: only what makes progress continues without a rest.
  await sql`update index_outbox set created_at = now() - interval '1 hour'`.execute(database);
  startIndexer({ ...source, prepare });
  await eventually(async () => expect(tries.length).toBeGreaterThan(5));
  await queue(newId(), [free]);
  await eventually(async () => expect(indexed).toEqual([free]));
  const pauses = tries.slice(1).map((at, n) => at - (tries[n] ?? at));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(49);
  isLocked.now = false;
  await eventually(async () => expect(indexed).toEqual([free, locked]));
});

test('a write of many notes does not wait for what is old', async () => {
  const hubId = newId();
  const { source, indexed } = recordingSource(1, async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await queue(hubId, ids(60));
  await sql`update index_outbox set created_at = now() - interval '1 hour'`.execute(database);
  startIndexer(source);
  await eventually(async () => expect(indexed.length).toBeGreaterThan(2));
  const began = performance.now();
  await transact(database, async (trx) => {
    for (const targetId of ids(40)) await queueIndexing(trx, [{ hubId, kind: KIND, targetId }]);
  });
  expect(performance.now() - began).toBeLessThan(1_400);
});
