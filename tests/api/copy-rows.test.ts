import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { copyRows } from '#server/platform/database/copy-rows.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { createDatabase } from '#tests/harness/databases.ts';

const TARGET = sql`copied (n)`;
let database: Database;

beforeAll(async () => {
  const created = await createDatabase(inject('postgres'));
  // One connection: anybody who comes next has the one that a copy failed on.
  database = openDatabase(openPool(created.url, 1));
  await sql`create table copied (n integer)`.execute(database);
  return async () => {
    await database.destroy();
    await created.drop();
  };
});

async function countCopied(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from copied`.execute(database);
  return rows[0]?.n;
}

const group = (from: number) => Array.from({ length: 20_000 }, (_, at) => [from + at]);

test('stores rows that come in groups', async () => {
  async function* groups() {
    yield group(0);
    yield [];
    yield group(20_000);
  }
  await database.transaction().execute((trx) => copyRows(trx, TARGET, groups()));
  expect(await countCopied()).toBe(40_000);
});

test.each([
  ['its rows end with an error', 'cut off', [0]],
  ['the database refuses one of its rows', 'out of range', [10_000_000_000]],
])('stores nothing where %s, and leaves the connection usable', async (_, message, last) => {
  const before = await countCopied();
  async function* groups() {
    yield group(100_000);
    yield [last];
    throw new Error('cut off');
  }
  const failing = message === 'cut off' ? groups() : [group(100_000), [last]];
  await expect(database.transaction().execute((trx) => copyRows(trx, TARGET, failing))).rejects.toThrow(
    message,
  );
  expect(await countCopied()).toBe(before);
});
