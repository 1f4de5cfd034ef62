import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { copyRows } from '#server/platform/database/copy-rows.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/** A database over one connection, which has begun a transaction before, and how often it waited for the server. */
async function connected() {
  const pool = openPool(server.databaseUrl, 1);
  const database = openDatabase(pool);
  onTestFinished(() => database.destroy());
  await sql`create temporary table noted (n int unique)`.execute(database);
  await database.transaction().execute((trx) => sql`select ${1}::int`.execute(trx));
  const client = await pool.connect();
  client.release();
  const connection: unknown = Reflect.get(client, 'connection');
  if (!(connection instanceof EventEmitter)) throw new Error('the driver has another connection');
  let roundTrips = 0;
  connection.on('readyForQuery', () => {
    roundTrips += 1;
  });
  const read = async () =>
    (await sql<{ n: number }>`select n from noted order by n`.execute(database)).rows.map(({ n }) => n);
  return { database, read, roundTrips: () => roundTrips };
}

test('a transaction starts with its first statement, in one message', async () => {
  const { database, read, roundTrips } = await connected();
  const add = (n: number) =>
    database.transaction().execute(async (trx) => {
      await sql`insert into noted values (${n})`.execute(trx);
      const { rows } = await sql<{
        is_one: boolean;
      }>`select now() <> statement_timestamp() and pg_current_xact_id_if_assigned() is not null
        as is_one where ${n}::int > 0`.execute(trx);
      return rows[0]?.is_one;
    });
  expect(await add(1)).toBe(true);
  const before = roundTrips();
  expect(await add(2)).toBe(true);
  expect(await add(3)).toBe(true);
  // Of each the start with the insert, the select, and the commit.
  expect(roundTrips() - before).toBe(6);
  expect(await read()).toEqual([1, 2, 3]);
});

test('leaves nothing, and the connection as it was, where a statement fails, the first or a later one', async () => {
  const { database, read } = await connected();
  const failing = [
    sql`select nothing from nowhere where ${1}::int = 1`,
    sql`insert into noted values (${'no number'})`,
    sql`select 1 / ${0}::int`,
  ];
  for (const statement of [...failing, ...failing])
    await expect(database.transaction().execute((trx) => statement.execute(trx))).rejects.toThrow();
  const late = database.transaction().execute(async (trx) => {
    await sql`insert into noted values (${1})`.execute(trx);
    await sql`insert into noted values (${1})`.execute(trx);
  });
  await expect(late).rejects.toThrow('duplicate');
  expect(await read()).toEqual([]);
  await database.transaction().execute((trx) => sql`insert into noted values (${2})`.execute(trx));
  expect(await read()).toEqual([2]);
});

test('runs copies and several statements at once in the transaction, too', async () => {
  const { database, read } = await connected();
  const undone = async (statement: (trx: Parameters<typeof copyRows>[0]) => Promise<unknown>) => {
    const work = database.transaction().execute(async (trx) => {
      await statement(trx);
      const { rows } = await sql<{ n: number }>`select n from noted`.execute(trx);
      expect(rows).not.toEqual([]);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await read()).toEqual([]);
  };
  await undone((trx) => sql`insert into noted values (1); insert into noted values (2)`.execute(trx));
  await undone((trx) => sql`insert into noted values (3)`.execute(trx));
  await undone((trx) => copyRows(trx, sql`noted (n)`, [[[4], [5]]]));
  // Nothing is sent of a transaction without a statement.
  await database.transaction().execute(async () => undefined);
  const { rows } = await sql<{ is_open: boolean }>`select now() <> statement_timestamp() as is_open`.execute(
    database,
  );
  expect(rows).toEqual([{ is_open: false }]);
});
