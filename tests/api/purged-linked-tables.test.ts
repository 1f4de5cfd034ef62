import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
type Item = { id: string };

const addColumn = async ({ id }: Item, column: object) =>
  expectData(await place.owner.client.post(`items/${id}/columns/`, column), 201).id;

/** Orders that show the countries of their customers. */
async function createOrders() {
  const { owner } = place;
  const [countries, customers, orders] = [
    await createTable(owner, place, [NAME]),
    await createTable(owner, place, [NAME]),
    await createTable(owner, place, [NAME]),
  ];
  const link = ({ id: table }: Item, name: string) => ({ name, label: name, type: 'link', table });
  const home = await addColumn(customers, link(countries, 'home'));
  const by = await addColumn(orders, link(customers, 'by'));
  const middle = await addColumn(customers, {
    ...{ name: 'country', label: 'Country', type: 'lookup', via: home, of: 'f_name' },
  });
  const country = await addColumn(orders, {
    ...{ name: 'country', label: 'Country', type: 'lookup', via: by, of: middle },
  });
  const count = await addColumn(orders, {
    ...{ name: 'count', label: 'Count', type: 'rollup', via: by, of: middle, function: 'count' },
  });
  const [india] = await addRows(owner, countries, [{ name: 'India' }]);
  const [asha] = await addRows(owner, customers, [{ name: 'Asha', home: [india?.id] }]);
  const [one] = await addRows(owner, orders, [{ name: 'One', by: [asha?.id] }, { name: 'None' }]);
  return { countries, orders, country, count, one: one?.id ?? '', asha: asha?.id };
}

/** Lets a request wait for the rows of a table that is purged meanwhile: it has read its columns, and finds no rows. */
async function whilePurged<T>({ id }: Item, request: () => Promise<T>): Promise<T> {
  const rows = `tables."t_${id.replaceAll('-', '')}"`;
  const purge = new pg.Client(server.databaseUrl);
  await purge.connect();
  onTestFinished(() => purge.end());
  await purge.query('begin');
  await purge.query(`lock table ${rows} in access exclusive mode`);
  const response = request();
  await eventually(async () => {
    const waiting = await purge.query(
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    expect(waiting.rows.length, 'the request waits for the rows').toBeGreaterThan(0);
  }, 60_000);
  await purge.query('delete from item where id = $1', [id]);
  await purge.query(`drop table ${rows}`);
  await purge.query('commit');
  return response;
}

it.each<[string, (of: Awaited<ReturnType<typeof createOrders>>) => Promise<{ status: number }>]>([
  ['a page of rows', ({ orders }) => place.owner.client.get(`items/${orders.id}/rows/`)],
  ['one row', ({ orders, one }) => place.owner.client.get(`items/${orders.id}/rows/${one}/`)],
  [
    'a row that is written',
    ({ orders, one }) =>
      place.owner.client.patch(`items/${orders.id}/rows/`, {
        rows: [{ id: one, values: { name: 'Other' } }],
      }),
  ],
  [
    'a row that is written with a key',
    ({ orders, one }) =>
      place.owner.client.patch(
        `items/${orders.id}/rows/`,
        { rows: [{ id: one, values: { name: 'Other' } }] },
        { headers: { 'idempotency-key': 'one' } },
      ),
  ],
  [
    'a row that is added',
    ({ orders, asha }) =>
      place.owner.client.post(`items/${orders.id}/rows/`, {
        rows: [{ values: { name: 'New', by: [asha] } }],
      }),
  ],
  ['an export', ({ orders }) => place.owner.client.fetch('GET', `items/${orders.id}/export/?format=csv`)],
])('shows nothing of a linked table that is purged meanwhile: %s', async (_name, request) => {
  const of = await createOrders();
  const { status } = await whilePurged(of.countries, () => request(of));
  expect(status).toBe(200);
  const [row] = await readRows(place.owner, of.orders);
  expect(row?.values).not.toHaveProperty('country');
});

it.each<[string, (of: Awaited<ReturnType<typeof createOrders>>) => Promise<{ status: number }>]>([
  [
    'rows are found',
    ({ orders, country }) =>
      place.owner.client.get(`items/${orders.id}/rows/`, {
        query: { filter: JSON.stringify({ field: country, op: 'contains', value: 'i' }) },
      }),
  ],
  [
    'rows are sorted',
    ({ orders, count }) => place.owner.client.get(`items/${orders.id}/rows/`, { query: { sort: count } }),
  ],
  [
    'rows are summed up',
    ({ orders, count }) =>
      place.owner.client.get(`items/${orders.id}/aggregate/`, { query: { metrics: `sum:${count}` } }),
  ],
])(
  'refuses to compare by a linked table that is purged meanwhile, as afterwards: %s',
  async (_name, request) => {
    const of = await createOrders();
    const { status } = await whilePurged(of.countries, () => request(of));
    expect(status).toBe((await request(of)).status);
    expect(status).toBe(422);
  },
);
