import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { sql } from 'kysely';
import { beforeAll, describe, it, onTestFinished } from 'vitest';
import type { Values } from '#lib/fields/definition.ts';
import { itemSource } from '#server/items/item/index-items.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { rowSource } from '#server/tables/indexing/index-table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_note', name: 'note', label: 'Note', type: 'textarea', required: false },
  { id: 'f_price', name: 'price', label: 'Price', type: 'number', required: false },
  { id: 'f_due', name: 'due', label: 'Due', type: 'date', required: false },
  { id: 'f_at', name: 'at', label: 'At', type: 'time', required: false },
  { id: 'f_when', name: 'when', label: 'When', type: 'datetime', required: false },
  { id: 'f_raw', name: 'raw', label: 'Raw', type: 'json', required: false },
  { id: 'f_code', name: 'code', label: 'Code', type: 'text', required: false, unique: true },
  { id: 'f_no', name: 'no', label: 'No.', type: 'auto_number' },
];

/** Values that the text format of COPY must not change. */
const SPECIAL: Values[] = [
  { name: 'no tab, \\t and \\N', note: 'a\ttab and one\nline\r\nand \\t another', price: -0.1 },
  { name: '\\.', note: '"quoted", and ünïcode 👍', due: '0044-03-15', at: '07:05' },
  { name: '\\N', when: '2024-02-29T23:59:59.5Z', raw: { a: ['\\', null, 'x\ty'] } },
  { name: 'the last moment', when: '9999-12-31T23:59:00-12:00' },
  { name: ' blanks ', when: '1969-07-20T20:17:00Z', at: '23:59:30', price: 1e21 },
];

/** So many that they are written together. */
const MANY = 60;
const many = (make: (n: number) => Values) => Array.from({ length: MANY }, (_, n) => make(n));

describe('many rows of one request', () => {
  it('have the values, numbers and order that rows added one by one have', async () => {
    const few = await createTable(place.owner, place, COLUMNS);
    const all = await createTable(place.owner, place, COLUMNS);
    const input = many((n) => SPECIAL[n] ?? { name: `Row ${n}` });
    for (const values of input.slice(0, SPECIAL.length)) await addRows(place.owner, few, [values]);
    const added = await addRows(place.owner, all, input);
    const shown = await readRows(place.owner, all);
    const single = await readRows(place.owner, few);
    deepStrictEqual(
      shown.slice(0, SPECIAL.length).map(({ values }) => values),
      single.map(({ values }) => values),
    );
    deepStrictEqual(added, shown.slice(0, MANY));
    deepStrictEqual(
      added.map(({ values }) => values.no),
      many((n) => ({ n: n + 1 })).map(({ n }) => n),
    );
    const [last] = await addRows(place.owner, all, [{ name: 'Afterwards' }]);
    strictEqual(last?.values.no, MANY + 1);
    strictEqual((last?.position ?? 0) > (added.at(-1)?.position ?? 0), true);
  });

  it('are refused one by one, each with its reason, and the others are added', async () => {
    const table = await createTable(place.owner, place, COLUMNS);
    await addRows(place.owner, table, [{ name: 'First', code: 'A-1' }]);
    const input = many((n) => ({ name: `Row ${n}`, code: `B-${n}` }));
    input[3] = { name: 'Taken', code: 'A-1' };
    input[5] = { name: 'Twice', code: 'B-4' };
    input[7] = { name: 'Wrong', price: 'much' };
    const outcomes = expectData(
      await place.owner.client.post(`items/${table.id}/rows/`, {
        rows: input.map((values) => ({ values })),
      }),
    );
    const refused = outcomes.flatMap(({ status }, at) => (status === 'refused' ? [at] : []));
    deepStrictEqual(refused, [3, 5, 7]);
    strictEqual((await readRows(place.owner, table)).length, MANY - 3 + 1);
  });

  it('are found by search', async () => {
    const table = await createTable(place.owner, place, COLUMNS);
    await addRows(
      place.owner,
      table,
      many((n) => ({ name: `Quillwort ${n}` })),
    );
    await eventually(async () => {
      const found = expectData(await place.owner.client.get('search/', { query: { q: 'quillwort 59' } }));
      strictEqual(found.length > 0, true);
    });
  });
});

