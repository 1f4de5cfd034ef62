import { beforeAll, expect, test } from 'vitest';
import type { ColumnPreview } from '#lib/contract/column-preview.ts';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import { BACKGROUND_ROWS } from '#lib/contract/table-limits.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { requestChange } from '#tests/harness/column-changes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

const WITHIN = 60_000;
const MANY = BACKGROUND_ROWS + 2_000;

const server = sharedServer({ plans: 'default' });
let owner: TestAccount;
let place: Parameters<typeof createTable>[1];
beforeAll(async () => {
  const made = await createPlace(server.client);
  owner = made.owner;
  place = made;
});

/** A table whose rows are written past the API: sizes of which every hundredth is no number. */
async function createFilledTable(count = MANY): Promise<string> {
  const { id } = await createTable(owner, place, [
    { id: 'f_size', name: 'size', label: 'Size', type: 'text', required: false },
    { id: 'f_count', name: 'count', label: 'Count', type: 'number', required: false },
  ]);
  const columns = await server.sql<{ name: string }>(
    'select name from table_column where item_id = $1 order by position',
    [id],
  );
  const rows = `tables.t_${id.replaceAll('-', '')}`;
  await server.sql(`insert into ${rows} (id, position, ${columns.map(({ name }) => name).join(', ')})
    select gen_random_uuid(), n * 65536::bigint, case when n % 100 = 0 then 'large' else n::text end, n
    from generate_series(1, ${count}) n`);
  await server.sql(`update item set meta = meta || jsonb_build_object('rows', ${count}) where id = $1`, [id]);
  return id;
}

const path = (id: string) => `items/${id}/columns/f_size/`;
const columnOf = async (id: string, column = 'f_size') =>
  expectData(await owner.client.get(`items/${id}/columns/`)).find((one) => one.id === column);
const jobOf = async (id: string) => expectData(await owner.client.get(`jobs/${id}/`));
const ended = (job = '') =>
  eventually(async () => {
    const found = await jobOf(job);
    expect(['ready', 'failed']).toContain(found.state);
    return found;
  }, WITHIN);
