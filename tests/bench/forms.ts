import { chromium } from '@playwright/test';
import pg from 'pg';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { type BenchAccount, benchAccount } from './account.ts';
import { driverPerSecond, shoot } from './api.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { visits } from './page.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';

/** Submissions that are summarized and exported; fewer for a quick check. */
const SUBMISSIONS = Number(process.env.BENCH_ANSWERS ?? 1_000_000);
const KILOBYTE = 1000;

const FIELDS = [
  { id: 'f_name', name: 'name', label: 'Your name', type: 'text' },
  { id: 'f_mail', name: 'mail', label: 'E-mail', type: 'email' },
  { id: 'f_guests', name: 'guests', label: 'How many of you', type: 'number' },
  {
    id: 'f_meal',
    name: 'meal',
    label: 'Meal',
    type: 'select',
    options: ['a', 'b', 'c', 'd'].map((id) => ({ id, label: `Meal ${id}` })),
  },
  { id: 'f_day', name: 'day', label: 'Day', type: 'date' },
  { id: 'f_words', name: 'words', label: 'Anything else', type: 'textarea' },
];

const VALUES = {
  name: 'Amina Keller',
  mail: 'amina.keller@nordwind.example',
  guests: 3,
  meal: 'b',
  day: '2026-06-12',
  words: 'We come by boat, and bring the cake that everybody liked so much last year.',
};

type BenchForm = { id: string; slug: string };

async function openForm({ url, headers, space }: BenchAccount): Promise<BenchForm> {
  const send = async (path: string, body: object) => {
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const { data }: { data: BenchForm } = await response.json();
    return data;
  };
  const form = await send(`spaces/${space}/forms/`, {
    title: 'Summer party',
    visibility: 'public',
    fields: FIELDS,
  });
  await send(`forms/${form.id}/publish/`, {});
  return form;
}

/** Fills a form with submissions of the last years, without indexes, which are created again afterwards. */
async function fill(client: pg.Client, formId: string, count: number): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('submission', 'submission_value') and indexdef not like '%UNIQUE%'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query(
    `insert into submission (id, form_id, version, data, created_at)
     select (lpad(to_hex(1700000000000 + n * 60000), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, $1, 1,
       jsonb_build_object('name', 'Person ' || n % 5000, 'mail', 'person' || n || '@nordwind.example', 'guests', n % 97,
         'meal', chr((97 + n % 4)::int), 'day', (date '2024-01-01' + (n % 700)::int)::text, 'words', $3::text),
       to_timestamp(1700000000 + n * 60)
     from generate_series(1, $2::bigint) as n`,
    [formId, count, VALUES.words],
  );
  await client.query(
    `insert into submission_value (submission_id, form_id, field_id, position, text, num, ts, option)
     select id, form_id, value.field_id, 0, value.text, value.num, value.ts, value.option from submission
       cross join lateral (values
         ('f_name', data ->> 'name', null::float8, null::timestamptz, null),
         ('f_mail', data ->> 'mail', null, null, null), ('f_words', data ->> 'words', null, null, null),
         ('f_guests', null, (data ->> 'guests')::float8, null, null), ('f_meal', null, null, null, data ->> 'meal'),
         ('f_day', null, null, (data ->> 'day')::timestamptz, null)) as value (field_id, text, num, ts, option)
     where form_id = $1`,
    [formId],
  );
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await client.query(definition);
  await client.query('vacuum analyze submission');
  await client.query('vacuum analyze submission_value');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** How many submissions per second an export sends, and its size. */
async function exported({ url, headers }: BenchAccount, { id }: BenchForm, format: string): Promise<number> {
  const ms = await timed(async () => {
    const response = await fetch(`${url}/forms/${id}/export/?format=${format}`, { headers });
    if (!response.ok || !response.body) throw new Error(`export as ${format}: ${response.status}`);
    for await (const _ of response.body);
  });
  return SUBMISSIONS / (ms / 1000);
}

