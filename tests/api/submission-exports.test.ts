import { readXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { Submission } from '#lib/contract/submissions.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
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
const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text', ...optional };
const AGE = { id: 'f_age', name: 'age', label: 'Age', type: 'number', ...optional };
const DAY = { id: 'f_day', name: 'day', label: 'Day', type: 'date', ...optional };
const PAPER = { id: 'f_paper', name: 'paper', label: 'Paper', type: 'file', ...optional };
const PEOPLE = {
  id: 'f_people',
  name: 'people',
  label: 'People',
  type: 'form',
  multiple: true,
  ...optional,
  fields: [
    { id: 'f_who', name: 'who', label: 'Who', type: 'text' },
    { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email', ...optional },
  ],
};

async function open(input: FormInput = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { fields: [NAME, AGE, DAY, PAPER, PEOPLE], ...input });
  const send = async (values: Record<string, unknown>, version = 1) =>
    expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, { version, values }), 201)
      .id;
  const fetched = (query: string) => at.owner.client.fetch('GET', `forms/${form.id}/export/?${query}`);
  const exported = async (query: string) => Buffer.from(await (await fetched(query)).arrayBuffer());
  const csv = async (query = '') =>
    Papa.parse<string[]>((await exported(`format=csv&${query}`)).toString().slice(1).trim()).data;
  return { ...at, form, send, fetched, exported, csv };
}

test('merges the columns of three versions by field, headed by label or name; exported lists can be parsed', async () => {
  const { owner, form, send, csv } = await open();
  await send({ name: 'Ada', age: -4.5, people: [{ who: 'Bo', mail: 'b@b.co' }, { who: 'Cy' }] });
  await changeForm(owner, form, { fields: [{ ...NAME, name: 'full_name', label: 'Full name' }, AGE] });
  await publishForm(owner, form);
  await send({ full_name: 'Bo', age: 7 }, 2);
  await changeForm(owner, form, {
    fields: [
      { ...AGE, label: 'Full name' },
      { ...NAME, name: 'full_name', label: 'Full name' },
    ],
  });
  await publishForm(owner, form);
  await send({ full_name: '=cmd()', age: 8 }, 3);
  const [head = [], ...rows] = await csv();
  expect(head.slice(6)).toEqual(['Full name (age)', 'Full name (full_name)', 'Day', 'Paper', 'People']);
  const columns = rows.map((row) => row.slice(6));
  expect(columns).toEqual([
    ['-4.5', 'Ada', '', '', 'Who: Bo; Mail: b@b.co\nWho: Cy'],
    ['7', 'Bo', '', '', ''],
    ['8', "'=cmd()", '', '', ''],
  ]);
  const [names = []] = await csv('columns=name');
  expect(names.slice(6)).toEqual(['age', 'full_name', 'day', 'paper', 'people']);
  const filter = encodeURIComponent(JSON.stringify({ field: 'f_age', op: 'greater', value: 0 }));
  expect((await csv(`filter=${filter}`)).slice(1).map((row) => row[6])).toEqual(['7', '8']);
  expect((await csv('version=1')).slice(1)).toHaveLength(1);
});

test('writes typed numbers and dates to a spreadsheet, and no formula', async () => {
  const { send, exported } = await open();
  const hard = '<b>&"\ud83d\ude00 ]]> =1+1';
  await send({ name: hard, age: 0.1, day: '2026-02-28' });
  await send({ name: '=HYPERLINK("http://x")', day: '1815-12-10' });
  const bytes = await exported('format=xlsx');
  const book = await readXlsx(bytes);
  const [sheet] = book.sheets;
  const [head, first, second] = sheet?.rows ?? [];
  expect(head?.slice(0, 8)).toEqual([
    ...['id', 'submitted_at (UTC)', 'version', 'state', 'submitted_by', 'assigned_to'],
    ...['Name', 'Age'],
  ]);
  expect(first?.[6]).toBe(hard);
  expect(first?.[7]).toBe(0.1);
  expect(first?.[8]).toEqual(new Date('2026-02-28T00:00:00Z'));
  expect(first?.[1]).toBeInstanceOf(Date);
  expect(second?.[6]).toBe('=HYPERLINK("http://x")');
  expect(second?.[8]).toBe('1815-12-10');
  const parts = await readArchive(bytes);
  expect(parts.get('xl/worksheets/sheet1.xml')?.toString()).not.toContain('<f>');
});