const databaseColumns = async (id: string) =>
  (
    await server.sql<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname like 'c\\_%'`,
      [`tables.t_${id.replaceAll('-', '')}`],
    )
  ).length;

test('changes the type of a column of many rows by a job, and retains values that do not fit', async () => {
  const id = await createFilledTable();
  const preview = await owner.client.patch<ColumnPreview>(`${path(id)}?preview`, { type: 'number' });
  // Of as many rows as can be read in its time.
  const { rows, checked, converted, kept: unfitCount } = expectData(preview);
  expect([rows, converted + unfitCount]).toEqual([MANY, checked]);
  expect(unfitCount).toBe(Math.floor(checked / 100));
  const queued = expectData(await owner.client.patch<WireColumn>(path(id), { type: 'number' }));
  expect(queued).toMatchObject({ type: 'text', revision: 1, changing: expect.any(String) });
  const job = await ended(queued.changing);
  expect(job).toMatchObject({ state: 'ready', progress: 1 });
  const column = await columnOf(id);
  expect(column).toMatchObject({ type: 'number', revision: 2 });
  expect(column?.changing).toBeUndefined();
  const values = (await readRows(owner, { id })).map(({ values }) => values.size);
  expect([values[0], values[98], values[99]]).toEqual([1, 99, 'large']);
  const filter = JSON.stringify({ field: 'f_size', op: 'equals', value: MANY - 1 });
  expect(await readRows(owner, { id }, { filter })).toHaveLength(1);
  // They are dropped once the job is ready.
  await eventually(async () => expect(await databaseColumns(id)).toBe(2), WITHIN);
});

test.each([
  ['stored', 'f_count'],
  ['computed', 'f_no'],
])('a preview has every value that does not fit, page by page: %s ones', async (_, column) => {
  const id = await createFilledTable();
  if (column === 'f_no')
    expectData(
      await owner.client.post(`items/${id}/columns/`, { id: 'f_no', label: 'No.', type: 'auto_number' }),
      201,
    );
  const read = (after: string) =>
    owner.client.patch(
      `items/${id}/columns/${column}/`,
      { type: 'date' },
      { query: { preview: 'true', after } },
    );
  const found = new Set<string>();
  const pages: number[] = [];
  let checked = 0;
  for (let place: string | null = ''; place !== null; ) {
    const page: WireColumn | ColumnPreview = expectData(await read(place));
    if (!('converted' in page)) throw new Error('a preview changes nothing');
    for (const { row_id, problem } of page.values) {
      expect(problem).toMatch(/is not a valid date/);
      found.add(row_id);
    }
    expect(page.values).toHaveLength(page.kept);
    pages.push(page.kept);
    checked += page.checked;
    place = page.next ?? null;
  }
  expect([found.size, checked]).toEqual([MANY, MANY]);
  expect(pages.length).toBeGreaterThan(1);
  expect(Math.max(...pages)).toBeLessThanOrEqual(10_000);
  for (const place of ["(0,1)'; drop table item; --", '7', '(1)']) expectRefusal(await read(place), 422);
});

test('changes 10,000 rows within the request, and one more by a job', async () => {
  const [few, many] = [await createFilledTable(10_000), await createFilledTable(10_001)];
  expect(await requestChange(owner, few, 'f_size', { type: 'number' })).toBe('');
  const job = await requestChange(owner, many, 'f_size', { type: 'number' });
  expect(job).not.toBe('');
  expect(await ended(job)).toMatchObject({ state: 'ready' });
  for (const id of [few, many]) {
    const values = (await readRows(owner, { id }, { sort: '-f_count', page_size: 2 })).map(
      ({ values: { size } }) => size,
    );
    expect(values).toContain('large');
  }
});

test('stores computed values of many rows by a job', async () => {
  const id = await createFilledTable();
  const no = { id: 'f_no', name: 'no', label: 'No.', type: 'auto_number' };
  expectData(await owner.client.post(`items/${id}/columns/`, no), 201);
  const preview = await owner.client.patch<ColumnPreview>(`items/${id}/columns/f_no/?preview`, {
    type: 'number',
  });
  expect(expectData(preview)).toMatchObject({ rows: MANY, kept: 0 });
  const queued = expectData(
    await owner.client.patch<WireColumn>(`items/${id}/columns/f_no/`, { type: 'number' }),
  );
  expect(await ended(queued.changing)).toMatchObject({ state: 'ready' });
  expect(await columnOf(id, 'f_no')).toMatchObject({ type: 'number', revision: 2 });
  const last: Row[] = await readRows(owner, { id }, { sort: '-f_no', page_size: 1 });
  expect(last[0]?.values).toMatchObject({ count: MANY, no: MANY });
  // A change of its name alone needs no job.
  const named = await owner.client.patch<WireColumn>(`items/${id}/columns/f_no/`, { label: 'Number' });
  expect(expectData(named).changing).toBeUndefined();
});

test('refuses at once what does not fit, and another change while one is under way', async () => {
  const id = await createFilledTable();
  expectRefusal(await owner.client.patch(path(id), { type: 'colour' }), 422);
  expectRefusal(await owner.client.patch(path(id), { type: 'date' }, { headers: { 'If-Match': '7' } }), 409);
  // A label alone needs no job.
  const named = expectData(await owner.client.patch<WireColumn>(path(id), { label: 'Extent' }));
  expect([named.label, named.changing]).toEqual(['Extent', undefined]);
  await server.sql(
    `update table_column set options = coalesce(options, '{}') || '{"changing": "other"}' where item_id = $1 and column_id = 'f_size'`,
    [id],
  );
  for (const refused of [
    await owner.client.patch(path(id), { type: 'number' }),
    await owner.client.patch(path(id), { label: 'Size' }),
    await owner.client.delete(path(id)),
  ]) {
    expectRefusal(refused, 409);
    expect(refused.body.code).toBe('column_changing');
  }
});

test('computes a new formula of many rows by a job', async () => {
  const id = await createFilledTable();
  const formula = {
    id: 'f_double',
    name: 'double',
    label: 'Double',
    type: 'formula',
    formula: '{count} * 2',
  };
  const made = expectData(await owner.client.post(`items/${id}/columns/`, formula), 201);
  expect(made.changing).toEqual(expect.any(String));
  expect(await ended(made.changing)).toMatchObject({ state: 'ready' });
  expect((await columnOf(id, 'f_double'))?.changing).toBeUndefined();
  const last: Row[] = await readRows(owner, { id }, { sort: '-f_double', page_size: 1 });
  expect(last[0]?.values).toMatchObject({ count: MANY, double: 2 * MANY });
});

test('refuses to copy a table while the values of a column are being changed', async () => {
  const id = await createFilledTable();
  await server.sql(
    `update table_column set options = coalesce(options, '{}') || '{"changing": "other"}' where item_id = $1 and column_id = 'f_size'`,
    [id],
  );
  expectRefusal(await owner.client.post(`items/${id}/copy/`), 409, 'column_changing');
});
