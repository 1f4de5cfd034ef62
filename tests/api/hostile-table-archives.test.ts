import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Job } from '#lib/contract/job.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { zipOf } from '#tests/harness/archive.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importArchive, reportOf } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

/** Files of a row, which take an import a while. */
const FILES = 250;

type Place = Awaited<ReturnType<typeof createPlace>>;

const idOf = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`;
const TIMES = { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-01-01T00:00:00Z' };
const NAME = { id: 'name', name: 'name', label: 'Name', type: 'text', required: false };
const OWNER = { id: 'owner', name: 'owner', label: 'Owner', type: 'person', required: false };
const PAPERS = { id: 'papers', name: 'papers', label: 'Papers', type: 'attachment', required: false };

const rowOf = (number: number, more: object = {}) => ({
  ...{ id: idOf(number), number, position: number, values: {}, ...TIMES },
  ...more,
});

/** A view that no database can store. */
const VIEW = { name: 'V', type: 'grid', filter: { field: 'name', op: 'equals', value: 'nul \u0000' } };

/** An archive with a table, as nobody exports it. */
function archiveOf(columns: readonly object[], rows: readonly object[], others: Record<string, string> = {}) {
  const lines = [{ format: 'hubkeep-table', columns, views: [VIEW] }, ...rows];
  const about = { id: 't', kind: 'table', title: 'Boats', data: 'hubkeep.tables/t.jsonl', files: 'files/' };
  return zipOf({
    'Boats.csv': 'Name\n',
    'hubkeep.tables/t.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
    'hubkeep.json': JSON.stringify({
      format: 'hubkeep-space',
      files: [{ path: 'Boats.csv', ...about }],
    }),
    ...others,
  });
}

const itemsOf = async ({ owner, hub, space }: Place): Promise<Item[]> =>
  expectData(await owner.client.in(hub).get(`spaces/${space.slug}/items/?page_size=100`));

async function tableIn(place: Place): Promise<Item> {
  const table = (await itemsOf(place)).find(({ kind }) => kind === 'table');
  if (!table) throw new Error('there is no table');
  return table;
}

/** Begins an import, and waits until its table is there; its first row has files that take a while. */
async function duringImport(place: Place, rows: readonly object[] = []) {
  const { owner, hub, space } = place;
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => [
      idOf(at + 1),
      { path: `files/${at}.txt`, name: `${at}.txt`, field: 'papers' },
    ]),
  );
  const contents = Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => [`files/${at}.txt`, `File ${at}`]),
  );
  const bytes = await archiveOf([NAME, PAPERS], [rowOf(1, { files }), ...rows], contents);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'boats.zip');
  const path = `spaces/${space.slug}/import/`;
  const { id } = expectData(await owner.client.in(hub).post<Job>(path, undefined, { raw: form }), 202);
  const table = await eventually(() => tableIn(place), 30_000);
  const job = async () => expectData(await owner.client.get(`jobs/${id}/`));
  return { table, job, cancel: () => owner.client.post(`jobs/${id}/cancel/`) };
}

test('a row that is added while its table is imported has a number of its own', async () => {
  const place = await createPlace(server.client);
  const { table, job } = await duringImport(place, [rowOf(2), rowOf(4_000), rowOf(7)]);
  const [added] = await addRows(place.owner, table, [{ name: 'Added' }]);
  expect((await job()).state).toBe('running');
  await eventually(async () => expect((await job()).state).toBe('ready'), 60_000);
  await addRows(place.owner, table, [{ name: 'Later' }]);
  const numbers = await server.sql<{ number: number }>(
    `select number from tables."t_${table.id.replaceAll('-', '')}" order by number`,
    [],
  );
  expect(added?.values.name).toBe('Added');
  expect(numbers.map(({ number }) => number)).toEqual([1, 2, 7, 4_000, 4_001, 4_002]);
});

test('a cancelled import stores no further file of a row', async () => {
  const place = await createPlace(server.client);
  const { table, cancel } = await duringImport(place);
  expectData(await cancel());
  // The next import of the hub takes its turn: the cancelled one has ended.
  await importArchive(place, { name: 'next.zip', bytes: await zipOf({ 'a.md': 'A text.' }) });
  const [stored] = await server.sql<{ count: number }>(
    'select count(*)::int as count from row_file where item_id = $1',
    [table.id],
  );
  expect(stored?.count).toBeLessThan(FILES);
  expect(await readRows(place.owner, table)).toEqual([]);
});

test('an archive whose rows name one file again and again is not unpacked each time', async () => {
  const place = await createPlace(server.client);
  const files = (row: number) =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        idOf(row * 10 + at),
        { path: 'files/long.txt', name: 'long.txt', field: 'papers' },
      ]),
    );
  const long = { 'files/long.txt': 'a line\n'.repeat(50_000) };
  const bytes = await archiveOf([NAME, PAPERS], [rowOf(1, { files: files(1) })], long);
  const job = await importArchive(place, { bytes });
  expect(job.state).toBe('failed');
  expect(job.reason).toBe('The import was stopped: this archive uses the same files too often.');
});

test('a table whose rows have no more numbers, or texts that cannot be stored, comes without those', async () => {
  const place = await createPlace(server.client);
  const paper = { path: 'files/a.txt', name: 'bill\u0000.txt', field: 'papers' };
  const values = { owner: idOf(9) };
  const rows = [
    rowOf(1, { values: { papers: [idOf(1), { file_id: idOf(2) }, 'no id'] }, files: { [idOf(1)]: paper } }),
    { ...rowOf(2), number: 2 ** 31 - 1 },
    rowOf(3, { values, people: { [idOf(9)]: { name: 'Anna', email: 'anna\u0000@example.org' } } }),
    rowOf(4, { values, people: { [idOf(9)]: { name: 'An\u0000na', email: 'anna@example.org' } } }),
  ];
  const bytes = await archiveOf([NAME, OWNER, PAPERS], rows, { 'files/a.txt': 'one boat' });
  const job = await importArchive(place, { bytes });
  expect(job).toMatchObject({ state: 'ready', rejected: 0 });
  expect(reportOf(job)['Boats.csv']?.reason).toBe(
    'One view could not be made. 3 lines of its rows could not be read.',
  );
  const table = await tableIn(place);
  const [row, ...others] = await readRows(place.owner, table);
  expect(others).toEqual([]);
  expect(Object.values(row?.files ?? {})).toMatchObject([{ name: 'bill.txt' }]);
  await addRows(place.owner, table, [{ name: 'Added' }]);
});

test('people of an archive are found by their addresses, but not by guests, and nobody reads an address', async () => {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const guest = await addMember(server.client, owner, hub, 'guest');
  const boss = await addMember(server.client, owner, hub, 'member');
  const member = { user_id: guest.user.id, role: 'editor' };
  expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, member), 201);
  const people = {
    [idOf(7)]: { name: '', email: boss.email.toUpperCase() },
    [idOf(8)]: { name: 'Anna Berg <anna@corp.example>', email: 'anna@corp.example' },
    [idOf(9)]: { name: 'anna@corp.example', email: 'anna@corp.example' },
  };
  const own = [boss.user.id, idOf(7), idOf(8), idOf(9)].map((id, at) =>
    rowOf(at + 1, { values: { owner: id }, people }),
  );
  const bytes = await archiveOf([NAME, OWNER], own);
  const imported = async (by: Place, name: string) => {
    const job = await importArchive(by, { name, bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    const { name: _, item_id } = reportOf(job)['Boats.csv'] ?? { name: '' };
    return (await readRows(owner, { id: String(item_id) })).map(({ values }) => values.owner);
  };
  const names = ['Anna Berg', 'anna'];
  expect(await imported(place, 'mine.zip')).toEqual([boss.user.id, boss.user.id, ...names]);
  expect(await imported({ ...place, owner: guest }, 'theirs.zip')).toEqual([boss.user.id, '…', ...names]);
});
