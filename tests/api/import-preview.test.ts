import { expect, test } from 'vitest';
import type { Job } from '#lib/contract/job.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { stopPausedImports } from '#server/tables/import/import.repo.ts';
import { chartWorkbook } from '#tests/fixtures/make/chart-workbook.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importEnded, sendImport } from '#tests/harness/imports.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { lockTableRow } from '#tests/harness/locked-row.ts';
import { addMember, createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const COLUMNS = [
  { id: 'c_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'c_n', name: 'n', label: 'N', type: 'number' },
];

async function newTable() {
  const place = await createPlace(server.client);
  return { owner: place.owner, table: await createTable(place.owner, place, COLUMNS) };
}

const sendPaused = async (by: Client, table: { id: string }, file: BlobPart) =>
  expectData(await sendImport(by, table, file, { paused: 'true' }), 202).id;
const preview = async (by: Client, id: string, sheet = '0') =>
  expectData(await by.get(`jobs/${id}/preview/`, { query: { sheet } }));

test('a workbook with a sheet of a chart is looked at, and then imported from the sheet that is chosen', async () => {
  const { owner, table } = await newTable();
  const { client } = owner;
  const workbook = chartWorkbook({
    Notes: [['Nothing here']],
    Data: [
      ['Title', 'N'],
      ['Lamp', '3'],
      ['Chair', '5'],
    ],
  });
  const id = await sendPaused(client, table, new Uint8Array(workbook));
  expect(await preview(client, id)).toEqual({
    lines: [['Nothing here']],
    sheets: ['Notes', 'Data'],
    sheet: 0,
  });
  expect((await preview(client, id, '1')).lines).toEqual([
    ['Title', 'N'],
    ['Lamp', '3'],
    ['Chair', '5'],
  ]);
  const [waiting] = expectData(await client.get(`items/${table.id}/imports/`));
  expect([waiting?.id, waiting?.awaits_choice, waiting?.paused]).toEqual([id, true, true]);
  expect(await readRows(owner, table)).toEqual([]);

  expectRefusal(await client.post(`jobs/${id}/start/`, { mapping: { Title: 'nothing' } }), 422);
  expectData(await client.post(`jobs/${id}/start/`, { mapping: { Title: 'name', N: 'n' }, sheet: 1 }));
  const job = await importEnded(owner, id);
  expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 0 });
  expect((await readRows(owner, table)).map(({ values }) => values)).toEqual([
    { name: 'Lamp', n: 3 },
    { name: 'Chair', n: 5 },
  ]);
  expectRefusal(await client.post(`jobs/${id}/start/`, {}), 409, 'job_ended');
  expectRefusal(await client.get(`jobs/${id}/preview/`), 409);
});

test('records are looked at as the columns of their keys', async () => {
  const { owner, table } = await newTable();
  const file = '{"name":"Lamp, small","n":3}\n{"name":"Chair","n":5,"more":"x"}\n';
  const id = await sendPaused(owner.client, table, file);
  expect(await preview(owner.client, id)).toEqual({
    is_named: true,
    lines: [
      ['name', 'n', 'more'],
      ['Lamp, small', '3'],
      ['Chair', '5', 'x'],
    ],
  });
  expectData(await owner.client.post(`jobs/${id}/start/`, { match_on: ['c_name'], on_match: 'skip' }));
  const job: Job = await importEnded(owner, id);
  expect([job.done, job.rejected]).toEqual([2, 0]);
});

test('a record without a key of the others has an empty cell there, whatever the key is', async () => {
  const { owner, table } = await newTable();
  const file = '{"name":"Lamp","constructor":"Ada","__proto__":"x"}\n{"name":"Chair"}\n';
  const id = await sendPaused(owner.client, table, file);
  expect((await preview(owner.client, id)).lines).toEqual([
    ['name', 'constructor', '__proto__'],
    ['Lamp', 'Ada', 'x'],
    ['Chair', '', ''],
  ]);
});

test('only the first lines of a long file are sent, cut where they are long', async () => {
  const { owner, table } = await newTable();
  const id = await sendPaused(owner.client, table, `N\n\n${'x'.repeat(5_000)}\n${'1\n'.repeat(10_000)}`);
  const { lines } = await preview(owner.client, id);
  expect(lines).toHaveLength(211);
  expect(lines.slice(0, 3).map(([cell]) => cell?.length)).toEqual([1, 1_000, 1]);
});