async function submissionRows(
  account: BenchAccount,
  form: BenchForm,
  options: pg.ClientConfig,
): Promise<BenchRow[]> {
  const send = (more: object) =>
    shoot(account, {
      method: 'POST',
      path: `public/forms/${form.slug}/submissions/`,
      body: JSON.stringify({ version: 1, values: VALUES, ...more }),
      connections: 8,
    });
  const sent = await send({});
  const keyed = await send({ meta: { key: 'bench answer [<id>]' } });
  const data = JSON.stringify(VALUES);
  const inserted = await driverPerSecond(options, 8, () => ({
    name: 'answer',
    text: 'insert into bench_submission (data) values ($1::jsonb)',
    values: [data],
  }));
  const goal = { value: 1_500, atMost: false };
  const soon = { value: 30, atMost: true };
  const floor = { what: 'bare committed insert', value: inserted };
  return [
    { work: 'form: answers taken, 8 in parallel', value: sent.perSecond, unit: '/s', goal, floor },
    { work: 'form: an answer, p99', value: sent.p99, unit: 'ms', goal: soon },
    {
      work: 'form: answers with a key, as its page sends them',
      value: keyed.perSecond,
      unit: '/s',
      goal,
      floor,
    },
    { work: 'form: an answer with a key, p99', value: keyed.p99, unit: 'ms', goal: soon },
  ];
}

async function summaryRows({ url, headers }: BenchAccount, { id }: BenchForm): Promise<BenchRow[]> {
  const summary = async () => {
    const response = await fetch(`${url}/forms/${id}/summary/`, { headers });
    const { data }: { data: { submissions: number } } = await response.json();
    if (data.submissions < SUBMISSIONS) throw new Error(`${data.submissions} answers were summed up`);
  };
  const first = await timed(summary);
  const again: number[] = [];
  for (let count = 0; count < 5; count += 1) again.push(await timed(summary));
  const work = `form: summary over ${SUBMISSIONS.toLocaleString('en')} answers`;
  return [
    { work: `${work}, first`, value: first, unit: 'ms', goal: { value: 2_000, atMost: true } },
    {
      work: `${work}, then`,
      value: percentile(again, 0.5),
      unit: 'ms',
      goal: { value: 100, atMost: true },
    },
  ];
}

async function exportRows(account: BenchAccount, form: BenchForm): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const format of ['csv', 'xlsx', 'json']) {
    rows.push({
      work: `form: export as ${format}`,
      value: await exported(account, form, format),
      unit: 'answers/s',
      ...(format === 'csv' ? { goal: { value: 50_000, atMost: false } } : {}),
    });
  }
  return rows;
}

async function pageRows(origin: string, { slug }: BenchForm): Promise<BenchRow[]> {
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const page = await visits(browser, `${origin}/f/${slug}`, null);
    return [
      {
        work: 'form page: JavaScript, gz',
        value: page.scriptBytes / KILOBYTE,
        unit: 'kB',
        goal: { value: 160, atMost: true },
      },
      {
        work: 'form page: first contentful paint, cold',
        value: page.firstPaintMs,
        unit: 'ms',
        goal: { value: 300, atMost: true },
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Filling a form, and a team's operations on very many submissions. */
export const formsBench: Bench = {
  name: 'forms',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const options = databaseOf(dataDir);
    const client = new pg.Client(options);
    try {
      await client.connect();
      await client.query(
        'create table bench_submission (id uuid primary key default gen_random_uuid(), data jsonb)',
      );
      const account = await benchAccount(serving.url);
      const rows = await pageRows(serving.url, await openForm(account));
      rows.push(...(await submissionRows(account, await openForm(account), options)));
      const large = await openForm(account);
      process.stderr.write(`filling a form with ${SUBMISSIONS} answers …\n`);
      await fill(client, large.id, SUBMISSIONS);
      rows.push(...(await summaryRows(account, large)), ...(await exportRows(account, large)));
      return rows;
    } finally {
      await client.end();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
