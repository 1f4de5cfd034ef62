import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { transact } from '#server/platform/database/after-commit.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import type { OutboxEntry } from '#server/platform/indexing/index-source.ts';
import { rowSource, tableSource } from '#server/tables/indexing/index-table.ts';
import { rowTableName } from '#server/tables/table/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

/** A table with two rows, and an indexer of the test's own that stops between reading and writing. */
async function place() {
  const at = await createPlace(server.client);
  const table = await createTable(at.owner, at);
  const [first, second] = await addRows(at.owner, table, [{ name: 'Halibut' }, { name: 'Halibut too' }]);
  if (!first || !second) throw new Error('two rows were added');
  const database = openDatabase(openPool(server.databaseUrl, 2));
  onTestFinished(() => database.destroy());
  const hubId = at.hub.id;
  const entry: OutboxEntry = {
    ...{ id: 0, hub_id: hubId, target_id: table.id, progress: null },
    ...{ kind: 'rows', parts: [first.id, second.id], numbers: null, bulk: true },
  };
  const found = async () =>
    expectData(await at.owner.client.in(at.hub).get('search/', { query: { q: 'halibut' } }));
  const passagesOf = async (row: { id: string }) =>
    (await server.sql("select from passage where place ->> 'row_id' = $1", [row.id])).length;
  const untilIndexed = () =>
    eventually(async () => {
      expect(await server.sql('select from index_outbox')).toEqual([]);
      expect(await passagesOf(second)).toBe(1);
    });
  await untilIndexed();
  const signal = new AbortController().signal;
  return { ...at, table, first, second, database, hubId, entry, found, passagesOf, untilIndexed, signal };
}

for (const source of ['rows', 'table'] as const) {
  test(`does not index a row again that was deleted while it was being indexed, of ${source}`, async () => {
    const { owner, table, first, second, database, hubId, entry, passagesOf, untilIndexed, signal } =
      await place();
    const indexed = source === 'rows' ? rowSource() : tableSource();
    const read = { ...entry, kind: source, parts: source === 'rows' ? entry.parts : null };
    const prepared = await indexed.prepare(database, hubId, [read], signal);
    expectData(await owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: first.id }] }));
    await untilIndexed();
    const { done } = await transact(database, (trx) => prepared.write(trx));
    expect(done).toEqual([0]);
    expect(await passagesOf(first)).toBe(0);
    expect(await passagesOf(second)).toBe(1);
  });
}

test('leaves a row for later that is being deleted while it is written', async () => {
  const { table, first, second, database, hubId, entry, passagesOf, untilIndexed, signal } = await place();
  const prepared = await rowSource().prepare(database, hubId, [entry], signal);
  const rows = `tables."${rowTableName(table.id)}"`;
  const other = new pg.Client(server.databaseUrl);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query(`delete from ${rows} where id = $1`, [first.id]);
  const { done, counts } = await transact(database, (trx) => prepared.write(trx));
  expect(done).toEqual([0]);
  // Of the two texts one waits, and one was counted before.
  expect(counts?.tokens.get('halibut')?.items).toBe(0);
  // Its entry is what removes it, or indexes it where the deletion is rolled back.
  const later = await server.sql<{ parts: string[]; bulk: boolean }>('select parts, bulk from index_outbox');
  expect(later).toEqual([{ parts: [first.id], bulk: true }]);
  expect(await passagesOf(second)).toBe(1);
  await other.query('commit');
  await eventually(async () => expect(await passagesOf(first)).toBe(0));
  await untilIndexed();
});

test('prepares nothing while all of the rows are locked', async () => {
  const { table, first, second, database, hubId, entry, passagesOf, signal } = await place();
  const other = new pg.Client(server.databaseUrl);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query(`select from tables."${rowTableName(table.id)}" for update`);
  const waiting = await rowSource().prepare(database, hubId, [entry], signal);
  expect(await transact(database, (trx) => waiting.write(trx))).toEqual({ done: [] });
  expect(await server.sql('select from index_outbox')).toEqual([]);
  await other.query('commit');
  const prepared = await rowSource().prepare(database, hubId, [entry], signal);
  expect((await transact(database, (trx) => prepared.write(trx))).done).toEqual([0]);
  expect([await passagesOf(first), await passagesOf(second)]).toEqual([1, 1]);
});

test('a row is changed while a batch with it is written', async () => {
  const { owner, table, first, second, database, hubId, entry, untilIndexed, signal } = await place();
  const prepared = await rowSource().prepare(database, hubId, [entry], signal);
  await transact(database, async (trx) => {
    await prepared.write(trx);
    const rows = [{ id: first.id, values: { name: 'Haddock' } }];
    expectData(await owner.client.patch(`items/${table.id}/rows/`, { rows }));
  });
  await eventually(async () => expect(await server.sql('select from index_outbox')).toEqual([]));
  const passages = await server.sql("select body from passage where place ->> 'row_id' = any($1)", [
    [first.id, second.id],
  ]);
  expect(passages).toEqual(expect.arrayContaining([{ body: 'Haddock' }, { body: 'Halibut too' }]));
  await untilIndexed();
});