test('a file whose end is missing is refused with the reason, and cancelled', async () => {
  const { owner, table } = await newTable();
  const id = await sendPaused(owner.client, table, new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]));
  const refused = await owner.client.get(`jobs/${id}/preview/`);
  expectRefusal(refused, 422, 'rows_unreadable');
  expect(JSON.stringify(refused.body)).toContain('The end of the file is missing');
  expectData(await owner.client.post(`jobs/${id}/cancel/`));
  expectRefusal(await owner.client.post(`jobs/${id}/start/`, {}), 409);
});

test('an import that has begun is not started once more', async () => {
  const { owner, table } = await newTable();
  const [row] = await addRows(owner, table, [{ name: 'Row 510', n: 1 }]);
  const lock = await lockTableRow(server.databaseUrl, table.id, row?.id ?? '');
  const lines = Array.from({ length: 10_000 }, (_, n) => `Row ${n},${n}`);
  const file = `Name,N\n${lines.join('\n')}\n`;
  const { id } = expectData(await sendImport(owner.client, table, file, { match_on: 'c_name' }), 202);
  await lock.untilWaitedFor();
  const paused = owner.client.post(`jobs/${id}/pause/`);
  await lock.release();
  expectData(await paused);
  const job = expectData(await owner.client.get(`jobs/${id}/`));
  expect([job.paused, job.done > 0]).toEqual([true, true]);
  expectRefusal(await owner.client.post(`jobs/${id}/start/`, {}), 409, 'import_begun');
  // Nor is its file shown any more.
  expectRefusal(await owner.client.get(`jobs/${id}/preview/`), 409, 'import_begun');
  expectData(await owner.client.post(`jobs/${id}/cancel/`));
});

test('paused before its columns are known, an import is started as it is chosen then', async () => {
  const { owner, table } = await newTable();
  const workbook = chartWorkbook({
    First: [
      ['Title', 'N'],
      ['Wrong', '1'],
    ],
    Second: [
      ['Title', 'N'],
      ['Lamp', '3'],
    ],
  });
  const id = await sendPaused(owner.client, table, new Uint8Array(workbook));
  const start = (sheet: number) =>
    owner.client.post(`jobs/${id}/start/`, { mapping: { Title: 'name', N: 'n' }, sheet });
  // The first run has read the sheet, and waits for the table to store which columns it fills.
  await server.sql('begin');
  await server.sql('select from user_table where item_id = $1 for update', [table.id]);
  expectData(await start(0));
  await eventually(async () => {
    const waiting = await server.sql('select from pg_locks where not granted');
    if (waiting.length === 0) throw new Error('nothing waits');
  });
  expectData(await owner.client.post(`jobs/${id}/pause/`));
  expectData(await start(1));
  await server.sql('commit');
  expect(await importEnded(owner, id)).toMatchObject({ state: 'ready', done: 1 });
  expect((await readRows(owner, table)).map(({ values }) => values)).toEqual([{ name: 'Lamp', n: 3 }]);
});

test('somebody outside of the hub looks at and starts only the files that they sent', async () => {
  const { owner, table } = await newTable();
  const link = await shareByLink(owner, table.id, { role: 'editor' });
  const guest = await linkHolder(server, link, { person: await registerUser(server.client) });
  const theirs = await sendPaused(owner.client, table, 'name,salary\nAda,100\n');
  expectRefusal(await guest.get(`jobs/${theirs}/preview/`), 404);
  expectRefusal(await guest.post(`jobs/${theirs}/start/`, {}), 404);
  // Nor does the file continue as nobody chose it: then its columns would be those of the table.
  expectRefusal(await guest.post(`jobs/${theirs}/resume/`), 404);
  expect(expectData(await owner.client.get(`jobs/${theirs}/`)).paused).toBe(true);
  const own = await sendPaused(guest, table, 'name,n\nGrace,1\n');
  expect((await preview(guest, own)).lines[1]).toEqual(['Grace', '1']);
  expectData(await guest.post(`jobs/${own}/start/`, {}));
  expect((await importEnded(owner, own)).done).toBe(1);
});

