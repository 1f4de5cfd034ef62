import { expect, test } from 'vitest';
import { idAt } from '#server/forms/summary/tally.repo.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import {
  changeForm,
  createOpenForm,
  type FormInput,
  publishForm,
  sendSubmissionFile,
} from '#tests/harness/forms.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

const optional = { required: false };
const FIELDS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text', ...optional },
  { id: 'f_age', name: 'age', label: 'Age', type: 'number', ...optional },
  { id: 'f_day', name: 'day', label: 'Day', type: 'date', ...optional },
  {
    id: 'f_one',
    name: 'one',
    label: 'One',
    type: 'select',
    options: [
      { id: 'a', label: 'First' },
      { id: 'b', label: 'Second' },
    ],
    ...optional,
  },
  { id: 'f_paper', name: 'paper', label: 'Paper', type: 'file', ...optional },
  {
    id: 'f_people',
    name: 'people',
    label: 'People',
    type: 'form',
    multiple: true,
    ...optional,
    fields: [{ id: 'f_mail', name: 'mail', label: 'Mail', type: 'email' }],
  },
];

async function open(input: FormInput = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { fields: FIELDS, ...input });
  const send = async (values: Record<string, unknown>, version = 1) =>
    expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, { version, values }), 201)
      .id;
  const summary = async (query = '') =>
    expectData(await at.owner.client.get(`forms/${form.id}/summary/${query}`));
  const field = async (id: string, query = '') => (await summary(query)).fields.find((one) => one.id === id);
  /** The id of an old submission. */
  const oldId = (n: number) => `0190${form.id.slice(-4)}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
  /** Inserts old submissions with equal values, as in a form that has existed for long. */
  const fill = (count: number) =>
    server.sql(
      `with made as (
        insert into submission (id, form_id, version, data, created_at)
        select ('0190' || right($1::uuid::text, 4) || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1::uuid, 1,
          jsonb_build_object('name', 'Person ' || n % 3, 'age', n), '2024-06-11T00:00:00Z'::timestamptz + n * interval '1 minute'
        from generate_series(1, $2::int) as n returning id, data
      )
      insert into submission_value (submission_id, form_id, field_id, position, text, num)
      select id, $1::uuid, 'f_name', 0, data ->> 'name', null from made
      union all select id, $1::uuid, 'f_age', 0, null, (data ->> 'age')::float8 from made`,
      [form.id, count],
    );
  return { ...at, form, send, summary, field, fill, oldId };
}

test('summarizes numbers, dates, texts, files and lists by type', async () => {
  const { form, send, field } = await open();
  const paper = await sendSubmissionFile(server.client, form, 'paper', { bytes: '12345' });
  await send({
    name: 'Ada',
    age: 1,
    day: '2026-01-31',
    paper,
    people: [{ mail: 'a@b.co' }, { mail: 'b@b.co' }],
  });
  await send({ name: 'Bo', age: 2, day: '2026-02-01' });
  await send({ name: 'Ada', age: 9, day: '2026-02-01', people: [{ mail: 'a@b.co' }] });
  await send({});
  expect((await field('f_age'))?.numbers).toEqual({
    min: 1,
    max: 9,
    mean: 4,
    sum: 12,
    median: 2,
    histogram: [1, 2, 9].map((at) => ({ from: at, to: at, count: 1 })),
  });
  expect((await field('f_day'))?.times?.periods).toEqual([
    { period: '2026-01-31', count: 1 },
    { period: '2026-02-01', count: 2 },
  ]);
  expect((await field('f_name'))?.texts).toEqual({
    latest: ['Ada', 'Bo', 'Ada'],
    frequent: [{ text: 'Ada', count: 2 }],
  });
  expect((await field('f_paper'))?.files).toEqual({ count: 1, bytes: 5 });
  expect(await field('f_people')).toMatchObject({ answered: 2, values: 3 });
  expect((await field('f_mail'))?.texts?.frequent).toEqual([{ text: 'a@b.co', count: 2 }]);
  expect(await field('f_name')).toMatchObject({ answered: 3 });
});

test('sums decimals exactly, also later ones', async () => {
  const { send, field } = await open();
  for (const age of [2.3, 2.3, 2.3, 0.1]) await send({ age });
  expect((await field('f_age'))?.numbers).toMatchObject({ sum: 7, mean: 1.75 });
  for (const age of [0.7, 0.1]) await send({ age });
  expect((await field('f_age'))?.numbers?.sum).toBe(7.8);
});

test('groups a histogram into few bars that add up, and long periods by month or year', async () => {
  const { send, field, fill } = await open();
  await fill(1000);
  for (const day of ['2020-01-01', '2024-12-31']) await send({ day });
  const age = await field('f_age');
  expect(age?.numbers?.median).toBe(500.5);
  const bars = age?.numbers?.histogram ?? [];
  expect(bars.length).toBeLessThanOrEqual(13);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  expect(bars[0]).toEqual({ from: 0, to: 100, count: 99 });
  expect((await field('f_day'))?.times?.periods.map(({ period }) => period)).toEqual(['2020-01', '2024-12']);
  await send({ day: '1815-12-10' });
  expect((await field('f_day'))?.times?.periods.map(({ period }) => period)).toEqual([
    '1815',
    '2020',
    '2024',
  ]);
});

test('delimits days by the time zone of the form or its hub, also across clock changes', async () => {
  const when = { id: 'f_when', name: 'when', label: 'When', type: 'datetime', ...optional };
  const { owner, hub, form, send, summary, field } = await open({ fields: [...FIELDS, when] });
  // 29 March 2026 has 23 hours in Berlin: from 23:00 UTC the day before to 22:00 UTC.
  const moments = [
    '2026-03-28T22:59:59Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T00:30:00Z',
    '2026-03-29T21:59:59Z',
    '2026-03-29T22:00:00Z',
  ];
  for (const moment of moments) {
    const id = await send({ when: moment, day: '2026-03-29' });
    await server.sql('update submission set created_at = $2 where id = $1', [id, moment]);
  }
  const days = async (query = '') =>
    (await summary(query)).days.map(({ day, submissions }) => [day.slice(5), submissions]);
  const periods = async (id: string) =>
    (await field(id))?.times?.periods.map(({ period, count }) => [period.slice(5), count]);
  const byUtc = [
    ['03-28', 2],
    ['03-29', 3],
  ];
  expect(await days()).toEqual(byUtc);
  expect(await periods('f_when')).toEqual(byUtc);

  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { time_zone: 'Europe/Berlin' }));
  const byBerlin = [
    ['03-28', 1],
    ['03-29', 3],
    ['03-30', 1],
  ];
  expect(await days()).toEqual(byBerlin);
  expect(await periods('f_when')).toEqual(byBerlin);
  expect(await days('?from=2026-03-29&to=2026-03-29')).toEqual([['03-29', 3]]);
  expect(await days('?from=2026-03-29T00:00:00Z')).toEqual([
    ['03-29', 2],
    ['03-30', 1],
  ]);
  // A date is the same day in every time zone.
  expect(await periods('f_day')).toEqual([['03-29', 5]]);

  await changeForm(owner, form, { settings: { time_zone: 'America/Los_Angeles' } });
  expect(await days()).toEqual([
    ['03-28', 3],
    ['03-29', 2],
  ]);
  expect(await periods('f_day')).toEqual([['03-29', 5]]);
});

test('keeps counts correct under new, deleted, corrected and marked submissions', async () => {
  const { owner, form, send, summary, field, fill, oldId } = await open();
  await fill(500);
  expect(await summary()).toMatchObject({ submissions: 500, states: { new: 500, seen: 0, done: 0 } });
  const id = await send({ name: 'Person 1', age: 7 });
  expect(await summary()).toMatchObject({ submissions: 501 });
  expect((await field('f_age'))?.answered).toBe(501);
  expect((await field('f_name'))?.texts?.frequent).toContainEqual({ text: 'Person 1', count: 168 });

  const path = `forms/${form.id}/submissions/`;
  const old = oldId(1);
  expectData(await owner.client.patch(`${path}${old}/`, { state: 'done' }));
  expectData(await owner.client.patch(`${path}${id}/`, { state: 'seen' }));
  expect((await summary()).states).toEqual({ new: 499, seen: 1, done: 1 });

  expectData(await owner.client.delete(`${path}${old}/`));
  const after = await summary();
  expect(after).toMatchObject({ submissions: 500, states: { new: 499, seen: 1, done: 0 } });
  expect((await field('f_age'))?.numbers?.min).toBe(2);
  expect((await field('f_name'))?.texts?.frequent).toContainEqual({ text: 'Person 1', count: 167 });

  // Like an edit: the submission and its values, in one transaction.
  const edited = oldId(2);
  await server.sql('begin');
  await server.sql(`update submission set data = data || '{"age": 9999}' where id = $1`, [edited]);
  await server.sql(`update submission_value set num = 9999 where submission_id = $1 and field_id = 'f_age'`, [
    edited,
  ]);
  await server.sql('commit');
  expect((await field('f_age'))?.numbers).toMatchObject({ min: 3, max: 9999 });
});

test('counts a submission that waited over a minute for a lock while a summary was made', async () => {
  const { form, send, summary } = await open();
  await send({ name: 'Ada', age: 30 });
  expect(await summary()).toMatchObject({ submissions: 1 });
  // Its id was created when it arrived, 70 seconds before it could be stored.
  const id = idAt(Date.now() - 70_000);
  await server.sql(
    `insert into submission (id, form_id, version, data) values ($1, $2, 1, '{"name": "Bo", "age": 40}')`,
    [id, form.id],
  );
  expect(await summary()).toMatchObject({ submissions: 2 });
  await send({ name: 'Cy', age: 50 });
  expect(await summary()).toMatchObject({ submissions: 3 });
});

test('filters a summary like a list, and caches each filter separately', async () => {
  const { owner, form, send, summary, field, fill } = await open();
  await fill(50);
  const mine = await send({ name: 'Ada', one: 'a', age: 3 });
  await send({ name: 'Bo', one: 'b', age: 5 });
  const first = `?filter=${encodeURIComponent(JSON.stringify({ field: 'f_one', op: 'equals', value: 'a' }))}`;
  for (const _ of [1, 2]) {
    expect(await summary(first)).toMatchObject({ submissions: 1 });
    expect((await field('f_age', first))?.numbers).toMatchObject({ min: 3, max: 3 });
    expect(await summary()).toMatchObject({ submissions: 52 });
    expect(await summary('?to=2024-06-11')).toMatchObject({ submissions: 50 });
    expect(await summary('?q=person')).toMatchObject({ submissions: 50 });
  }
  expect(await summary('?state=done')).toMatchObject({ submissions: 0 });
  expectData(await owner.client.patch(`forms/${form.id}/submissions/${mine}/`, { state: 'done' }));
  expect(await summary('?state=done')).toMatchObject({ submissions: 1 });
  expectData(await owner.client.patch(`forms/${form.id}/submissions/${mine}/`, { state: 'seen' }));
  expect(await summary('?state=done')).toMatchObject({ submissions: 0 });
  expectRefusal(await owner.client.get(`forms/${form.id}/summary/?filter={`), 422, 'invalid_fields');
});

test('accepts a submission while a summary is counted, and deletes counts with the form', async () => {
  const { owner, form, send, summary, fill } = await open();
  await fill(20_000);
  const [counted, ...ids] = await Promise.all([
    summary(),
    ...Array.from({ length: 8 }, () => send({ age: 1 })),
  ]);
  expect(counted.submissions).toBeGreaterThanOrEqual(20_000);
  expect(ids).toHaveLength(8);
  expect(await summary()).toMatchObject({ submissions: 20_008 });
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expectData(await owner.client.delete(`trash/forms/${form.id}/`));
  // Hidden at once, purged in the background.
  await eventually(async () => {
    expect(await server.sql('select from submission_change_count where form_id = $1', [form.id])).toEqual([]);
  });
});

const PAGES = {
  pages: [
    { id: 'p1', title: 'Who', blocks: [{ kind: 'field', field: 'f_name' }] },
    { id: 'p2', blocks: [{ kind: 'field', field: 'f_age' }] },
  ],
};

test('counts page progress once per visit, anonymously', async () => {
  const { owner, form } = await open({ layout: PAGES });
  const progress = (visit: string, page: unknown, version: unknown = 1) =>
    server.client.post(`public/forms/${form.slug}/progress/`, { visit, version, page });
  const visit = (name: string) => `${name}-0123456789abcdef`;
  for (const page of [0, 1, 0, 1, 2]) expectData(await progress(visit('sent'), page));
  for (const page of [0, 1]) expectData(await progress(visit('left'), page));
  expectData(await progress(visit('looked'), 0));
  const read = async (query = '') =>
    expectData(await owner.client.get(`forms/${form.id}/drop-off/${query}`)).versions;
  const expected = [
    {
      version: 1,
      pages: [
        { id: 'p1', title: 'Who', visits: 3 },
        { id: 'p2', title: '', visits: 2 },
      ],
      sent: 1,
    },
  ];
  expect(await read()).toEqual(expected);
  for (const [name, page, version] of [
    ['short', 0, 1],
    [visit('x'), 3, 1],
    [visit('x'), -1, 1],
    [visit('x'), 0.5, 1],
    [visit('x'), 0, 2],
    [visit('x'), '0', 1],
  ] as const) {
    expectRefusal(await progress(name, page, version), 422, 'invalid_fields');
  }
  // Visits of past days are only counted; the total stays the same.
  await server.sql(`update form_visit set day = day - 3 where form_id = $1`, [form.id]);
  await server.sql(
    `insert into form_visit_count (form_id, version, day, page, visits)
     select form_id, version, day, page, count(*) from form_visit where form_id = $1 group by form_id, version, day, page`,
    [form.id],
  );
  await server.sql('delete from form_visit where form_id = $1', [form.id]);
  expect(await read()).toEqual(expected);
  expect(await read(`?from=${new Date().toISOString().slice(0, 10)}`)).toEqual([]);
  await changeForm(owner, form, { title: 'Another' });
  await publishForm(owner, form);
  expectData(await progress(visit('second'), 0, 2));
  expect((await read()).map(({ version }) => version)).toEqual([2, 1]);
  expect((await read('?version=2'))[0]?.sent).toBe(0);
});

test('counts other-option texts beside the options', async () => {
  const pick = { id: 'f_pick', name: 'pick', label: 'Pick', type: 'select', allow_other: true };
  const form = await open({ fields: [{ ...pick, options: [{ id: 'a', label: 'First' }] }] });
  for (const pick of ['a', 'Mine', 'Mine', 'Yours']) await form.send({ pick });
  expect(await form.field('f_pick')).toMatchObject({
    answered: 4,
    options: [{ id: 'a', count: 1 }],
    other: {
      count: 3,
      frequent: [
        { text: 'Mine', count: 2 },
        { text: 'Yours', count: 1 },
      ],
    },
  });
});
