import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '#server/platform/database/after-commit.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { withinTime } from '#server/platform/database/within-time.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { lockRowsOf } from '#tests/harness/locked-row.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let database: Database;
beforeAll(async () => {
  place = await createPlace(server.client);
  database = openDatabase(openPool(server.databaseUrl, 1));
});
afterAll(() => database.destroy());

const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_size', name: 'size', label: 'Size', type: 'number', required: false },
];

/** An order of two customers, each of whom has the same country, with a sum and a list of the sizes of these. */
async function createOrders() {
  const { owner } = place;
  const [countries, customers, orders] = [
    await createTable(owner, place, COLUMNS),
    await createTable(owner, place, COLUMNS),
    await createTable(owner, place, COLUMNS),
  ];
  const add = async ({ id }: { id: string }, name: string, column: object) =>
    expectData(await owner.client.post(`items/${id}/columns/`, { name, label: name, ...column }), 201).id;
  const home = await add(customers, 'home', { type: 'link', table: countries.id });
  const of = await add(customers, 'sizes', { type: 'lookup', via: home, of: 'f_size' });
  const via = await add(orders, 'by', { type: 'link', table: customers.id });
  await add(orders, 'sizes', { type: 'lookup', via, of });
  await add(orders, 'total', { type: 'rollup', via, of, function: 'sum' });
  await add(orders, 'double', { type: 'formula', formula: '{total} * 2' });
  const [country] = await addRows(owner, countries, [{ name: 'Peru', size: 4 }]);
  const by = await addRows(owner, customers, [
    { name: 'Ada', home: [country?.id] },
    { name: 'Bo', home: [country?.id] },
  ]);
  const [order] = await addRows(owner, orders, [{ name: 'One', by: by.map(({ id }) => id) }]);
  const patch = async (rows: object[], key?: string) =>
    expectData(
      await owner.client.patch(
        `items/${orders.id}/rows/`,
        { rows },
        key ? { headers: { 'Idempotency-Key': key } } : {},
      ),
    ).map(({ row }) => row);
  return { countries, orders, id: String(order?.id), by: by.map(({ id }) => id), patch };
}

it('a row that is sent twice shows what its linked rows have once', async () => {
  const { id, patch } = await createOrders();
  const rows = [1, 2].map((size) => ({ id, values: { size } }));
  const values = (await patch(rows)).map((row) => row?.values);
  expect(values).toMatchObject([{ total: 8 }, { size: 2, total: 8, sizes: [4, 4] }]);
});

it.each([undefined, '"linked-reads"'])(
  'a write is stored, and returned without lookups, where reading these takes too long (key %s)',
  { timeout: 60_000 },
  async (key) => {
    const { countries, orders, id, by, patch } = await createOrders();
    const locked = await lockRowsOf(server.databaseUrl, countries.id);
    const [row] = await patch([{ id, values: { size: 7 } }], key);
    await locked.release();
    expect(row?.values).toEqual({ name: 'One', size: 7, by });
    expect(row?.restricted).toEqual(['sizes', 'total', 'double']);
    expect(row?.linked).toEqual({ [by[0] ?? '']: { title: 'Ada' }, [by[1] ?? '']: { title: 'Bo' } });
    const [read] = await readRows(place.owner, orders);
    expect(read?.values).toMatchObject({ size: 7, sizes: [4, 4], total: 8, double: 16 });
    expect(read?.restricted).toBeUndefined();
  },
);

it('a transaction has its own timeout again after a read in it took too long', async () => {
  const result = await transact(database, async (trx) => {
    await sql`set local statement_timeout = '61s'`.execute(trx);
    await sql`create temporary table written on commit drop as select 1 as n`.execute(trx);
    const late = await withinTime(trx, 50, () => sql`select pg_sleep(60)`.execute(trx));
    const read = await withinTime(trx, 5_000, () => sql`select n from written`.execute(trx));
    const timeout = await sql`show statement_timeout`.execute(trx);
    return { late, rows: read?.rows, timeout: timeout.rows };
  });
  expect(result).toEqual({ late: null, rows: [{ n: 1 }], timeout: [{ statement_timeout: '61s' }] });
});
