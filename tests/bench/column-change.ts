import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type BenchAccount, createItem } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { processorTime } from './processor-time.ts';
import type { Serving } from './serving.ts';
import { withServer } from './with-server.ts';

/** Rows of the tables. */
const ROWS = (process.env.BENCH_COLUMN_ROWS ?? '100000').split(',').map(Number);
/** How often a writer writes, in milliseconds, and for how long at least. */
const WRITE_PAUSE_MS = 20;
const WRITES_ALONE_MS = 5_000;
/** The longest that a write may wait meanwhile. */
const LONGEST_MS = 500;

/** Columns of several types, two of them formulas. */
export const MIXED_COLUMNS = [
  { id: 'f_size', name: 'size', label: 'Size', type: 'text' },
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_count', name: 'count', label: 'Count', type: 'number' },
  { id: 'f_day', name: 'day', label: 'Day', type: 'date' },
  { id: 'f_place', name: 'place', label: 'Place', type: 'text' },
  { id: 'f_note', name: 'note', label: 'Note', type: 'textarea' },
  { id: 'f_double', name: 'double', label: 'Double', type: 'formula', formula: '{count} * 2' },
  { id: 'f_long', name: 'long', label: 'Long', type: 'formula', formula: 'length({size}) + {double}' },
];

/** Ids in the order of the rows, as the app makes them: rows of a batch lie together. */
const ID =
  "(lpad(to_hex(1700000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid";

/** The names of the database's columns in their order, and the ids of the first rows. */
type Filled = { names: string[]; ids: string[] };

/** Rows of these columns, written past the API; every hundredth size is no number. */
export async function fillRows(client: pg.Client, id: string, rows: number): Promise<Filled> {
  const table = `tables.t_${id.replaceAll('-', '')}`;
  const found = await client.query<{ name: string }>(
    'select name from table_column where item_id = $1 order by position',
    [id],
  );
  await client.query(`insert into ${table} (id, position, ${found.rows.map(({ name }) => name).join(', ')})
    select ${ID}, n * 65536::bigint, case when n % 100 = 0 then 'large' else n::text end,
      'Anchor ' || md5(n::text), n, date '2020-01-01' + (n % 2400), 'North quay',
      'Checked by the harbour master in the morning; next time before the season begins. No. ' || n,
      n * 2, length(n::text) + n * 2
    from generate_series(1, ${rows}) n`);
  await client.query(`vacuum analyze ${table}`);
  await client.query("update item set meta = meta || jsonb_build_object('rows', $2::int) where id = $1", [
    id,
    rows,
  ]);
  const some = await client.query<{ id: string }>(`select id from ${table} order by position limit 1000`);
  return { names: found.rows.map(({ name }) => name), ids: some.rows.map((row) => row.id) };
}

export async function sendJson({ url, headers }: BenchAccount, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const read = (await response.json()) as { data?: Record<string, unknown> };
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(read)}`);
  return read.data ?? {};
}

/** Does something again and again until that is over. @returns how long each took, in milliseconds */
async function timesUntil(isOver: () => boolean, act: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; !isOver(); n += 1) {
    const begun = performance.now();
    await act(n);
    times.push(performance.now() - begun);
    await pause(WRITE_PAUSE_MS);
  }
  return times;
}

type Measured = { serving: Serving; account: BenchAccount; id: string; ids: readonly string[]; rows: number };

const longest = (times: readonly number[]) => times.reduce((most, one) => Math.max(most, one), 0);

async function changed(
  { serving, account, id, ids, rows }: Measured,
  column: string,
  change: object,
): Promise<BenchRow[]> {
  const write = (n: number) =>
    sendJson(account, 'PATCH', `items/${id}/rows/`, {
      rows: [{ id: ids[n % ids.length], values: { count: n } }],
    });
  const read = () => sendJson(account, 'GET', `items/${id}/rows/?page_size=100`);
  const aloneUntil = performance.now() + WRITES_ALONE_MS;
  const alone = await timesUntil(() => performance.now() > aloneUntil, write);
  const before = { memory: serving.residentBytes(), processor: processorTime(serving.pid) };
  const begun = performance.now();
  const queued = await sendJson(account, 'PATCH', `items/${id}/columns/${column}/`, change);
  let job: Record<string, unknown> = {};
  let memory = before.memory;
  const isOver = () => job.state === 'ready' || job.state === 'failed';
  const watch = async () => {
    while (!isOver()) {
      await pause(100);
      memory = Math.max(memory, serving.residentBytes());
      job = await sendJson(account, 'GET', `jobs/${queued.changing}/`);
    }
  };
  const [writes, reads] = await Promise.all([timesUntil(isOver, write), timesUntil(isOver, read), watch()]);
  if (job.state !== 'ready') throw new Error(`the change of ${column}: ${job.reason}`);
  const seconds = (performance.now() - begun) / 1000;
  const processor = (processorTime(serving.pid) - before.processor) / 1000;
  const mebibytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);
  const work = `${rows} rows: ${column} becomes ${Object.values(change).join()}`;
  return [
    {
      work,
      value: seconds,
      unit: 's',
      note: `Node’s processor time ${processor.toFixed(1)} s, with the writes and reads meanwhile; its memory ${mebibytes(before.memory)} MB before, ${mebibytes(memory)} MB at most`,
    },
    {
      work: `${work}: longest of ${writes.length} writes meanwhile`,
      value: longest(writes),
      unit: 'ms',
      goal: { value: LONGEST_MS, atMost: true },
      floor: { what: `longest of ${alone.length} before`, value: longest(alone) },
      note: `p50 ${percentile(writes, 0.5).toFixed(0)} ms, p99 ${percentile(writes, 0.99).toFixed(0)} ms; before ${percentile(alone, 0.5).toFixed(0)} and ${percentile(alone, 0.99).toFixed(0)} ms`,
    },
    {
      work: `${work}: longest of ${reads.length} reads of 100 rows meanwhile`,
      value: longest(reads),
      unit: 'ms',
      note: `p50 ${percentile(reads, 0.5).toFixed(0)} ms`,
    },
  ];
}

async function previewed({ serving, account, id, rows }: Measured): Promise<BenchRow> {
  const before = serving.residentBytes();
  const begun = performance.now();
  const found = await sendJson(account, 'PATCH', `items/${id}/columns/f_size/?preview`, { type: 'number' });
  const seconds = (performance.now() - begun) / 1000;
  const { values: _, ...published } = found;
  return {
    work: `${rows} rows: preview of a change of type`,
    value: seconds,
    unit: 's',
    note: `${JSON.stringify(published)}; ${((serving.residentBytes() - before) / 1024 ** 2).toFixed(0)} MB more memory`,
  };
}

/** Changes of columns of many rows, while somebody else writes and reads rows of the same table. */
export const columnChangeBench: Bench = {
  name: 'column-change',
  run: (): Promise<BenchRow[]> =>
    withServer(async ({ serving, account, client }) => {
      const found: BenchRow[] = [];
      for (const rows of ROWS) {
        const item = { kind: 'table', title: `Harbour ${rows}`, content: { columns: MIXED_COLUMNS } };
        const id = await createItem(account, item);
        const measured: Measured = {
          serving,
          account,
          id,
          rows,
          ids: (await fillRows(client, id, rows)).ids,
        };
        found.push(await previewed(measured));
        found.push(...(await changed(measured, 'f_size', { type: 'number' })));
        found.push(...(await changed(measured, 'f_double', { formula: '{count} * 3' })));
      }
      return found;
    }),
};
