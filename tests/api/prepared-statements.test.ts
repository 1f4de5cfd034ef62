import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('prepares a statement that runs again, however many others ran once before, as migrations do', async () => {
  // As in a new process: this one may have prepared all that it does already.
  vi.resetModules();
  const { openPool } = await import('#server/platform/database/database.ts');
  const pool = openPool(server.databaseUrl, 1);
  onTestFinished(() => pool.end());
  for (let n = 0; n < 600; n += 1) await pool.query(`select ${n}`, []);
  const again = 'select $1::int + 1 as next';
  for (let n = 0; n < 3; n += 1) await pool.query(again, [n]);
  const { rows } = await pool.query('select statement from pg_prepared_statements', []);
  expect(rows.map(({ statement }) => statement)).toEqual([again]);
});

/** One connection, and how a statement that has one plan is run by it. */
async function connection() {
  vi.resetModules();
  const { sql } = await import('kysely');
  const { openDatabase, openPool } = await import('#server/platform/database/database.ts');
  const { withOnePlan } = await import('#server/platform/database/prepared-statements.ts');
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  return {
    database,
    run: (text: string, rows = 1) =>
      sql<{ value: unknown }>`${withOnePlan(rows)}${sql.raw(text)}`.execute(database),
    prepared: async () =>
      (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database)).rows
        .map(({ statement }) => statement)
        .filter((statement) => statement.includes('one plan')),
  };
}

test('prepares a statement of one plan when it runs again, and closes those that ran least recently', async () => {
  const { run, prepared } = await connection();
  for (let n = 0; n < 40; n += 1) {
    await run('select 0 as value');
    await run(`select ${n} as value`);
    expect(
      await run(`select ${n} as value from "tables".t_none right join (select) one on true`).catch(
        () => null,
      ),
    ).toBeNull();
    expect((await run(`select ${n} as value`)).rows).toEqual([{ value: n }]);
  }
  const left = await prepared();
  expect(left.length).toBeGreaterThan(5);
  expect(left.length).toBeLessThanOrEqual(24);
  expect(left.some((statement) => statement.endsWith('select 0 as value'))).toBe(true);
  // One that was closed is prepared again.
  expect((await run('select 1 as value')).rows).toEqual([{ value: 1 }]);
});

test('prepares a statement of one plan for each magnitude of its table, and none that is very long', async () => {
  const { run, prepared } = await connection();
  const long = `select 1 as value -- ${'x'.repeat(20_000)}`;
  for (const rows of [100, 100, 120, 0, 0, 1_000_000, 1_000_000, 900_000]) {
    await run('select 1 as value', rows);
    await run(long, rows);
  }
  expect((await prepared()).map((statement) => statement.split(' rows')[0]).sort()).toEqual([
    '/* one plan for 2^0',
    '/* one plan for 2^20',
    '/* one plan for 2^7',
  ]);
});

test('prepares a statement again whose columns have other types since', async () => {
  const { run, prepared } = await connection();
  await server.sql('create table changing as select 1::int as value');
  onTestFinished(async () => {
    await server.sql('drop table changing');
  });
  const text = 'select value from changing';
  for (let n = 0; n < 2; n += 1) expect((await run(text)).rows).toEqual([{ value: 1 }]);
  await server.sql("alter table changing alter column value type text using 'one'");
  await expect(run(text)).rejects.toMatchObject({ code: '0A000' });
  expect((await run(text)).rows).toEqual([{ value: 'one' }]);
  expect(await prepared()).toHaveLength(1);
});

test('prepares it again on each connection once it failed on one of them', async () => {
  vi.resetModules();
  const { openPool } = await import('#server/platform/database/database.ts');
  const pool = openPool(server.databaseUrl, 2);
  onTestFinished(() => pool.end());
  await server.sql('create table changed as select 1::int as value');
  onTestFinished(async () => {
    await server.sql('drop table changed');
  });
  const text = '/* one plan for 2^0 rows */ select value from changed';
  const clients = [await pool.connect(), await pool.connect()] as const;
  onTestFinished(() => {
    for (const client of clients) client.release();
  });
  for (let n = 0; n < 3; n += 1)
    for (const client of clients) expect((await client.query(text, [])).rows).toEqual([{ value: 1 }]);
  await server.sql("alter table changed alter column value type text using 'one'");
  await expect(clients[0].query(text, [])).rejects.toMatchObject({ code: '0A000' });
  for (const client of clients) expect((await client.query(text, [])).rows).toEqual([{ value: 'one' }]);
});

test('has the result of a prepared statement described until it is known', async () => {
  vi.resetModules();
  const { openPool } = await import('#server/platform/database/database.ts');
  const pool = openPool(server.databaseUrl, 1);
  onTestFinished(() => pool.end());
  let described = 0;
  const client = await pool.connect();
  client.connection.on('rowDescription', () => {
    described += 1;
  });
  const read = async (text: string, ...values: unknown[]) => {
    described = 0;
    const { rows } = await client.query(text, values);
    return { rows, described };
  };
  const text =
    "select n, 'Bollard ' || n as name, now() > '2020-01-01' as later from generate_series(1, $1::int) n";
  const two = [
    { n: 1, name: 'Bollard 1', later: true },
    { n: 2, name: 'Bollard 2', later: true },
  ];
  for (const times of [1, 1, 0, 0]) expect(await read(text, 2)).toEqual({ rows: two, described: times });
  expect(await read(text, 0)).toEqual({ rows: [], described: 0 });
  // What fails while it runs is known as before.
  const failing = 'select 1 / $1::int as part';
  for (const times of [1, 1, 0])
    expect(await read(failing, 1)).toEqual({ rows: [{ part: 1 }], described: times });
  await expect(read(failing, 0)).rejects.toMatchObject({ code: '22012' });
  expect(await read(failing, 1)).toEqual({ rows: [{ part: 1 }], described: 0 });
  // What has no columns.
  const nothing = 'delete from session where id::text = $1';
  for (let n = 0; n < 3; n += 1) expect((await read(nothing, 'none')).rows).toEqual([]);
  client.release();
  // As the first statement of a transaction, which begins with it.
  const { openDatabase } = await import('#server/platform/database/database.ts');
  const { sql } = await import('kysely');
  const database = openDatabase(pool);
  for (let n = 0; n < 4; n += 1)
    expect(
      (await database.transaction().execute((trx) => sql`select ${n}::int + 1 as next`.execute(trx))).rows,
    ).toEqual([{ next: n + 1 }]);
});

test('reads the rows of a cursor by the columns that it has, however often others were fetched', async () => {
  const { database } = await connection();
  const { sql } = await import('kysely');
  const fetched = (query: string) =>
    database.transaction().execute(async (trx) => {
      await sql`declare opened cursor for ${sql.raw(query)}`.execute(trx);
      return (await sql`fetch 10 from "opened"`.execute(trx)).rows;
    });
  for (let n = 0; n < 3; n += 1) expect(await fetched('select 1 as a')).toEqual([{ a: 1 }]);
  for (let n = 0; n < 3; n += 1)
    expect(await fetched("select 'x' as b, true as c")).toEqual([{ b: 'x', c: true }]);
});
