import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { withTitles } from '#server/tables/lists/link-titles.ts';
import { STORED } from '#server/tables/lists/row-order.ts';
import {
  makeStoredOrder,
  stateOfStoredOrder,
  updateStoredOrder,
} from '#server/tables/lists/stored-order.repo.ts';
import { allKeys, type StoredOrder, storedOrderOf } from '#server/tables/lists/stored-order.ts';
import { requireTable, type Table } from '#server/tables/table/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

/* Whatever is changed in any of the tables that an order reads, its stored keys are then those that the whole order has. */

const OPTIONS = ['high', 'a', 'low'].map((id) => ({ id, label: id.toUpperCase() }));
const column = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});

const server = sharedServer();
let database: Database;
beforeAll(() => {
  database = openDatabase(openPool(server.databaseUrl, 2));
});
afterAll(() => database.destroy());

const rowsOf = ({ id }: { id: string }) => `tables.t_${id.replaceAll('-', '')}`;

/** Numbers that look random, the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Tasks that link to boats, which link to harbours, with what can be sorted by of both; and how each of these is changed at random. */
async function createTables() {
  const place = await createPlace(server.client);
  const { owner } = place;
  const harbours = await createTable(owner, place, [column('name', 'text'), column('depth', 'number')]);
  const boats = await createTable(owner, place, [
    ...[column('name', 'text'), column('age', 'number'), column('due', 'date')],
    column('state', 'select', { options: OPTIONS }),
    column('tags', 'multi-select', { options: OPTIONS }),
  ]);
  const tasks = await createTable(owner, place, [column('name', 'text')]);
  const add = async (table: { id: string }, one: object) =>
    expectData(await owner.client.post(`items/${table.id}/columns/`, one), 201).id;
  const port = await add(boats, { ...column('port', 'link'), table: harbours.id });
  const ofPort = { via: port, of: 'f_name' };
  const ports = await add(boats, { ...column('ports', 'lookup'), ...ofPort });
  const deepest = await add(boats, {
    ...column('deepest', 'rollup'),
    ...{ via: port, of: 'f_depth', function: 'max' },
  });
  const fleet = await add(tasks, { ...column('fleet', 'link'), table: boats.id });
  const lookups = { age: 'f_age', due: 'f_due', state: 'f_state', tags: 'f_tags', ports, deepest };
  for (const [name, of] of Object.entries(lookups))
    await add(tasks, { ...column(`l_${name}`, 'lookup'), via: fleet, of });
  const rollups = { count: undefined, sum: 'f_age', min: 'f_name', avg: deepest };
  for (const [name, of] of Object.entries(rollups))
    await add(tasks, {
      ...column(`r_${name}`, 'rollup'),
      ...{ via: fleet, function: name, ...(of ? { of } : {}) },
    });
  return { owner, harbours, boats, tasks };
}

type Made = Awaited<ReturnType<typeof createTables>>;

async function fill({ harbours, boats, tasks }: Made, random: (below: number) => number) {
  const columns = await server.sql<{ item: string; field: string; name: string; link: string | null }>(
    `select item_id as item, definition ->> 'name' as field, name, options ->> 'link' as link from table_column`,
  );
  const named = (table: { id: string }, field: string) =>
    columns.find((one) => one.item === table.id && one.field === field);
  const nameOf = (table: { id: string }, field: string) => String(named(table, field)?.name);
  const values = {
    [rowsOf(harbours)]: () => ({
      [nameOf(harbours, 'name')]: random(4) ? `Port ${random(9)}` : null,
      [nameOf(harbours, 'depth')]: random(4) ? random(50) : null,
    }),
    [rowsOf(boats)]: () => ({
      [nameOf(boats, 'name')]: random(4) ? `Boat ${random(12)}` : null,
      [nameOf(boats, 'age')]: random(4) ? random(30) : null,
      [nameOf(boats, 'due')]: random(4) ? `2026-01-0${1 + random(9)}` : null,
      [nameOf(boats, 'state')]: random(4) ? OPTIONS[random(3)]?.id : null,
      extra: random(3) ? { [nameOf(boats, 'tags')]: [OPTIONS[random(3)]?.id, OPTIONS[random(3)]?.id] } : {},
    }),
    [rowsOf(tasks)]: () => ({ position: random(1000) }),
  };
  const links = [
    { link: named(tasks, 'fleet')?.link, from: rowsOf(tasks), to: rowsOf(boats) },
    { link: named(boats, 'port')?.link, from: rowsOf(boats), to: rowsOf(harbours) },
  ];
  const one = (rows: string) => `(select id from ${rows} order by md5(id::text || '${random(1e6)}') limit 1)`;
  const anyTable = () => String(Object.keys(values)[random(3)]);
  const anyLink = () => links[random(2)] ?? links[0];
  const add = (rows: string) =>
    server.sql(`insert into ${rows} (id, position, extra) values (gen_random_uuid(), ${random(1000)}, '{}')`);
  const write = (rows: string) => {
    const own = values[rows]?.() ?? {};
    const text = (value: unknown) =>
      value === null || value === undefined
        ? 'null'
        : `'${typeof value === 'object' ? JSON.stringify(value) : value}'`;
    const set = Object.entries(own).map(([name, value]) => `${name} = ${text(value)}`);
    return server.sql(`update ${rows} set ${set.join()} where id = ${one(rows)}`);
  };
  const addLink = () => {
    const own = anyLink();
    return server.sql(`insert into row_link (link_id, one_row, other_row, position)
      select '${own?.link}', ${one(own?.from ?? '')}, ${one(own?.to ?? '')}, ${random(5)} on conflict do nothing`);
  };
  const ofAnyLink = () =>
    `ctid = (select ctid from row_link where link_id = '${anyLink()?.link}' order by md5(one_row::text || '${random(1e6)}') limit 1)`;
  const changes = [
    ...[() => write(anyTable()), () => write(anyTable()), addLink, addLink, () => add(anyTable())],
    () => server.sql(`delete from row_link where ${ofAnyLink()}`),
    () => server.sql(`update row_link set position = ${random(5)} where ${ofAnyLink()}`),
    () => {
      const rows = anyTable();
      return server.sql(`delete from ${rows} where id = ${one(rows)}`);
    },
  ];
  for (const [rows, count] of [
    [rowsOf(harbours), 8],
    [rowsOf(boats), 30],
    [rowsOf(tasks), 60],
  ] as const) {
    for (let n = 0; n < count; n += 1) await add(rows);
    for (let n = 0; n < count; n += 1) await write(rows);
  }
  for (let n = 0; n < 150; n += 1) await addLink();
  return () => changes[random(changes.length)]?.();
}

