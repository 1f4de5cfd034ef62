import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Caller } from '#server/access/sessions/caller.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { prepareConversion } from '#server/tables/columns/conversion.ts';
import { findColumn } from '#server/tables/columns/plan-column.ts';
import { previewChange } from '#server/tables/columns/preview-column.ts';
import { requireTable } from '#server/tables/table/table.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import {
  columnOf,
  countRows,
  createManyRows,
  endedJob,
  leftovers,
  requestChange,
  stopInTheMiddle,
} from '#tests/harness/column-changes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm, field } from '#tests/harness/forms.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, readRows } from '#tests/harness/tables.ts';

const WITHIN = 60_000;
const ROWS = 24_000;

const VISITOR: Caller = { user: null, sessionId: null, links: [], origin: { address: '', userAgent: '' } };

const server = sharedServer({ plans: 'default' });
let owner: TestAccount;
let place: Parameters<typeof createManyRows>[2];
beforeAll(async () => {
  const made = await createPlace(server.client);
  owner = made.owner;
  place = made;
});

const createTable = () => createManyRows(server.sql, owner, place, ROWS);
const count = (id: string, condition: string) => countRows(server.sql, id, condition);

/** Does something again and again until a job has ended. @returns how often that was */
async function untilEnded(job: string, act: (n: number) => Promise<void>): Promise<number> {
  let isOver = false;
  const ending = endedJob(owner, job, WITHIN).finally(() => {
    isOver = true;
  });
  let times = 0;
  for (; !isOver; times += 1) await act(times);
  expect(await ending).toMatchObject({ state: 'ready', progress: 1 });
  return times;
}

test('rows that are added, changed, deleted and restored meanwhile have the new values', async () => {
  const id = await createTable();
  const some = await readRows(owner, { id }, { page_size: 100 });
  const job = await requestChange(owner, id, 'f_double', { formula: '{count} * 3' });
  const patch = (rows: unknown[]) => owner.client.patch(`items/${id}/rows/`, { rows });
  let added = 0;
  const times = await untilEnded(job, async (n) => {
    const changed = { id: some[n % 50]?.id, values: { count: 1_000_000 + n } };
    expect(expectData(await patch([changed]))[0]?.status).toBe('done');
    const gone = some[50 + n];
    if (!gone) return;
    const rows = [{ id: gone.id }];
    expectData(await owner.client.delete(`items/${id}/rows/`, { rows }));
    if (n % 2 === 0)
      expectData(await owner.client.post(`items/${id}/rows/restore/`, rows[0] ? { ids: [gone.id] } : {}));
    await addRows(owner, { id }, [{ size: `added ${n}`, count: n }]);
    added += 1;
  });
  expect(times).toBeGreaterThan(0);
  expect(await count(id, '{double} is distinct from {count} * 3')).toBe(0);
  expect(await count(id, 'true')).toBe(ROWS + added - Math.floor(Math.min(added, 50) / 2));
  expect(await count(id, '{count} >= 1000000')).toBe(Math.min(times, 50));
  await eventually(async () => expect(await leftovers(server.sql, id)).toEqual([]), WITHIN);
});

test('a change of type takes the formulas of the column with it, and no row gets another revision', async () => {
  const id = await createTable();
  const job = await requestChange(owner, id, 'f_count', { type: 'text' });
  const [first] = await readRows(owner, { id }, { page_size: 1 });
  await untilEnded(job, async (n) => {
    const rows = [{ id: first?.id, values: { size: `size ${n}` } }];
    expectData(await owner.client.patch(`items/${id}/rows/`, { rows }));
  });
  expect(await columnOf(owner, id, 'f_count')).toMatchObject({ type: 'text', revision: 2 });
  expect(await count(id, `{count} ~ '^[0-9]+$'`)).toBe(ROWS);
  expect(await count(id, 'revision > 1')).toBe(1);
  const rows = await readRows(owner, { id }, { sort: 'f_double', page_size: 3 });
  expect(rows).toHaveLength(3);
  await eventually(async () => expect(await leftovers(server.sql, id)).toEqual([]), WITHIN);
});

test('a unique formula has its index after a change of a column that it depends on', async () => {
  const id = await createTable();
  const third = {
    id: 'f_third',
    name: 'third',
    label: 'Third',
    type: 'formula',
    formula: '{count} * 3',
    unique: true,
  };
  const made = expectData(await owner.client.post<{ changing: string }>(`items/${id}/columns/`, third), 201);
  expect(await endedJob(owner, made.changing, WITHIN)).toMatchObject({ state: 'ready' });
  const job = await requestChange(owner, id, 'f_count', { type: 'text' });
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({ state: 'ready' });
  const indexes = await server.sql(
    `select indisvalid as "isValid" from pg_index join pg_class c on c.oid = indexrelid
     join table_column on c.relname = replace('t_' || item_id, '-', '') || '_' || name || '_unique'
     where item_id = $1 and column_id = 'f_third'`,
    [id],
  );
  expect(indexes).toEqual([{ isValid: true }]);
});

