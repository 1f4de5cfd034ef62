import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type CellValue, streamXlsxRows, writeXlsxStream } from 'hucre/xlsx';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { type BenchAccount, benchAccount, benchForm, createItem } from './account.ts';
import { driverPerSecond } from './api.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { processorTime, residentBytesOf } from './processor-time.ts';
import { databaseOf, removeFolder, type Serving, startServing, temporaryFolder } from './serving.ts';
import { COLUMNS, createDocuments, createRows, csvPieces } from './written-content.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const CONNECTIONS = 8;
const BODIES = 2_000;
const BATCH_SIZE = 1_000;
/** Rows that are added by requests, and lines that are imported. */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const LINES = Number(process.env.BENCH_LINES ?? 1_000_000);
/**
 * Bytes of a line, to which notes are made longer. As large as a file may be: `BENCH_WRITING=import BENCH_LINES=5000000
 * BENCH_LINE_BYTES=399 npm run bench -- writing`, with some 30 GiB on the disk and an hour or two, since it waits until all is found.
 */
const LINE_BYTES = Number(process.env.BENCH_LINE_BYTES ?? 0);
const WORKBOOK_ROWS = Number(process.env.BENCH_WORKBOOK_ROWS ?? 500_000);
/** What is measured: `documents sizes rows import workbook submissions`. */
const PARTS = process.env.BENCH_WRITING?.split(' ') ?? [
  'documents',
  'sizes',
  'rows',
  'import',
  'workbook',
  'submissions',
];

type Setting = { serving: Serving; account: BenchAccount; client: pg.Client; options: pg.ClientConfig };

/** Milliseconds of processor time by the server's Node, and by all below it: PostgreSQL. */
function usedTime({ pid }: Serving): { node: number; database: number } {
  const node = processorTime(pid);
  return { node, database: processorTime(pid, { descendants: true }) - node };
}

async function waiting({ client }: Setting): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from index_outbox');
  return rows[0]?.count ?? 0;
}

/** Milliseconds until nothing waits to be indexed. */
async function untilIndexed(setting: Setting): Promise<number> {
  const begin = performance.now();
  while ((await waiting(setting)) > 0) await sleep(20);
  return performance.now() - begin;
}

/** One after the other, from the beginning again after the last. */
function turnsOf<T>(all: readonly T[]): () => T {
  let at = -1;
  return () => {
    at = (at + 1) % all.length;
    const one = all[at];
    if (one === undefined) throw new Error('nothing to take turns');
    return one;
  };
}

