import { expect } from 'vitest';
import type { Job } from '#lib/contract/job.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { TestAccount } from './accounts.ts';
import { eventually } from './eventually.ts';
import { expectData } from './responses.ts';
import { createTable } from './tables.ts';

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

const rowTable = (id: string) => `tables.t_${id.replaceAll('-', '')}`;

/** A table whose rows are written past the API: sizes of which every hundredth is no number, counts and their doubles. */
export async function createManyRows(
  query: Query,
  owner: TestAccount,
  place: Parameters<typeof createTable>[1],
  rows: number,
): Promise<string> {
  const { id } = await createTable(owner, place, [
    { id: 'f_size', name: 'size', label: 'Size', type: 'text', required: false },
    { id: 'f_count', name: 'count', label: 'Count', type: 'number', required: false },
    { id: 'f_double', name: 'double', label: 'Double', type: 'formula', formula: '{count} * 2' },
  ]);
  const { size, count, double } = await databaseColumns(query, id);
  await query(`insert into ${rowTable(id)} (id, position, ${size}, ${count}, ${double})
    select gen_random_uuid(), n * 65536::bigint, case when n % 100 = 0 then 'large' else n::text end, n, n * 2
    from generate_series(1, ${rows}) n`);
  await query(`update item set meta = meta || jsonb_build_object('rows', ${rows}::int) where id = $1`, [id]);
  return id;
}

/** The names of the database columns, by the names of the columns. */
async function databaseColumns(query: Query, id: string): Promise<Record<string, string>> {
  const columns = await query<{ column: string; name: string }>(
    `select definition ->> 'name' as column, name from table_column where item_id = $1`,
    [id],
  );
  return Object.fromEntries(columns.map(({ column, name }) => [column, name]));
}

/** How many rows meet a condition, in which `{name}` is the database column, and `#name` the key in `extra`, of a column. */
export async function countRows(query: Query, id: string, condition: string): Promise<number> {
  const names = await databaseColumns(query, id);
  const text = condition
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
    .replaceAll(/#(\w+)/g, (_, name: string) => `'${names[name]}'`);
  const [found] = await query<{ count: string }>(
    `select count(*)::int as count from ${rowTable(id)} where ${text}`,
  );
  return Number(found?.count);
}

/** What a change left in the database: columns, indexes and values of columns that the table has not. */
export async function leftovers(query: Query, id: string): Promise<string[]> {
  const names = Object.values(await databaseColumns(query, id));
  const columns = await query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and not attisdropped and attname like 'c\\_%'`,
    [rowTable(id)],
  );
  const indexes = await query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid = $1::regclass and indexrelid::regclass::text like '%behind'`,
    [rowTable(id)],
  );
  const keys = await query<{ name: string }>(
    `select distinct jsonb_object_keys(extra) as name from ${rowTable(id)}`,
  );
  const found = [...columns, ...indexes, ...keys].map(({ name }) => name);
  return found.filter((name) => !names.includes(name));
}

/** Has a column changed by a job. @returns its id */
export async function requestChange(
  owner: TestAccount,
  id: string,
  column: string,
  change: object,
): Promise<string> {
  const sent = await owner.client.patch<WireColumn>(`items/${id}/columns/${column}/`, change);
  return expectData(sent).changing ?? '';
}

export const columnOf = async (owner: TestAccount, id: string, column: string) =>
  expectData(await owner.client.get(`items/${id}/columns/`)).find((one) => one.id === column);

const jobOf = async (owner: TestAccount, job: string) => expectData(await owner.client.get(`jobs/${job}/`));

export const endedJob = (owner: TestAccount, job: string, within: number): Promise<Job> =>
  eventually(async () => {
    const found = await jobOf(owner, job);
    expect(['ready', 'failed']).toContain(found.state);
    return found;
  }, within);

/** Stops a change in its middle: until the transaction of `query` ends, nobody writes rows. */
export async function stopInTheMiddle(
  query: Query,
  owner: TestAccount,
  { id, job }: { id: string; job: string },
  within: number,
): Promise<Job> {
  await eventually(async () => expect((await jobOf(owner, job)).done).toBeGreaterThan(0), within);
  await query('begin');
  await query(`lock table ${rowTable(id)} in share mode`);
  const stopped = await jobOf(owner, job);
  expect(stopped).toMatchObject({ state: 'running', progress: expect.any(Number) });
  return stopped;
}