const AT = { id: 'f_at', name: 'at', label: 'At', type: 'datetime', ...optional };
const TIME = { id: 'f_time', name: 'time', label: 'Time', type: 'time', ...optional };
const PHONE = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone', ...optional };
const ZONED = { settings: { time_zone: 'Europe/Zurich' } };

test('writes times in the form’s time zone with its name, or unchanged in UTC for databases', async () => {
  const { send, exported, csv } = await open({ fields: [AT, TIME, PHONE], ...ZONED });
  await send({ at: '2026-07-01T22:30:00Z', time: '06:00', phone: '+41 44 668 18 00' });
  await server.sql("update submission set created_at = '2026-01-15T23:30:00Z'");
  const [head, row] = await csv();
  expect([head?.[1], head?.[6]]).toEqual(['submitted_at (Europe/Zurich)', 'At (Europe/Zurich)']);
  expect([row?.[1], ...(row?.slice(6) ?? [])]).toEqual([
    '2026-01-16 00:30:00',
    '2026-07-02 00:30:00',
    '06:00',
    "'+41446681800",
  ]);
  const plain = (await exported('format=csv&for=databases&columns=name')).toString();
  expect(plain.split('\r\n')[0]).toBe('id,submitted_at,version,state,submitted_by,assigned_to,at,time,phone');
  expect(plain.split('\r\n')[1]).toContain(
    ',2026-01-15T23:30:00.000Z,1,new,,,2026-07-01T22:30:00Z,06:00,+41446681800',
  );
  const bytes = await exported('format=xlsx');
  const sheet = (await readArchive(bytes)).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
  // A quarter of a day, with a time format.
  expect(sheet).toContain('<c s="3"><v>0.25</v></c>');
  const [, first] = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
  expect(first?.[1]).toEqual(new Date('2026-01-16T00:30:00Z'));
  expect(first?.[6]).toEqual(new Date('2026-07-02T00:30:00Z'));
});

const PETS = {
  id: 'f_pets',
  name: 'pets',
  label: 'Pets',
  type: 'form',
  multiple: true,
  ...optional,
  fields: [{ id: 'f_kind', name: 'kind', label: 'Kind', type: 'text' }],
};

test('exports nested lists as tables of their own, one row an entry, over all versions', async () => {
  const family = { ...PEOPLE, fields: [...PEOPLE.fields, PETS] };
  const { owner, form, send, exported } = await open({ fields: [NAME, family], title: 'People' });
  const first = await send({ name: 'Ada', people: [{ who: 'Bo', pets: [{ kind: 'cat' }] }, { who: 'Cy' }] });
  const [who, mail] = PEOPLE.fields;
  const guests = { ...PEOPLE, name: 'guests', label: 'Guests', fields: [{ ...who, name: 'name' }, mail] };
  await changeForm(owner, form, { fields: [NAME, guests] });
  await publishForm(owner, form);
  const second = await send({ name: 'Di', guests: [{ name: '=Ed', mail: 'e@e.co' }] }, 2);
  const files = await readArchive(await exported('format=csv_lists'));
  const table = (name: string) => Papa.parse<string[]>(String(files.get(name)).slice(1).trim()).data;
  expect([...files.keys()]).toEqual(['answers.csv', 'Guests.csv', 'Guests - Pets.csv']);
  expect(table('answers.csv').map((row) => row.slice(6))).toEqual([
    ['Name', 'Guests'],
    ['Ada', '2'],
    ['Di', '1'],
  ]);
  expect(table('Guests.csv')).toEqual([
    ['answer_id', 'entry', 'Who', 'E-mail', 'Pets'].map((head) => (head === 'E-mail' ? 'Mail' : head)),
    [first, '1', 'Bo', '', '1'],
    [first, '2', 'Cy', '', ''],
    [second, '1', "'=Ed", 'e@e.co', ''],
  ]);
  expect(table('Guests - Pets.csv')).toEqual([
    ['answer_id', 'entry', 'Kind'],
    [first, '1.1', 'cat'],
  ]);
  const { sheets } = await readXlsx(await exported('format=xlsx'));
  expect(sheets.map(({ name }) => name)).toEqual(['People', 'Guests', 'Pets']);
  expect(sheets[1]?.rows.map((row) => row.slice(0, 3))).toEqual([
    ['answer_id', 'entry', 'Who'],
    [first, '1', 'Bo'],
    [first, '2', 'Cy'],
    [second, '1', '=Ed'],
  ]);
});