/** Sends bodies in turn for some seconds. @throws where one is refused */
async function send({ account, serving }: Setting, path: string, bodies: readonly string[]) {
  const inTurn = turnsOf(bodies);
  const before = usedTime(serving);
  const result = await autocannon({
    url: `${account.url}/${path}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { ...account.headers, 'content-type': 'application/json' },
    requests: [
      {
        method: 'POST',
        setupRequest(request) {
          return { ...request, body: inTurn() };
        },
      },
    ],
  });
  if (result.non2xx > 0) throw new Error(`${path}: ${result.non2xx} were refused`);
  const after = usedTime(serving);
  const perOne = (ms: number) => (ms / result.requests.total).toFixed(2);
  return {
    total: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p99: result.latency.p99,
    note: `processor: Node ${perOne(after.node - before.node)}, PostgreSQL ${perOne(after.database - before.database)} ms each`,
  };
}

/** Milliseconds from the response that a document was created to its being found. */
async function findableAfter(account: BenchAccount, word: string): Promise<number> {
  const { content } = createDocuments(word.length)();
  await createItem(account, { kind: 'document', title: 'Probe', content: `${word} ${content}` });
  const begin = performance.now();
  while (true) {
    const response = await fetch(`${account.url}/search/?q=${word}`, { headers: account.headers });
    const { data }: { data: unknown[] } = await response.json();
    if (data.length > 0) return performance.now() - begin;
    await sleep(5);
  }
}

const randomToken = () =>
  Array.from({ length: 12 }, () => 'bcdfgklmnprstvz'[Math.floor(Math.random() * 15)]).join('');

async function findableOnes(account: BenchAccount, until: () => boolean, rest: number): Promise<number[]> {
  const found: number[] = [];
  while (!until()) {
    found.push(await findableAfter(account, randomToken()));
    await sleep(rest);
  }
  return found;
}

async function documentRows(setting: Setting): Promise<BenchRow[]> {
  const { account, client, options } = setting;
  const next = createDocuments();
  const documents = Array.from({ length: BODIES }, next);
  const path = `spaces/${account.space}/items/`;
  const bodies = documents.map((one) => JSON.stringify({ kind: 'document', ...one }));
  const created = await send(setting, path, bodies);
  const backlog = await waiting(setting);
  const before = usedTime(setting.serving);
  const rest = await untilIndexed(setting);
  const after = usedTime(setting.serving);
  const each = (ms: number) => (ms / Math.max(1, backlog)).toFixed(2);
  const cost = `processor: Node ${each(after.node - before.node)}, PostgreSQL ${each(after.database - before.database)} ms each`;
  let isOver = false;
  const probes = findableOnes(account, () => isOver, 500);
  await send(setting, path, bodies);
  isOver = true;
  const underLoad = await probes;
  await untilIndexed(setting);
  let left = 10;
  const quiet = await findableOnes(account, () => left-- <= 0, 300);
  await client.query('create table bench_document (id uuid primary key, title text, content text)');
  const inTurn = turnsOf(documents);
  const bare = await driverPerSecond(options, CONNECTIONS, () => {
    const { title, content } = inTurn();
    return {
      name: 'document',
      text: 'insert into bench_document values (gen_random_uuid(), $1, $2)',
      values: [title, content],
    };
  });
  return [
    {
      work: `documents of 2 kB created, ${CONNECTIONS} in parallel`,
      ...{ value: created.perSecond, unit: '/s', note: created.note },
      goal: { value: 700, atMost: false },
      floor: { what: 'bare committed insert', value: bare },
    },
    { work: 'the same, p99', value: created.p99, unit: 'ms', goal: { value: 40, atMost: true } },
    {
      work: 'documents taken into the index, from the first request until all are found',
      ...{ value: created.total / (SECONDS + rest / 1_000), unit: '/s' },
      note: `${backlog} entries waited after the last request, for ${(rest / 1_000).toFixed(1)} s; ${cost}`,
    },
    {
      work: 'a document found after its response, under that load, longest',
      ...{
        value: Math.max(...underLoad),
        unit: 'ms',
        note: `median ${percentile(underLoad, 0.5).toFixed(0)} ms`,
      },
      goal: { value: 2_000, atMost: true },
    },
    {
      work: 'the same on a quiet machine, longest of 10',
      ...{ value: Math.max(...quiet), unit: 'ms', note: `median ${percentile(quiet, 0.5).toFixed(0)} ms` },
      goal: { value: 300, atMost: true },
    },
  ];
}

/** Documents by how much they say: what of their cost is their text. */
async function sizedRows(setting: Setting): Promise<BenchRow[]> {
  const { account, client, options } = setting;
  const documents = Array.from({ length: BODIES }, createDocuments(7));
  await client.query('create table bench_sized (id uuid primary key, title text, content text)');
  const rows: BenchRow[] = [];
  for (const [what, length] of [
    ['empty documents', 0],
    ['documents of 500 bytes', 500],
    ['documents of 2 kB', 2_000],
  ] as const) {
    const sized = documents.map(({ title, content }) => ({ title, content: content.slice(0, length) }));
    const bodies = sized.map((one) => JSON.stringify({ kind: 'document', ...one }));
    const sent = await send(setting, `spaces/${account.space}/items/`, bodies);
    await untilIndexed(setting);
    const inTurn = turnsOf(sized);
    const bare = await driverPerSecond(options, CONNECTIONS, () => {
      const { title, content } = inTurn();
      return {
        name: 'sized',
        text: 'insert into bench_sized values (gen_random_uuid(), $1, $2)',
        values: [title, content],
      };
    });
    rows.push({
      work: `${what} created, ${CONNECTIONS} in parallel`,
      ...{ value: sent.perSecond, unit: '/s', note: sent.note },
      floor: { what: 'bare committed insert', value: bare },
    });
  }
  return rows;
}

const BARE_ROWS = `create table bench_person (id uuid primary key, name text, mail text, town text, state text, amount float8,
  day date, labels jsonb, note text)`;
const BARE_BATCH = `insert into bench_person select gen_random_uuid(), * from unnest($1::text[], $2::text[], $3::text[],
  $4::text[], $5::float8[], $6::date[], $7::jsonb[], $8::text[])`;

async function addedRows(setting: Setting): Promise<BenchRow[]> {
  const { account, client, serving } = setting;
  const { url, headers } = account;
  const id = await createItem(account, { kind: 'table', title: 'People', content: { columns: COLUMNS } });
  const next = createRows();
  const batches = Array.from({ length: ROWS / BATCH_SIZE }, () => Array.from({ length: BATCH_SIZE }, next));
  const bodies = batches.map((rows) => JSON.stringify({ rows: rows.map((values) => ({ values })) }));
  const before = usedTime(serving);
  const begin = performance.now();
  const queue = bodies.values();
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (const body of queue) {
        const response = await fetch(`${url}/items/${id}/rows/`, {
          ...{ method: 'POST', body },
          headers: { ...headers, 'content-type': 'application/json' },
        });
        if (!response.ok) throw new Error(`rows: ${response.status} ${await response.text()}`);
        await response.arrayBuffer();
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1_000;
  const after = usedTime(serving);
  const rest = await untilIndexed(setting);
  const whole = usedTime(serving);
  await client.query(BARE_ROWS);
  const bareBegin = performance.now();
  for (const rows of batches)
    await client.query(BARE_BATCH, [
      ...(['name', 'mail', 'town', 'state', 'amount', 'day'] as const).map((name) =>
        rows.map((row) => row[name]),
      ),
      rows.map(({ labels }) => JSON.stringify(labels)),
      rows.map(({ note }) => note),
    ]);
  const bare = ROWS / ((performance.now() - bareBegin) / 1_000);
  const perOne = (ms: number) => ((ms * 1_000) / ROWS).toFixed(0);
  return [
    {
      work: 'rows of 8 mixed columns added, 1,000 a request, 2 in parallel',
      ...{ value: ROWS / seconds, unit: 'rows/s' },
      goal: { value: 20_000, atMost: false },
      floor: { what: 'bare insert of the same by unnest', value: bare },
      note: `processor: Node ${perOne(after.node - before.node)}, PostgreSQL ${perOne(after.database - before.database)} µs each`,
    },
    {
      work: 'the same until all of them are found',
      ...{ value: ROWS / (seconds + rest / 1_000), unit: 'rows/s' },
      note: `processor: Node ${perOne(whole.node - before.node)}, PostgreSQL ${perOne(whole.database - before.database)} µs each`,
    },
  ];
}

async function copied(client: pg.Client, file: string): Promise<number> {
  await client.query(`create table bench_line (name text, mail text, phone text, postcode text, town text, state text,
    amount float8, day date, code text, note text)`);
  const begin = performance.now();
  const into = client.query(copyStreams.from('copy bench_line from stdin with (format csv, header)'));
  await pipeline(createReadStream(file), into);
  return LINES / ((performance.now() - begin) / 1_000);
}

/** Imports a file into a new table, and waits until all of it is found. */
async function importFile(setting: Setting, file: string, name: string) {
  const { account, serving } = setting;
  const { url, headers } = account;
  const id = await createItem(account, { kind: 'table', title: 'Imported people' });
  const before = usedTime(serving);
  const form = new FormData();
  form.append('file', await openAsBlob(file), name);
  const sent = await fetch(`${url}/items/${id}/import/`, { method: 'POST', headers, body: form });
  const { data: job }: { data: { id: string } } = await sent.json();
  const begin = performance.now();
  let most = 0;
  while (true) {
    await sleep(100);
    most = Math.max(most, residentBytesOf(serving.pid));
    const response = await fetch(`${url}/jobs/${job.id}/`, { headers });
    const { data }: { data: { state: string; done: number; reason?: string } } = await response.json();
    if (data.state === 'failed') throw new Error(`import: ${data.reason}`);
    if (data.state === 'ready') break;
  }
  const seconds = (performance.now() - begin) / 1_000;
  const after = usedTime(serving);
  const indexing = performance.now();
  let mostIndexing = 0;
  while ((await waiting(setting)) > 0) {
    mostIndexing = Math.max(mostIndexing, residentBytesOf(serving.pid));
    await sleep(200);
  }
  const rest = performance.now() - indexing;
  const whole = usedTime(serving);
  return { id, seconds, rest, before, after, whole, most, mostIndexing };
}

const gibibytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1);

/** What the rows of a table and the whole database take on the disk, their indexes included. */
async function sizesOf({ client }: Setting, id: string): Promise<string> {
  const { rows } = await client.query<{ own: string; whole: string }>(
    'select pg_total_relation_size($1::regclass) as own, pg_database_size(current_database()) as whole',
    [`tables.t_${id.replaceAll('-', '')}`],
  );
  return `the table ${gibibytes(Number(rows[0]?.own))} GiB, the database ${gibibytes(Number(rows[0]?.whole))} GiB`;
}

const memory = (bytes: number) =>
  `all processes without the database at most ${(bytes / 1024 ** 2).toFixed(0)} MiB`;

async function importedCsv(setting: Setting): Promise<BenchRow[]> {
  const file = join(setting.serving.dataDir, '..', `hubkeep-bench-${process.pid}.csv`);
  await writeFile(file, Readable.from(csvPieces(LINES, LINE_BYTES)));
  const { id, seconds, rest, before, after, whole, ...peaks } = await importFile(setting, file, 'people.csv');
  const sizes = await sizesOf(setting, id);
  const { size } = await stat(file);
  const bare = await copied(setting.client, file);
  removeFolder(file);
  const perOne = (ms: number) => ((ms * 1_000) / LINES).toFixed(0);
  return [
    {
      work: `CSV of ${LINES.toLocaleString('en')} × 10${LINE_BYTES > 0 ? `, ${LINE_BYTES} bytes a line,` : ''} into the table`,
      ...{ value: LINES / seconds, unit: 'rows/s' },
      goal: { value: 50_000, atMost: false },
      floor: { what: 'bare COPY of the file', value: bare },
      note: `processor: Node ${perOne(after.node - before.node)}, PostgreSQL ${perOne(after.database - before.database)} µs each; the file ${gibibytes(size)} GiB, ${sizes}; load ${loadavg()[0]?.toFixed(1)}`,
    },
    {
      work: 'the same: memory of all processes without the database, at most',
      ...{ value: peaks.most / 1024 ** 2, unit: 'MiB' },
      goal: { value: 400, atMost: true },
    },
    {
      work: 'the same, until all of it is found, after the last row',
      ...{ value: rest / 1_000, unit: 's' },
      goal: { value: 60, atMost: true },
      note: `processor until then: Node ${perOne(whole.node - before.node)}, PostgreSQL ${perOne(whole.database - before.database)} µs each; ${memory(peaks.mostIndexing)}`,
    },
  ];
}

const SHEET = ['Name', 'Mail', 'Town', 'State', 'Amount', 'Day', 'Labels', 'Note', 'Code', 'Number'];

/** A workbook as spreadsheet programs write it: each different text once, cells refer to it. */
async function writeWorkbook(file: string): Promise<void> {
  const next = createRows();
  function* rows(): Generator<CellValue[]> {
    yield SHEET;
    for (let n = 1; n <= WORKBOOK_ROWS; n += 1) {
      const { name, mail, town, state, amount, day, labels, note } = next();
      yield [name, mail, town, state, amount, new Date(day), labels.join(', '), note, `K-${n % 977}`, n];
    }
  }
  await pipeline(writeXlsxStream(rows(), { name: 'People', inlineStrings: false }), createWriteStream(file));
}

async function importedWorkbook(setting: Setting): Promise<BenchRow[]> {
  const file = join(setting.serving.dataDir, '..', `hubkeep-bench-${process.pid}.xlsx`);
  await writeWorkbook(file);
  const { seconds, rest, most } = await importFile(setting, file, 'people.xlsx');
  const begin = performance.now();
  let read = -1;
  for await (const _row of streamXlsxRows(await readFile(file), { sheet: 0, readStyles: true })) read += 1;
  const bare = read / ((performance.now() - begin) / 1_000);
  removeFolder(file);
  return [
    {
      work: `workbook of ${WORKBOOK_ROWS.toLocaleString('en')} × 10 into the table`,
      ...{ value: WORKBOOK_ROWS / seconds, unit: 'rows/s' },
      floor: { what: 'its rows read by the library alone', value: bare },
      note: `${memory(most)}; all found ${(rest / 1_000).toFixed(0)} s later`,
    },
  ];
}

async function submissionRows(setting: Setting): Promise<BenchRow[]> {
  const { account, client, options } = setting;
  const slug = await benchForm(account, { title: 'Join us', fields: COLUMNS });
  const rows = Array.from({ length: BODIES }, createRows());
  const anybody = { ...setting, account: { ...account, headers: {} } };
  const sent = await send(
    anybody,
    `public/forms/${slug}/submissions/`,
    rows.map((values) => JSON.stringify({ version: 1, values })),
  );
  const rest = await untilIndexed(setting);
  await client.query('create table bench_submission (id uuid primary key, data jsonb)');
  const inTurn = turnsOf(rows);
  const bare = await driverPerSecond(options, CONNECTIONS, () => ({
    name: 'submission',
    text: 'insert into bench_submission values (gen_random_uuid(), $1)',
    values: [JSON.stringify(inTurn())],
  }));
  return [
    {
      work: `submissions of 8 short answers, ${CONNECTIONS} in parallel`,
      ...{ value: sent.perSecond, unit: '/s' },
      goal: { value: 1_500, atMost: false },
      floor: { what: 'bare committed insert', value: bare },
      note: `${sent.note}; all found ${(rest / 1_000).toFixed(1)} s later`,
    },
    { work: 'the same, p99', value: sent.p99, unit: 'ms', goal: { value: 30, atMost: true } },
  ];
}

/** Taking content in, found by search: documents, rows, a CSV file, submissions; each beside the driver alone. */
export const writingBench: Bench = {
  name: 'writing',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const options = databaseOf(dataDir);
    const client = new pg.Client(options);
    try {
      await client.connect();
      const setting = { serving, account: await benchAccount(serving.url), client, options };
      const rows: BenchRow[] = [];
      if (PARTS.includes('documents')) rows.push(...(await documentRows(setting)));
      if (PARTS.includes('sizes')) rows.push(...(await sizedRows(setting)));
      if (PARTS.includes('submissions')) rows.push(...(await submissionRows(setting)));
      if (PARTS.includes('rows')) rows.push(...(await addedRows(setting)));
      if (PARTS.includes('import')) rows.push(...(await importedCsv(setting)));
      if (PARTS.includes('workbook')) rows.push(...(await importedWorkbook(setting)));
      return rows;
    } finally {
      await client.end();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
