import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/access/sessions/caller.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { exportChoice } from '#server/tables/export/export-table.ts';
import { CSV_LINES } from '#server/tables/export/rows-as-text.ts';
import { type WrittenBatch, writtenBatches } from '#server/tables/export/written-rows.ts';
import type { Table } from '#server/tables/table/table.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

/* The rows of such an export are listed once, as it begins. What changes meanwhile holds for them: rights, and rows that are deleted. Rights hold as well where rows are found by linked ones. */

const ROWS = 23_000;
const NAMES = ['c', 'a', 'b'];
const column = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let database: Database;
beforeAll(async () => {
  place = await createPlace(server.client);
  database = openDatabase(openPool(server.databaseUrl, 4));
});
afterAll(() => database.destroy());

/** Tasks whose links lead to c, a, b, c and so on, in the order by hand. */
async function createTasks() {
  const { owner } = place;
  const boats = await createTable(owner, place, [column('name', 'text')]);
  const tasks = await createTable(owner, place, [column('number', 'number')]);
  const link = { ...column('boat', 'link'), table: boats.id };
  const { id } = expectData(await owner.client.post(`items/${tasks.id}/columns/`, link), 201);
  const [number] = await server.sql<{ name: string }>(
    "select name from table_column where item_id = $1 and definition ->> 'name' = 'number'",
    [tasks.id],
  );
  const rows = `tables.t_${tasks.id.replaceAll('-', '')}`;
  await server.sql(`insert into ${rows} (id, position, ${number?.name})
    select gen_random_uuid(), 10 * n, n from generate_series(0, ${ROWS - 1}) n`);
  for (const [at, boat] of (
    await addRows(
      owner,
      boats,
      NAMES.map((name) => ({ name })),
    )
  ).entries())
    await server.sql(
      `insert into row_link (link_id, one_row, other_row)
       select (options ->> 'link')::uuid, id, $2 from table_column, ${rows} where column_id = $1 and ${number?.name}::int % 3 = ${at}`,
      [id, boat.id],
    );
  return { boats, tasks, rows, number: String(number?.name), sort: id };
}

/** Exports in the order of the link, for somebody. @param columns what is exported; with links the server writes it, else the database */
async function beginExport(
  reader: TestAccount,
  { tasks }: Awaited<ReturnType<typeof createTasks>>,
  query: { fields: string; sort?: string; filter?: string; q?: string },
) {
  const [item] = await server.sql<Table['item']>(
    'select id, hub_id, space_id, scope_id, kind, title from item where id = $1',
    [tasks.id],
  );
  if (!item) throw new Error('the item is there');
  const { id, email } = reader.user;
  const caller: Caller = {
    user: { id, email, isEmailVerified: true, activeHubId: null },
    ...{ sessionId: null, links: [], origin: { address: '', userAgent: '' } },
  };
  const services = { database } as Parameters<typeof exportChoice>[0];
  const choice = await exportChoice(services, caller, item, query as never);
  return writtenBatches(database, async () => item, choice, CSV_LINES);
}

const numbersOf = (batch: WrittenBatch | undefined): number[] =>
  (batch?.parts ?? []).flatMap((part) =>
    'text' in part
      ? part.text.trim().split('\r\n').map(Number)
      : part.rows.map(({ values }) => Number(values.number)),
  );

async function remaining(batches: AsyncGenerator<WrittenBatch>): Promise<number[]> {
  const all: number[] = [];
  for await (const batch of batches) all.push(...numbersOf(batch));
  return all;
}

/** The numbers of the tasks of a, b and c. */
const inOrder = [1, 2, 0].flatMap((rest) =>
  Array.from({ length: ROWS }, (_, at) => at).filter((at) => at % 3 === rest),
);

describe.each([
  ['that the database writes', 'number'],
  ['that the server writes', 'number,boat'],
])('an export %s, in the order of what linked rows have', (_, fields) => {
  const begin = async (reader: TestAccount, made: Awaited<ReturnType<typeof createTasks>>) => {
    const batches = await beginExport(reader, made, { sort: made.sort, fields });
    const first = numbersOf((await batches.next()).value ?? undefined);
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(ROWS);
    return { batches, first };
  };

  it('continues in the order that it began with where linked rows, links and their types change meanwhile', async () => {
    const made = await createTasks();
    const { batches, first } = await begin(place.owner, made);
    const { client } = place.owner;
    expectData(await client.patch(`items/${made.boats.id}/columns/f_name/`, { type: 'email' }));
    expectData(await client.patch(`items/${made.boats.id}/columns/f_name/`, { type: 'number' }));
    await server.sql('delete from row_link');
    expect([...first, ...(await remaining(batches))]).toEqual(inOrder);
  }, 60_000);

  it('continues where its column is deleted permanently meanwhile', async () => {
    const made = await createTasks();
    const { batches, first } = await begin(place.owner, made);
    await server.sql('delete from table_column where column_id = $1', [made.sort]);
    expect([...first, ...(await remaining(batches))]).toEqual(inOrder);
  }, 60_000);

  it('lacks rows that were deleted meanwhile, and no others', async () => {
    const made = await createTasks();
    const { batches, first } = await begin(place.owner, made);
    // Whole pages, and the last rows.
    await server.sql(
      `delete from ${made.rows} where ${made.number} between 9000 and 19000 or ${made.number} > 22990`,
    );
    const left = inOrder.slice(first.length).filter((at) => !(at >= 9000 && at <= 19_000) && at <= 22_990);
    const found = await remaining(batches);
    // Up to two pages were read before that.
    expect(found.filter((at) => left.includes(at))).toEqual(left);
    expect(found.length - left.length).toBeLessThan(9000);
  }, 60_000);

  it('is not continued once its reader may not read the linked table any more', async () => {
    const made = await createTasks();
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const { batches } = await begin(member, made);
    expectData(await place.owner.client.patch(`items/${made.boats.id}/`, { visibility: 'private' }));
    await expect(batches.next()).rejects.toMatchObject({ status: 404 });
    expect((await batches.next()).done).toBe(true);
  }, 60_000);
});

describe.each([
  ['that the database writes', 'number'],
  ['that the server writes', 'number,boat'],
])('an export %s, of rows that are found by what linked rows have', (_, fields) => {
  it.each([
    ['a filter', (id: string) => ({ filter: JSON.stringify({ field: id, op: 'contains', value: 'a' }) })],
    ['a search', () => ({ q: 'a' })],
  ])(
    'is not continued once its reader may not read the linked table any more: by %s',
    async (_by, queryOf) => {
      const made = await createTasks();
      const member = await addMember(server.client, place.owner, place.hub, 'admin');
      const batches = await beginExport(member, made, { fields, ...queryOf(made.sort) });
      const { value: first } = await batches.next();
      expect(numbersOf(first ?? undefined).every((at) => at % 3 === 1)).toBe(true);
      expectData(await place.owner.client.patch(`items/${made.boats.id}/`, { visibility: 'private' }));
      await expect(batches.next()).rejects.toMatchObject({ status: 404 });
      expect((await batches.next()).done).toBe(true);
    },
    60_000,
  );
});