test('somebody outside of the hub reads only the refused lines of files that they sent', async () => {
  const { owner, table } = await newTable();
  const link = await shareByLink(owner, table.id, { role: 'editor' });
  const guest = await linkHolder(server, link, { person: await registerUser(server.client) });
  const fields = { mapping: JSON.stringify({ name: 'name', n: 'n', salary: '' }) };
  const send = async (by: Client, name: string) => {
    const file = `name,n,salary\n${name},none,100\n`;
    const { id } = expectData(await sendImport(by, table, file, fields), 202);
    expect((await importEnded(owner, id)).rejected).toBe(1);
    return id;
  };
  const [theirs, own] = [await send(owner.client, 'Ada'), await send(guest, 'Grace')];
  const refused = (by: Client, id: string) => by.fetch('GET', `jobs/${id}/errors/`);
  expect((await refused(guest, theirs)).status).toBe(404);
  expect(await (await refused(guest, own)).text()).toContain('Grace');
  expect(await (await refused(owner.client, theirs)).text()).toContain('100');
  expect(expectData(await guest.get(`jobs/${theirs}/`)).errors_url).toBe(null);
  const listed = expectData(await guest.get(`items/${table.id}/imports/`));
  expect(listed.map(({ id, errors_url }) => [id, errors_url])).toEqual([
    [own, `/api/v1/jobs/${own}/errors/`],
    [theirs, null],
  ]);
});

test('a mapping of headers that no file has is refused, whenever it is sent', async () => {
  const { owner, table } = await newTable();
  const id = await sendPaused(owner.client, table, 'name\nLamp\n');
  for (const header of ['a\0b', 'a\ud800']) {
    const mapping = { [header]: '' };
    expectRefusal(await owner.client.post(`jobs/${id}/start/`, { mapping }), 422);
    const fields = { paused: 'true', mapping: JSON.stringify(mapping) };
    expectRefusal(await sendImport(owner.client, table, 'name\nLamp\n', fields), 422);
  }
  const waiting = expectData(await owner.client.get(`items/${table.id}/imports/`));
  expect(waiting.map((one) => [one.id, one.awaits_choice])).toEqual([[id, true]]);
});

test('the names of a workbook’s sheets are sent no longer than a screen shows them', async () => {
  const { owner, table } = await newTable();
  const workbook = chartWorkbook({ ['n'.repeat(100_000)]: [['Title']], Data: [['N']] });
  const id = await sendPaused(owner.client, table, new Uint8Array(workbook));
  expect((await preview(owner.client, id)).sheets?.map(({ length }) => length)).toEqual([200, 4]);
});

test('five files of a person wait for a table at most, for thirty days', async () => {
  const { owner, table } = await newTable();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await sendPaused(owner.client, table, `name\nLamp ${n}\n`));
  const more = await sendImport(owner.client, table, 'name\nChair\n', { paused: 'true' });
  expectRefusal(more, 409, 'too_many_waiting_files');
  expectData(await owner.client.post(`jobs/${ids[0]}/cancel/`));
  await sendPaused(owner.client, table, 'name\nChair\n');
  await server.sql(
    `update table_import set paused_at = now() - interval '31 days' where job_id = '${ids[1]}'`,
  );
  const pool = openPool(server.databaseUrl, 1);
  await stopPausedImports(openDatabase(pool), new AbortController().signal).finally(() => pool.end());
  const ended = expectData(await owner.client.get(`jobs/${ids[1]}/`));
  expect(ended).toMatchObject({ state: 'failed', reason: 'The import was paused for 30 days.' });
  expect(expectData(await owner.client.get(`jobs/${ids[2]}/`)).state).toBe('queued');
});

test('twenty files wait for a table at most, of all people', async () => {
  const { owner, hub, space, member, other } = await createEditorAndPlace(server.client);
  const more = [await addMember(server.client, owner, hub), await addMember(server.client, owner, hub)];
  const table = await createTable(owner, { hub, space }, COLUMNS);
  for (const { client } of [member, other, ...more])
    await Promise.all([1, 2, 3, 4, 5].map((n) => sendPaused(client, table, `name\nLamp ${n}\n`)));
  const send = () => sendImport(owner.client, table, 'name\nChair\n', { paused: 'true' });
  expectRefusal(await send(), 409, 'too_many_waiting_files');
  const [last] = expectData(await owner.client.get(`items/${table.id}/imports/`));
  expectData(await owner.client.post(`jobs/${last?.id}/cancel/`));
  expectData(await send(), 202);
});