test('archives all files by submission and field, under safe names', async () => {
  const { owner, form, send, exported } = await open({
    fields: [{ ...PAPER, multiple: true, label: '../Paper' }],
  });
  const ids = [
    await sendSubmissionFile(server.client, form, 'paper', { name: 'words.txt', bytes: 'one' }),
    await sendSubmissionFile(server.client, form, 'paper', { name: 'words.txt', bytes: 'two' }),
  ];
  const id = await send({ paper: ids });
  await send({});
  const files = await readArchive(await exported('format=files'));
  const paths = [...files.keys()].sort();
  expect(paths).toEqual([
    expect.stringMatching(new RegExp(`^\\d{4}-\\d{2}-\\d{2} ${id}/\\.\\._Paper/words \\(2\\)\\.txt$`)),
    expect.stringMatching(new RegExp(`${id}/\\.\\._Paper/words\\.txt$`)),
  ]);
  expect([...files.values()].map(String).sort()).toEqual(['one', 'two']);
  expect((await readArchive(await exported('format=files&state=done'))).size).toBe(0);
  const json: Submission[] = JSON.parse((await exported('format=json')).toString());
  expect(Object.values(json[0]?.files ?? {}).map(({ name }) => name)).toEqual(['words.txt', 'words.txt']);
  expect(owner.user.id).toBeTruthy();
});

const MANY = 50_000;

test('streams many submissions in constant memory', {
  timeout: 120_000,
}, async () => {
  const { owner, form, fetched } = await open({ fields: [NAME, AGE] });
  await server.sql(
    `insert into submission (id, form_id, version, data)
     select ('0190' || right($1::uuid::text, 4) || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1::uuid, 1,
       jsonb_build_object('name', repeat('Person ' || n || ' ', 5), 'age', n)
     from generate_series(1, $2::int) as n`,
    [form.id, MANY],
  );
  for (const format of ['csv', 'xlsx']) {
    const response = await fetched(`format=${format}`);
    expect(response.status).toBe(200);
    const before = process.memoryUsage().rss;
    let bytes = 0;
    let lines = 0;
    let most = before;
    for await (const part of response.body ?? []) {
      bytes += part.length;
      for (const byte of part) if (byte === 10) lines += 1;
      most = Math.max(most, process.memoryUsage().rss);
    }
    if (format === 'csv') expect(lines).toBe(MANY + 1);
    expect(bytes).toBeGreaterThan(500_000);
    expect((most - before) / 1024 ** 2).toBeLessThan(200);
  }
  expect(owner.user.id).toBeTruthy();
});

test('stops an export when the reader loses access', async () => {
  const { owner, hub, form, fetched, send } = await open({ fields: [NAME, AGE] });
  await send({ name: 'A' });
  expect(hub.id).toBeTruthy();
  expect((await fetched('format=csv')).status).toBe(200);
  expectRefusal(await owner.client.get(`forms/${form.id}/export/?format=exe`), 422, 'invalid_fields');
  expectRefusal(await owner.client.get(`forms/${form.id}/export/?filter=x`), 422, 'invalid_fields');
  await server.sql(
    `insert into submission (id, form_id, version, data)
     select ('0191' || right($1::uuid::text, 4) || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1::uuid, 1,
       jsonb_build_object('name', repeat('x', 5000))
     from generate_series(1, 20000) as n`,
    [form.id],
  );
  const response = await fetched('format=json');
  const reader = response.body?.getReader();
  await reader?.read();
  await server.sql('update membership set suspended_at = now() where user_id = $1', [owner.user.id]);
  await expect(
    (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
    })(),
  ).rejects.toThrow();
});
