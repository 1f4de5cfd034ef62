import http from 'node:http';
import type pg from 'pg';
import { type BenchAccount, createItem } from './account.ts';
import { driverPerSecond } from './api.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { costOfEach } from './processor-time.ts';
import { withServer } from './with-server.ts';

/** Rows of the table. */
export const ROWS = Number(process.env.BENCH_TABLE_ROWS ?? 1_000_000);
const PAGE = 100;
/** Requests that a percentile is taken of. */
const SAMPLES = 60;
/** Of what takes milliseconds: so many that one in a hundred of them is not just the slowest. */
const QUICK_SAMPLES = 1_000;
const PEOPLE = 20;
const EDIT_MS = 5_000;
/** From the middle of md5('7'): a part of the name of one row. */
const PART = '14e45fceea167a5a';
/** How long a prepared index may take, in milliseconds. */
const PREPARING_MS = 300_000;

const BASIC_COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_price', name: 'price', label: 'Price', type: 'number' },
  { id: 'f_day', name: 'day', label: 'Day', type: 'date' },
  {
    id: 'f_state',
    name: 'state',
    label: 'State',
    type: 'select',
    options: ['open', 'done', 'late', 'lost'].map((id) => ({ id, label: id })),
  },
  { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email' },
  { id: 'f_place', name: 'place', label: 'Place', type: 'text' },
  { id: 'f_stars', name: 'stars', label: 'Stars', type: 'number' },
  { id: 'f_note', name: 'note', label: 'Note', type: 'textarea' },
];

/** More columns than the eight, to measure wide tables: texts, numbers and days in turns. */
const FURTHER_TYPES = ['text', 'number', 'date'] as const;
const FURTHER = Math.max(0, Number(process.env.BENCH_TABLE_COLUMNS ?? 0) - BASIC_COLUMNS.length);
const furtherColumns = Array.from({ length: FURTHER }, (_, at) => {
  const name = `more_${at + 1}`;
  return { id: `f_${name}`, name, label: `Column ${at + 9}`, type: FURTHER_TYPES[at % 3] ?? 'text' };
});

/** How the values of a further column are made from the number of a row. */
const FURTHER_VALUES = {
  text: "(array['North quay', 'South quay', 'Old harbour'])[1 + n % 3]",
  number: 'n % 1000 / 4.0',
  date: "date '2020-01-01' + (n % 2400)",
};

export const COLUMNS = [...BASIC_COLUMNS, ...furtherColumns];

/** Rows of mixed columns, eight where nothing else is wanted, written past the API: what is measured is reading them. */
export async function fill(client: pg.Client, id: string): Promise<{ table: string; columns: string[] }> {
  const table = `tables.t_${id.replaceAll('-', '')}`;
  const found = await client.query<{ name: string }>(
    'select name from table_column where item_id = $1 order by position',
    [id],
  );
  const columns = found.rows.map(({ name }) => name);
  await client.query(`insert into ${table} (id, position, ${columns.slice(0, BASIC_COLUMNS.length).join(', ')}, created_by,
      updated_by${columns
        .slice(BASIC_COLUMNS.length)
        .map((name) => `, ${name}`)
        .join('')})
    select gen_random_uuid(), n * 65536::bigint,
      (array['Anchor', 'Bollard', 'Chain', 'Dinghy', 'Fender'])[1 + n % 5] || ' ' || md5(n::text),
      (n * 7919::bigint) % 100000 / 4.0, date '2020-01-01' + (n % 2400),
      (array['open', 'done', 'late', 'lost'])[1 + n % 4], 'person' || n || '@example.org',
      (array['North quay', 'South quay', 'Old harbour', 'Dry dock'])[1 + n % 4], 1 + n % 5,
      'Checked by the harbour master in the morning; next time before the season begins. No. ' || n, person, person
      ${furtherColumns.map(({ type }) => `, ${FURTHER_VALUES[type]}`).join('')}
    from generate_series(1, ${ROWS}) n, (select created_by as person from item where id = '${id}') by`);
  await client.query(`vacuum analyze ${table}`);
  await client.query("update item set meta = meta || jsonb_build_object('rows', $2::int) where id = $1", [
    id,
    ROWS,
  ]);
  return { table, columns };
}

async function read({ url, headers }: BenchAccount, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/${path}`, { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Reads a response to its last byte by one connection, with as little work of its own as there can be: `fetch` and parsing take .4 ms of 50 kB. */
function readToEnd(agent: http.Agent, { url, headers }: BenchAccount, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${url}/${path}`, { agent, headers }, (response) => {
      response.on('data', () => undefined).on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
      );
    });
    request.on('error', reject);
  });
}

