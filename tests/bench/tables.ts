import type pg from 'pg';
import { type BenchAccount, createItem } from './account.ts';
import { driverPerSecond, shoot } from './api.ts';
import type { Bench, BenchRow } from './bench.ts';
import { withServer } from './with-server.ts';

const BATCH_SIZE = 1000;
/** Rows of the table that is listed, filtered and exported. */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);

const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_price', name: 'price', label: 'Price', type: 'number' },
  { id: 'f_day', name: 'day', label: 'Day', type: 'date' },
  { id: 'f_note', name: 'note', label: 'Note', type: 'text', required: false },
];

const rowOf = (n: number) => ({
  name: `Lamp ${n}`,
  price: n / 4,
  day: '2026-05-01',
  note: 'Stands by the window',
});

const newTable = (account: BenchAccount) =>
  createItem(account, { kind: 'table', title: 'Furniture', content: { columns: COLUMNS } });

/** Adds rows over the API, with consecutive requests. @returns rows per second */
async function fill({ url, headers }: BenchAccount, id: string, total: number): Promise<number> {
  const begin = performance.now();
  for (let done = 0; done < total; done += BATCH_SIZE) {
    const rows = Array.from({ length: BATCH_SIZE }, (_, n) => ({ values: rowOf(done + n) }));
    const response = await fetch(`${url}/items/${id}/rows/`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ rows }),
    });
    if (!response.ok) throw new Error(`rows: ${response.status} ${await response.text()}`);
    await response.body?.cancel();
  }
  return total / ((performance.now() - begin) / 1000);
}

const BATCH = `insert into bench_row (id, name, price, day, note)
  select gen_random_uuid(), name, price, day, note
  from unnest($1::text[], $2::float8[], $3::date[], $4::text[]) as input (name, price, day, note)`;

/**
 * The same rows with the driver alone: one statement per batch, without validation, search or access checks.
 */
async function fillBare(client: pg.Client, total: number): Promise<number> {
  await client.query(
    'create table bench_row (id uuid primary key, name text, price float8, day date, note text)',
  );
  const begin = performance.now();
  for (let done = 0; done < total; done += BATCH_SIZE) {
    const rows = Array.from({ length: BATCH_SIZE }, (_, n) => rowOf(done + n));
    await client.query(BATCH, [
      rows.map(({ name }) => name),
      rows.map(({ price }) => price),
      rows.map(({ day }) => day),
      rows.map(({ note }) => note),
    ]);
  }
  return total / ((performance.now() - begin) / 1000);
}

async function exported({ url, headers }: BenchAccount, id: string): Promise<number> {
  const begin = performance.now();
  const response = await fetch(`${url}/items/${id}/export/?format=csv`, { headers });
  if (!response.ok || !response.body) throw new Error(`export: ${response.status}`);
  for await (const _ of response.body);
  return ROWS / ((performance.now() - begin) / 1000);
}

/** A table's rows: added a thousand at a time and one by one, listed, filtered, exported. */
export const tablesBench: Bench = {
  name: 'tables',
  run: (): Promise<BenchRow[]> =>
    withServer(async ({ account, client, options }) => {
      const id = await newTable(account);
      const filled = await fill(account, id, ROWS);
      const bare = await fillBare(client, ROWS);
      await client.query('create index on bench_row (price, id)');
      await client.query('vacuum analyze bench_row');
      const one = JSON.stringify({ rows: [{ values: rowOf(1) }] });
      const single = await shoot(account, {
        method: 'POST',
        path: `items/${await newTable(account)}/rows/`,
        body: one,
        connections: 8,
      });
      const singleBare = await driverPerSecond(options, 8, () => ({
        name: 'row',
        text: 'insert into bench_row (id, name, price, day, note) values (gen_random_uuid(), $1, $2, $3, $4)',
        values: ['Lamp', 2, '2026-05-01', 'Stands'],
      }));
      const list = await shoot(account, { path: `items/${id}/rows/?page_size=100`, connections: 8 });
      const listBare = await driverPerSecond(options, 8, () => ({
        name: 'list',
        text: 'select * from bench_row order by price, id limit 100',
        values: [],
      }));
      const filter = encodeURIComponent(
        JSON.stringify({ field: 'f_price', op: 'greater', value: ROWS / 4 - 20 }),
      );
      const filtered = await shoot(account, { path: `items/${id}/rows/?filter=${filter}`, connections: 2 });
      return [
        {
          work: `table: rows added, ${BATCH_SIZE} a request, found by search`,
          value: filled,
          unit: 'rows/s',
          floor: { what: 'bare insert of the same', value: bare },
        },
        {
          work: 'table: rows added one by one, 8 in parallel',
          value: single.perSecond,
          unit: '/s',
          floor: { what: 'bare committed insert', value: singleBare },
        },
        {
          work: `table: 100 of ${ROWS} rows listed, 8 in parallel`,
          value: list.perSecond,
          unit: '/s',
          floor: { what: 'bare select of 100', value: listBare },
        },
        { work: `table: ${ROWS} rows filtered by a number, p50`, value: filtered.p50, unit: 'ms' },
        {
          work: 'table: rows exported as CSV',
          value: await exported(account, id),
          unit: 'rows/s',
          goal: { value: 50_000, atMost: false },
        },
      ];
    }),
};