describe('rows of a table that is being indexed', () => {
  it('are added without waiting for the index', async () => {
    const table = await createTable(place.owner, place, COLUMNS);
    const [row] = await addRows(place.owner, table, [{ name: 'Indexed slowly' }]);
    // The server's own indexer is done with it.
    await waitUntilReady(place.owner, table.id);
    await eventually(async () => {
      const waiting = await server.sql('select id from index_outbox where target_id = $1', [table.id]);
      strictEqual(waiting.length, 0);
    });
    const database = openDatabase(openPool(server.databaseUrl, 2));
    onTestFinished(() => database.destroy());
    const [hub] = await server.sql<{ hub_id: string }>('select hub_id from item where id = $1', [table.id]);
    const entry = {
      id: 0,
      hub_id: hub?.hub_id ?? '',
      kind: 'rows',
      target_id: table.id,
      progress: null,
      bulk: false,
    };
    const entries = [{ ...entry, parts: [row?.id ?? ''], numbers: null }];
    const prepared = await rowSource().prepare(database, entry.hub_id, entries, new AbortController().signal);
    await database.transaction().execute(async (trx) => {
      await prepared.write(trx);
      // The batch is not committed yet.
      await addRows(place.owner, table, [{ name: 'Added meanwhile' }]);
    });
    strictEqual((await readRows(place.owner, table)).length, 2);
  });

  it('leave their new table ready, though they were added before it was indexed', async () => {
    const table = await createTable(place.owner, place, COLUMNS);
    await waitUntilReady(place.owner, table.id);
    const database = openDatabase(openPool(server.databaseUrl, 2));
    onTestFinished(() => database.destroy());
    const [hub] = await server.sql<{ hub_id: string }>('select hub_id from item where id = $1', [table.id]);
    const hub_id = hub?.hub_id ?? '';
    const entry = {
      id: 0,
      hub_id,
      kind: 'item',
      target_id: table.id,
      progress: null,
      bulk: false,
      parts: null,
      numbers: null,
    };
    const prepared = await itemSource().prepare(database, hub_id, [entry], new AbortController().signal);
    const trx = await database.startTransaction().execute();
    await sql`update item set processing_state = 'queued' where id = ${table.id}`.execute(trx);
    await sql`insert into index_outbox (hub_id, kind, target_id, parts) values (${hub_id}, 'rows', ${table.id}, '{}')`.execute(
      trx,
    );
    await prepared.write(trx);
    const { rows } = await sql`select processing_state from item where id = ${table.id}`.execute(trx);
    await trx.rollback().execute();
    deepStrictEqual(rows, [{ processing_state: 'ready' }]);
  });
});

describe('many rows of a table', () => {
  it('are found on pages far down, in each order, with the same filter as on the first one', async () => {
    const table = await createTable(place.owner, place, COLUMNS.slice(0, 4));
    const input = Array.from(
      { length: 1_500 },
      (_, n): Values => ({ name: `Row ${n}`, price: (n * 7) % 1_500 }),
    );
    for (let at = 0; at < input.length; at += 500)
      await addRows(place.owner, table, input.slice(at, at + 500));
    const namesOn = async (page: number, query: Record<string, string> = {}) => {
      const found = await readRows(place.owner, table, { page, ...query });
      return found.map(({ values }) => values.name);
    };
    const names = (rows: Values[]) => rows.map(({ name }) => name);
    deepStrictEqual(await namesOn(15), names(input.slice(1_400)));
    const byPrice = input.toSorted((one, other) => Number(other.price) - Number(one.price));
    deepStrictEqual(await namesOn(13, { sort: '-price' }), names(byPrice.slice(1_200, 1_300)));
    const filter = JSON.stringify({ field: 'f_price', op: 'greater', value: 399 });
    const dear = input.filter(({ price }) => Number(price) > 399);
    deepStrictEqual(await namesOn(11, { filter }), names(dear.slice(1_000, 1_100)));
    deepStrictEqual(await namesOn(12, { sort: 'name', filter }), []);
  });
});