/** @returns how long each of some runs took, in milliseconds */
async function timed(run: () => Promise<unknown>, samples = SAMPLES): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < samples; at += 1) {
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  return times;
}

/** Waits until a list is not slow any more for want of an index. @returns seconds */
async function prepared(account: BenchAccount, path: string): Promise<number> {
  const begin = performance.now();
  while ((await read(account, path)).preparing === true && performance.now() - begin < PREPARING_MS)
    await new Promise((resolve) => setTimeout(resolve, 200));
  return (performance.now() - begin) / 1000;
}

/** Cells that many people write at once, each another row, for some seconds. @returns cells per second */
async function editedCells({ url, headers }: BenchAccount, id: string, rows: string[]): Promise<number> {
  const deadline = performance.now() + EDIT_MS;
  let count = 0;
  await Promise.all(
    Array.from({ length: PEOPLE }, async (_, person) => {
      for (let at = person; performance.now() < deadline; at += PEOPLE) {
        const row = { id: rows[at % rows.length], values: { price: count } };
        const response = await fetch(`${url}/items/${id}/rows/`, {
          method: 'PATCH',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ rows: [row] }),
        });
        if (!response.ok) throw new Error(`a cell: ${response.status}`);
        await response.body?.cancel();
        count += 1;
      }
    }),
  );
  return count / (EDIT_MS / 1000);
}

type Filled = {
  account: BenchAccount;
  client: pg.Client;
  options: pg.ClientConfig;
  /** Of the serving process. */
  pid: number;
  id: string;
  table: string;
  /** The names of the database's columns, in the order of the table. */
  columns: string[];
};

const OF = FURTHER > 0 ? `table of ${ROWS} rows and ${COLUMNS.length} columns` : `table of ${ROWS}`;
const filterOf = (condition: object) => encodeURIComponent(JSON.stringify(condition));

/** A page at some place of the table: by the API, and by the same SQL. */
async function pageAt(
  { account, client, id, table }: Filled,
  place: 'start' | 'middle' | 'end',
): Promise<BenchRow> {
  const offset = { start: 0, middle: ROWS / 2, end: ROWS - PAGE }[place];
  const path = `items/${id}/rows/?page_size=${PAGE}&page=${Math.floor(offset / PAGE) + 1}`;
  const api = await timed(() => read(account, path));
  const bare = await timed(() =>
    client.query(`select * from ${table} order by position, id limit ${PAGE} offset ${offset}`),
  );
  return {
    work: `${OF}: ${PAGE} rows at the ${place}, p50`,
    value: percentile(api, 0.5),
    unit: 'ms',
    floor: { what: 'the same SQL', value: percentile(bare, 0.5) },
    note: `p99 ${percentile(api, 0.99).toFixed(1)} ms`,
  };
}

async function filteredAndSorted({ account, client, id, table, columns }: Filled): Promise<BenchRow[]> {
  const [, price = ''] = columns;
  const filter = filterOf({ field: 'f_price', op: 'greater', value: 24_900 });
  const path = `items/${id}/rows/?page_size=${PAGE}&sort=-price&filter=${filter}`;
  const sql = `select * from ${table} where ${price} > 24900
    order by ${price} desc nulls last, position, id limit ${PAGE}`;
  const bareWithout = await timed(() => client.query(sql), 5);
  const without = await timed(() => read(account, path), 1);
  const seconds = await prepared(account, path);
  const first = await timed(() => read(account, path), QUICK_SAMPLES);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const withIndex = await timed(() => readToEnd(agent, account, path), QUICK_SAMPLES);
  agent.destroy();
  const bareWith = await timed(() => client.query(sql), QUICK_SAMPLES);
  const line = (share: number, goal: number): BenchRow => ({
    work: `${OF}: filtered and sorted with its index, p${share * 100}`,
    value: percentile(withIndex, share),
    unit: 'ms',
    goal: { value: goal, atMost: true },
    floor: { what: 'the same SQL', value: percentile(bareWith, share) },
    note: `the index was there after ${seconds.toFixed(1)} s; by fetch and parsed, the ${QUICK_SAMPLES} requests before these, ${percentile(first, share).toFixed(1)} ms`,
  });
  return [
    {
      work: `${OF}: filtered and sorted without an index`,
      value: percentile(without, 0.5),
      unit: 'ms',
      floor: { what: 'the same SQL', value: percentile(bareWithout, 0.5) },
    },
    line(0.5, 3),
    line(0.99, 15),
  ];
}

const LISTED = 50;
const FAR_PAGE = 2_000;