test('a form’s submissions meanwhile are rows of the table', async () => {
  const id = await createTable();
  const form = await createOpenForm(owner, place, { fields: [field('how_many', 'How many', 'text')] });
  const mapping = { f_how_many: 'f_size' };
  expectData(await owner.client.put(`forms/${form.id}/table/`, { item_id: id, mapping }));
  const job = await requestChange(owner, id, 'f_size', { type: 'number' });
  const times = await untilEnded(job, async (n) => {
    const sent = { version: 1, values: { how_many: String(5_000_000 + n) } };
    expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, sent), 201);
  });
  expect(times).toBeGreaterThan(0);
  expect(await count(id, '{size} >= 5000000')).toBe(times);
  expect(await count(id, 'extra ->> #size = $$large$$')).toBe(ROWS / 100);
});

test('a cancelled change leaves everything as it was', async () => {
  const id = await createTable();
  const job = await requestChange(owner, id, 'f_size', { type: 'number' });
  await stopInTheMiddle(server.sql, owner, { id, job }, WITHIN);
  try {
    expectData(await owner.client.post(`jobs/${job}/cancel/`));
    expect(await columnOf(owner, id, 'f_size')).toMatchObject({ type: 'text', revision: 1 });
    expect((await columnOf(owner, id, 'f_size'))?.changing).toBeUndefined();
    expectRefusal(await owner.client.post(`jobs/${job}/cancel/`), 409, 'job_ended');
  } finally {
    await server.sql('rollback');
  }
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({
    state: 'failed',
    reason: 'The change was cancelled. Everything is as before.',
  });
  await eventually(async () => expect(await leftovers(server.sql, id)).toEqual([]), WITHIN);
  expect(await count(id, `{size} = 'large'`)).toBe(ROWS / 100);
  expect(await count(id, 'revision > 1')).toBe(0);
  // The column can be changed again.
  const again = await requestChange(owner, id, 'f_size', { type: 'number' });
  expect(await endedJob(owner, again, WITHIN)).toMatchObject({ state: 'ready' });
});

test('cancelling the computation of a new formula removes the column', async () => {
  const id = await createTable();
  const formula = { id: 'f_half', name: 'half', label: 'Half', type: 'formula', formula: '{count} / 2' };
  const made = expectData(
    await owner.client.post<{ changing: string }>(`items/${id}/columns/`, formula),
    201,
  );
  await stopInTheMiddle(server.sql, owner, { id, job: made.changing }, WITHIN);
  try {
    expectData(await owner.client.post(`jobs/${made.changing}/cancel/`));
  } finally {
    await server.sql('rollback');
  }
  expect(await columnOf(owner, id, 'f_half')).toBeUndefined();
  await eventually(async () => expect(await leftovers(server.sql, id)).toEqual([]), WITHIN);
});

test('a deleted column of many rows disappears at once, its values once it is purged, and no other row is written', async () => {
  const id = await createTable();
  // Sizes that are no number are in `extra` after it.
  expect(
    await endedJob(owner, await requestChange(owner, id, 'f_size', { type: 'number' }), WITHIN),
  ).toMatchObject({ state: 'ready' });
  expectRefusal(await owner.client.delete(`items/${id}/columns/f_count/`), 409, 'column_in_use');
  const gone = expectData(await owner.client.delete(`items/${id}/columns/f_size/`));
  expect(gone).toEqual({ label: 'Size', rows: ROWS });
  expect(await columnOf(owner, id, 'f_size')).toBeUndefined();
  expect(await count(id, '{double} = {count} * 2 and revision = 1')).toBe(ROWS);
  await server.sql(
    `update deleted_column set deleted_at = now() - interval '31 days' where item_id = $1 and column_id = 'f_size'`,
    [id],
  );
  await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(async () => expect(await leftovers(server.sql, id)).toEqual([]), WITHIN);
  expect(await count(id, '{double} = {count} * 2 and revision = 1')).toBe(ROWS);
});

test('a preview counts the rows that it could read in its time, and returns how many there are', async () => {
  const id = await createTable();
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  const preview = await database.transaction().execute(async (trx) => {
    const item = await trx
      .selectFrom('item')
      .select(['id', 'hub_id', 'space_id', 'scope_id', 'kind', 'title'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const table = await requireTable(trx, item);
    const { column } = findColumn(table, 'f_size');
    const next = { ...column, field: { ...column.field, type: 'number' as const } };
    const conversion = await prepareConversion(trx, VISITOR, table, column, next);
    return previewChange(trx, conversion, { readingMs: 0 });
  });
  expect(preview).toMatchObject({ rows: ROWS, checked: 1_000, converted: 990, kept: 10 });
  expect(preview.values).toHaveLength(10);
});