/** The table as its owner compares its rows, and all its orders that can be stored. */
async function ordersOf({ tasks }: Made): Promise<{ table: Table; orders: StoredOrder[] }> {
  const [item] = await server.sql<Table['item']>(
    'select id, hub_id, space_id, scope_id, kind, title from item where id = $1',
    [tasks.id],
  );
  if (!item) throw new Error('the item is there');
  const own = await requireTable(database, item);
  const table = await withTitles(database, null, own, own.columns);
  const orders = table.columns.flatMap(
    (one) => storedOrderOf(database, table, { column: one, down: false }) ?? [],
  );
  return { table, orders };
}

async function store(table: Table, order: StoredOrder): Promise<void> {
  const { itemId, key, down } = order.index;
  await server.sql('insert into row_index (item_id, key, descending) values ($1, $2, $3)', [
    itemId,
    key,
    down,
  ]);
  await makeStoredOrder(database, table, order, new AbortController().signal);
}

/** Keys that are not stored as they are, or stored and not there. */
async function differences(table: Table, { linked, name }: StoredOrder): Promise<unknown[]> {
  const whole = allKeys(table, linked);
  const stored = sql`select id, position, ${sql.id(STORED.key)} from ${sql.id('tables', name)}`;
  const { rows } = await sql`(${whole} except ${stored}) union all (${stored} except ${whole})`.execute(
    database,
  );
  return rows;
}

describe('stored keys', () => {
  it.each([1, 2])(
    'are those of the whole order after changes of all tables at random (%i)',
    async (seed) => {
      const made = await createTables();
      const change = await fill(made, numbersFrom(seed));
      const { table, orders } = await ordersOf(made);
      expect(orders).toHaveLength(11);
      for (const order of orders) {
        await store(table, order);
        expect(await differences(table, order)).toEqual([]);
      }
      let behind = 0;
      for (let n = 0; n < 60; n += 1) {
        for (let times = 0; times <= n % 4; times += 1) await change();
        for (const order of orders) {
          if ((await stateOfStoredOrder(database, order)) === 'behind') behind += 1;
          expect(await updateStoredOrder(database, table, order)).toBe('current');
          expect(await differences(table, order), order.index.key).toEqual([]);
        }
      }
      // Changes that concern no key are not noted for each of them.
      expect(behind).toBeGreaterThan(300);
      expect(behind).toBeLessThan(60 * orders.length);
    },
    120_000,
  );

  it('are not those of an order that is computed in another way', async () => {
    const made = await createTables();
    const before = await ordersOf(made);
    const { client } = made.owner;
    const options = OPTIONS.toReversed();
    expectData(await client.patch(`items/${made.boats.id}/columns/f_state/`, { options }));
    expectData(await client.patch(`items/${made.boats.id}/columns/f_age/`, { type: 'text' }));
    const after = await ordersOf(made);
    const keysOf = ({ table, orders }: typeof before) =>
      new Map(
        orders.map(({ index: { key } }) => {
          const own = table.columns.find(({ name }) => key.endsWith(`_${name}`));
          return [own?.field.name, key];
        }),
      );
    const [was, is] = [keysOf(before), keysOf(after)];
    expect([...was].filter(([name, key]) => is.get(name) !== key).map(([name]) => name)).toEqual([
      ...['l_age', 'l_state', 'r_sum'],
    ]);
  }, 60_000);

  it('let a column be dropped that they were read from', async () => {
    const made = await createTables();
    await fill(made, numbersFrom(4));
    const { table, orders } = await ordersOf(made);
    for (const order of orders) await store(table, order);
    expectData(await made.owner.client.patch(`items/${made.boats.id}/columns/f_age/`, { type: 'date' }));
    expectData(await made.owner.client.delete(`items/${made.boats.id}/columns/f_due/`));
    const [changed] = await server.sql(
      `update ${rowsOf(made.boats)} set position = position + 1 returning id`,
    );
    expect(changed).toBeDefined();
  }, 60_000);
});
