import { beforeAll, expect, test } from 'vitest';
import { BACKGROUND_ROWS } from '#lib/contract/table-limits.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { columnOf, countRows, endedJob, requestChange } from '#tests/harness/column-changes.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const WITHIN = 60_000;
const MANY = BACKGROUND_ROWS + 1_000;

const server = sharedServer({ plans: 'default' });
let owner: TestAccount;
let place: Parameters<typeof createTable>[1];
beforeAll(async () => {
  const made = await createPlace(server.client);
  owner = made.owner;
  place = made;
});

const OPEN = { id: 'o_open', label: 'Open' };
const DONE = { id: 'o_done', label: 'Done' };
const LATE = { id: 'o_late', label: 'Late' };
const STATE = { id: 'f_state', name: 'state', label: 'State', type: 'select', required: false };
const TITLE = { id: 'f_title', name: 'title', label: 'Title', type: 'text', required: false };

/** A table of many rows, each with one of two options. */
async function createManyStates(more: readonly object[] = []): Promise<string> {
  const { id } = await createTable(owner, place, [TITLE, { ...STATE, options: [OPEN, DONE] }, ...more]);
  const [state] = await server.sql<{ name: string }>(
    `select name from table_column where item_id = $1 and column_id = 'f_state'`,
    [id],
  );
  await server.sql(`insert into tables.t_${id.replaceAll('-', '')} (id, position, ${state?.name})
    select gen_random_uuid(), n * 65536::bigint, case when n % 2 = 0 then 'o_open' else 'o_done' end
    from generate_series(1, ${MANY}) n`);
  await server.sql(`update item set meta = meta || jsonb_build_object('rows', ${MANY}) where id = $1`, [id]);
  return id;
}

/** How many transactions wrote rows of a table. */
async function rowVersions(id: string): Promise<string> {
  const [found] = await server.sql<{ version: string }>(
    `select max(xmin::text::bigint)::text as version from tables.t_${id.replaceAll('-', '')}`,
  );
  return found?.version ?? '';
}

test('adding, renaming, moving and colouring options of a choice writes no rows and needs no job', async () => {
  const id = await createManyStates();
  const before = await rowVersions(id);
  for (const sent of [
    { options: [OPEN, DONE, LATE] },
    { options: [LATE, DONE, OPEN] },
    { options: [LATE, { ...DONE, label: 'Finished' }, OPEN] },
    { option_colors: { o_open: 'green' } },
  ])
    expect(await requestChange(owner, id, 'f_state', sent)).toBe('');
  expect(await rowVersions(id)).toBe(before);
  const filter = JSON.stringify({ field: 'f_state', op: 'equals', value: 'o_done' });
  expect(await readRows(owner, { id }, { filter, page_size: 1 })).toHaveLength(1);
});

test('removing an option of many rows is a job, which stores its label where it was chosen', async () => {
  const id = await createManyStates();
  const job = await requestChange(owner, id, 'f_state', { options: [OPEN] });
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({ state: 'ready' });
  expect(await countRows(server.sql, id, `{state} = 'Done'`)).toBe(MANY / 2);
  // They are the option again once it is there.
  const again = await requestChange(owner, id, 'f_state', { options: [OPEN, { ...DONE, id: 'o_new' }] });
  expect(await endedJob(owner, again, WITHIN)).toMatchObject({ state: 'ready' });
  expect(await countRows(server.sql, id, `{state} = 'o_new'`)).toBe(MANY / 2);
});

test('a renamed option is computed again in the formulas that read it', async () => {
  const formula = { id: 'f_said', name: 'said', label: 'Said', type: 'formula', formula: '{state}' };
  const id = await createManyStates();
  const made = expectData(await owner.client.post(`items/${id}/columns/`, formula), 201);
  await endedJob(owner, made.changing ?? '', WITHIN);
  const job = await requestChange(owner, id, 'f_state', { options: [OPEN, { ...DONE, label: 'Finished' }] });
  expect(await endedJob(owner, job, WITHIN)).toMatchObject({ state: 'ready' });
  expect(await countRows(server.sql, id, `{said} = 'Finished'`)).toBe(MANY / 2);
  // A further one is in no row.
  const more = { options: [OPEN, { ...DONE, label: 'Finished' }, LATE] };
  expect(await requestChange(owner, id, 'f_state', more)).toBe('');
});

test.each(['select', 'multi-select'])('texts of a %s become an option that is added', async (type) => {
  const table = await createTable(owner, place, [TITLE, { ...STATE, type: 'text' }]);
  await addRows(owner, table, [
    { title: 'First', state: 'open' },
    { title: 'Second', state: 'late' },
  ]);
  await requestChange(owner, table.id, 'f_state', { type, options: [OPEN] });
  await requestChange(owner, table.id, 'f_state', { options: [OPEN, LATE] });
  const rows = await readRows(owner, table);
  const several = type === 'multi-select';
  expect(rows.map(({ values }) => values.state)).toEqual(
    several ? [['o_open'], ['o_late']] : ['o_open', 'o_late'],
  );
  // A new label reads them as well.
  await requestChange(owner, table.id, 'f_state', { options: [OPEN] });
  await requestChange(owner, table.id, 'f_state', { options: [{ ...OPEN, label: 'LATE' }] });
  const [, second] = await readRows(owner, table);
  expect(second?.values.state).toEqual(several ? ['o_open'] : 'o_open');
});

test('previews what no longer fits, with the titles of the rows, where options or bounds change', async () => {
  const rating = { id: 'f_stars', name: 'stars', label: 'Stars', type: 'rating', required: false, max: 5 };
  const table = await createTable(owner, place, [TITLE, { ...STATE, options: [OPEN, DONE] }, rating]);
  await addRows(owner, table, [
    { title: 'First', state: 'o_open', stars: 2 },
    { title: 'Second', state: 'o_done', stars: 5 },
  ]);
  const [, second] = await readRows(owner, table);
  const preview = async (column: string, sent: object) =>
    expectData(await owner.client.patch(`items/${table.id}/columns/${column}/?preview`, sent));
  expect(await preview('f_state', { options: [OPEN] })).toMatchObject({
    converted: 1,
    kept: 1,
    values: [
      { row_id: second?.id, row_title: 'Second', value: 'Done', problem: 'State must be one of [Open]' },
    ],
  });
  expect(await preview('f_stars', { max: 3 })).toMatchObject({
    kept: 1,
    values: [{ row_id: second?.id, row_title: 'Second', value: 5 }],
  });
  expect(await columnOf(owner, table.id, 'f_stars')).toMatchObject({ max: 5 });
});
