import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { BACKGROUND_ROWS } from '#lib/contract/table-limits.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { refuseRepeated } from '#server/tables/columns/unique-values.ts';
import { findTable, type Table } from '#server/tables/table/table.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import {
  columnOf,
  createManyRows,
  endedJob,
  leftovers,
  requestChange,
} from '#tests/harness/column-changes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const WITHIN = 60_000;
const MANY = BACKGROUND_ROWS + 2_000;

const server = sharedServer({ plans: 'default' });
let owner: TestAccount;
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  const made = await createPlace(server.client);
  owner = made.owner;
  place = made;
});

const createRows = () => createManyRows(server.sql, owner, place, MANY);
const uniqueIndexes = (id: string) =>
  server.sql<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index
     where indrelid = $1::regclass and indexrelid::regclass::text like '%unique'`,
    [`tables.t_${id.replaceAll('-', '')}`],
  );
const addCount = (id: string, count: number) =>
  owner.client.post(`items/${id}/rows/`, { rows: [{ values: { count } }] });

test('a column of many rows becomes unique by a job, and nobody adds a value twice meanwhile', async () => {
  const id = await createRows();
  const job = await requestChange(owner, id, 'f_count', { unique: true, label: 'Number' });
  expect(job).not.toBe('');
  let isOver = false;
  const ending = endedJob(owner, job, WITHIN).finally(() => {
    isOver = true;
  });
  // Each number twice: one of them is refused as soon as they are compared.
  for (let n = MANY + 1; !isOver; n += 1) {
    await addCount(id, n);
    await addCount(id, n + 1_000_000);
  }
  expect(await ending).toMatchObject({ state: 'ready', progress: 1 });
  expect(await columnOf(owner, id, 'f_count')).toMatchObject({ unique: true, label: 'Number', revision: 2 });
  expect((await columnOf(owner, id, 'f_count'))?.changing).toBeUndefined();
  expect(await uniqueIndexes(id)).toEqual([{ isValid: true }]);
  const refused = await addCount(id, 7);
  expect(JSON.stringify(refused.body)).toContain('Another row has this Number already');
});

test('a column of many rows stays as it is where values repeat, and says which', async () => {
  const id = await createRows();
  await addRows(owner, { id }, [{ count: 7 }, { count: 7 }, { count: 9 }]);
  const job = await requestChange(owner, id, 'f_count', { unique: true });
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({
    state: 'failed',
    reason: 'Several rows have the same Count. Change those first: “7” (3 rows), “9” (2 rows).',
  });
  // Who only reads the table learns no values of it.
  const reader = await addMember(server.client, owner, place.hub, 'member');
  expect(expectData(await reader.client.get(`jobs/${job}/`))).toMatchObject({
    state: 'failed',
    reason: 'The column was not changed.',
  });
  const column = await columnOf(owner, id, 'f_count');
  expect([column?.unique, column?.changing, column?.revision]).toEqual([undefined, undefined, 1]);
  await eventually(async () => expect(await uniqueIndexes(id)).toEqual([]), WITHIN);
  // Values are free as before.
  await addRows(owner, { id }, [{ count: 9 }]);
  // Once they are corrected, it does become unique.
  const filter = (value: number) => JSON.stringify({ field: 'f_count', op: 'equals', value });
  const rows = [
    ...(await readRows(owner, { id }, { filter: filter(7) })).slice(1),
    ...(await readRows(owner, { id }, { filter: filter(9) })).slice(1),
  ];
  expectData(await owner.client.delete(`items/${id}/rows/`, { rows: rows.map((row) => ({ id: row.id })) }));
  const again = await requestChange(owner, id, 'f_count', { unique: true });
  expect(await endedJob(owner, again, WITHIN)).toMatchObject({ state: 'ready' });
});

test('a job that was stopped builds the index again that was left unfinished', async () => {
  const id = await createRows();
  const [column] = await server.sql<{ name: string }>(
    `select name from table_column where item_id = $1 and column_id = 'f_count'`,
    [id],
  );
  const table = `t_${id.replaceAll('-', '')}`;
  await server.sql(
    `create index ${table}_${column?.name}_unique on tables.${table} using hash (${column?.name})`,
  );
  await server.sql(
    `update pg_index set indisvalid = false where indexrelid = 'tables.${table}_${column?.name}_unique'::regclass`,
  );
  const job = await requestChange(owner, id, 'f_count', { unique: true });
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({ state: 'ready' });
  expect(await uniqueIndexes(id)).toEqual([{ isValid: true }]);
});

test('a change that is over drops the index that was built for it, finished or not', async () => {
  const id = await createRows();
  const [column] = await server.sql<{ name: string }>(
    `select name from table_column where item_id = $1 and column_id = 'f_count'`,
    [id],
  );
  const table = `t_${id.replaceAll('-', '')}`;
  await server.sql(
    `create index ${table}_${column?.name}_unique on tables.${table} using hash (${column?.name})`,
  );
  // Any later change of the table finds it.
  const job = await requestChange(owner, id, 'f_size', { type: 'number' });
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({ state: 'ready' });
  await eventually(async () => expect(await uniqueIndexes(id)).toEqual([]), WITHIN);
});

test('refuses further values that repeat while the job compares them, which no column says on the wire', async () => {
  const id = await createRows();
  await server.sql(
    `update table_column set options = coalesce(options, '{}') || '{"changing": "other", "unique_pending": true}'
     where item_id = $1 and column_id = 'f_count'`,
    [id],
  );
  const refused = await addCount(id, 7);
  expect(JSON.stringify(refused.body)).toContain('Another row has this Count already');
  expect(Object.keys((await columnOf(owner, id, 'f_count')) ?? {})).not.toContain('unique_pending');
});

/** Locks a table's columns as a reader of them does, so that a job can't switch them; ends with `commit`. */
async function lockColumns(id: string): Promise<void> {
  await server.sql('begin');
  // Without parameters: an open portal would have a snapshot, for which the building of an index waits.
  await server.sql(`select from user_table where item_id = '${id}' for share`);
  onTestFinished(async () => {
    await server.sql('rollback');
  });
}

/** Once the new values of a job are being written, it has planned its change. */
const isStaging = (id: string) =>
  eventually(async () => expect(await leftovers(server.sql, id)).not.toEqual([]), WITHIN);

test('a column of many rows that gets another type becomes unique, and a value has one row from then on', async () => {
  const id = await createRows();
  const job = await requestChange(owner, id, 'f_size', { type: 'number', unique: true });
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({ state: 'ready' });
  expect(await columnOf(owner, id, 'f_size')).toMatchObject({ type: 'number', unique: true });
  expect(await uniqueIndexes(id)).toEqual([{ isValid: true }]);
  const refused = await owner.client.post(`items/${id}/rows/`, { rows: [{ values: { size: 7 } }] });
  expect(JSON.stringify(refused.body)).toContain('Another row has this Size already');
});

test('values that a new type makes alike are compared before anybody waits for the column, and reported', async () => {
  const id = await createRows();
  await addRows(owner, { id }, [{ size: '7.0' }, { size: '7.00' }, { size: '9.0' }]);
  const job = await requestChange(owner, id, 'f_size', { type: 'number', unique: true });
  await isStaging(id);
  // The job can't lock the columns from here on; it does not need to.
  await lockColumns(id);
  expect(await endedJob(owner, job, 30_000)).toMatchObject({
    state: 'failed',
    reason: 'Several rows have the same Size. Change those first: “7” (3 rows), “9” (2 rows).',
  });
  await server.sql('commit');
  const column = await columnOf(owner, id, 'f_size');
  expect([column?.type, column?.unique, column?.revision]).toEqual(['text', undefined, 1]);
  await eventually(async () => expect(await leftovers(server.sql, id)).toEqual([]), WITHIN);
});

test('a value that is written while the job waits for the column is compared with all others', async () => {
  const id = await createRows();
  const job = await requestChange(owner, id, 'f_size', { type: 'number', unique: true });
  await isStaging(id);
  await lockColumns(id);
  // All values have been compared when it waits for the columns.
  await eventually(async () => {
    const waiting = await server.sql(
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    expect(waiting.length).toBeGreaterThan(0);
  }, WITHIN);
  await addRows(owner, { id }, [{ size: '8.0' }]);
  await server.sql('commit');
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({
    state: 'failed',
    reason: 'Several rows have the same Size. Change those first: “8” (2 rows).',
  });
  expect((await columnOf(owner, id, 'f_size'))?.type).toBe('text');
});

test('names the values that repeat in a small table', async () => {
  const table = await createTable(owner, place, [
    { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email', required: false },
  ]);
  await addRows(owner, table, [
    { mail: 'a@example.com' },
    { mail: 'A@example.com' },
    { mail: 'b@example.com' },
  ]);
  const refused = await owner.client.patch(`items/${table.id}/columns/f_mail/`, { unique: true });
  expectRefusal(refused, 409, 'values_repeat');
  expect(refused.body.message).toContain('“a@example.com” (2 rows)');
});

test('looks up a value once that many of the rows have which were written since', async () => {
  const id = await createRows();
  const rows = `tables.t_${id.replaceAll('-', '')}`;
  const [item] = await server.sql<Table['item']>('select * from item where id = $1', [id]);
  const pool = openPool(server.databaseUrl, 1, { statement_timeout: 4_000 });
  onTestFinished(() => pool.end());
  const database = openDatabase(pool);
  const table = item && (await findTable(database, item));
  const column = table?.columns.find(({ field }) => field.id === 'f_count');
  if (!column) throw new Error('the table has this column');
  await server.sql(`update ${rows} set ${column.name} = 7`);
  const ids = (await server.sql<{ id: string }>(`select id from ${rows}`)).map((row) => row.id);
  await expect(refuseRepeated(database, id, column, { ids })).rejects.toMatchObject({
    code: 'values_repeat',
    message: expect.stringContaining(`(${MANY} rows)`),
  });
});