/** Sorted by a text: without an index, then with the one that the list asked for, at its start and far down. */
async function sortedByText({ account, client, id, table, columns, pid }: Filled): Promise<BenchRow[]> {
  const [name = ''] = columns;
  const far = Math.min(FAR_PAGE, Math.floor(ROWS / LISTED));
  const pathOf = (page: number) => `items/${id}/rows/?page_size=${LISTED}&sort=name&page=${page}`;
  const sqlOf = (page: number) => `select * from ${table}
    order by left(${name}, 100) collate natural_order nulls last, position, id limit ${LISTED} offset ${(page - 1) * LISTED}`;
  const line = async (work: string, page: number, samples: number): Promise<BenchRow> => {
    let api: number[] = [];
    const note = await costOfEach(pid, samples, async () => {
      api = await timed(() => read(account, pathOf(page)), samples);
    });
    const bare = await timed(() => client.query(sqlOf(page)), samples);
    return {
      work: `${OF}: sorted by a text, ${work}, p50`,
      value: percentile(api, 0.5),
      unit: 'ms',
      floor: { what: 'the same SQL', value: percentile(bare, 0.5) },
      note,
    };
  };
  const without = await line('the first page without an index', 1, 1);
  const seconds = await prepared(account, pathOf(1));
  await timed(() => read(account, pathOf(1)), 5);
  return [
    { ...without, note: `${without.note}; the index was there after ${seconds.toFixed(1)} s` },
    await line('the first page', 1, SAMPLES),
    await line(`page ${far} of ${LISTED} rows`, far, SAMPLES),
  ];
}

async function foundByPart({ account, client, id, table, columns }: Filled): Promise<BenchRow> {
  const [name = ''] = columns;
  const path = `items/${id}/rows/?page_size=${PAGE}&filter=${filterOf({ field: 'f_name', op: 'contains', value: PART })}`;
  const without = await timed(() => read(account, path), 1);
  await prepared(account, path);
  const withIndex = await timed(() => read(account, path));
  const sql = `select * from ${table} where ${name} like '%${PART}%' order by position, id limit ${PAGE}`;
  const bare = await timed(() => client.query(sql));
  return {
    work: `${OF}: found by a part of a text, with its index of trigrams, p50`,
    value: percentile(withIndex, 0.5),
    unit: 'ms',
    floor: { what: 'the same SQL', value: percentile(bare, 0.5) },
    note: `${percentile(without, 0.5).toFixed(0)} ms without it`,
  };
}

async function counted({ account, client, id, table, columns }: Filled): Promise<BenchRow> {
  const state = columns[3] ?? '';
  const api = await timed(() => read(account, `items/${id}/aggregate/?group=state&metrics=count`), 5);
  const sql = `select ${state}, count(*) from ${table} group by 1 order by 1`;
  const bare = await timed(() => client.query(sql), 5);
  return {
    work: `${OF}: counts by group, p50`,
    value: percentile(api, 0.5),
    unit: 'ms',
    floor: { what: 'the same SQL', value: percentile(bare, 0.5) },
  };
}

async function edited({ account, client, options, id, table, columns }: Filled): Promise<BenchRow> {
  const [, price = ''] = columns;
  const some = await client.query<{ id: string }>(`select id from ${table} order by position limit 400`);
  const ids = some.rows.map((row) => row.id);
  const bare = await driverPerSecond(options, PEOPLE, () => ({
    name: 'edit',
    text: `update ${table} set ${price} = ${price} + 1, revision = revision + 1 where id = $1`,
    values: [ids[Math.floor(Math.random() * ids.length)]],
  }));
  return {
    work: `${OF}: cells that ${PEOPLE} people write at once`,
    value: await editedCells(account, id, ids),
    unit: '/s',
    floor: { what: 'bare update of a row', value: bare },
  };
}

/** A table of a million rows: read at any place, filtered, sorted, grouped, edited by many. */
export const largeTableBench: Bench = {
  name: 'large-table',
  run: (): Promise<BenchRow[]> =>
    withServer(async ({ serving, account, client, options }) => {
      const item = { kind: 'table', title: 'Harbour', content: { columns: COLUMNS } };
      const id = await createItem(account, item);
      const { pid } = serving;
      const filled: Filled = { account, client, options, pid, id, ...(await fill(client, id)) };
      return [
        await pageAt(filled, 'start'),
        await pageAt(filled, 'middle'),
        await pageAt(filled, 'end'),
        ...(await sortedByText(filled)),
        ...(await filteredAndSorted(filled)),
        await foundByPart(filled),
        await counted(filled),
        await edited(filled),
      ];
    }),
};
