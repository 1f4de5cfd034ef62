import { expect, it } from 'vitest';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { importEnded, importFile, sendImport } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false };

/** A table of tasks, whose rows link to those of a table of people, and the titles of these. */
async function linkedTables(titles: readonly string[], more: object = {}) {
  const place = await createPlace(server.client);
  const { owner } = place;
  const people = await createTable(owner, place, [{ ...NAME, type: 'textarea' }], { title: 'People' });
  const tasks = await createTable(owner, place, [NAME], { title: 'Tasks' });
  const column = { name: 'who', label: 'Who', type: 'link', table: people.id, ...more };
  expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201);
  const rows = await addRows(
    owner,
    people,
    titles.map((name) => ({ name })),
  );
  const ids = rows.map(({ id }) => id);
  return { ...place, people, tasks, ids };
}

const exportOf = async ({ owner, tasks }: { owner: TestAccount; tasks: { id: string } }, format = 'csv') =>
  new Uint8Array(
    await (await owner.client.fetch('GET', `items/${tasks.id}/export/?format=${format}`)).arrayBuffer(),
  );

const linksOf = async (by: TestAccount, table: { id: string }) =>
  (await readRows(by, table)).map(({ values }) => values.who);

const refusedOf = async (by: TestAccount, id: string) =>
  (await by.client.fetch('GET', `jobs/${id}/errors/`)).text();

it('lines name rows of a linked table by title or id, and others are refused with the reason', async () => {
  const { owner, tasks, ids } = await linkedTables(['Ada', ' Élise ', 'Same', 'same', 'Berg, Ute']);
  const [ada = '', elise = '', , same = '', ute = ''] = ids;
  const lines = [
    ['Name', 'Who'],
    ['One', ' ADA '],
    ['Two', 'élise; ada'],
    ['Three', `${same}; Ada`],
    ['Four', 'Ada, élise'],
    ['Five', 'Berg, Ute'],
    ['Six', ''],
    ['Seven', 'Nobody'],
    ['Eight', 'Ada; Same'],
    ['Nine', `${tasks.id}`],
  ];
  const csv = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
  const check = expectData(await owner.client.post(`items/${tasks.id}/import/check/`, { lines }));
  const job = await importFile(owner, tasks, csv);
  const reasons = await refusedOf(owner, job.id);
  expect([job.done, job.rejected], reasons).toEqual([6, 3]);
  expect(await linksOf(owner, tasks)).toEqual([
    [ada],
    [elise, ada],
    [same, ada],
    [ada, elise],
    [ute],
    undefined,
  ]);
  expect(check.refused).toEqual([
    { line: 7, reason: 'Who names “Nobody”, and there is no such row in the linked table' },
    {
      line: 8,
      reason:
        'Who names “Same”, which several rows of the linked table have. Write the id of the one that is meant',
    },
    { line: 9, reason: `Who names “${tasks.id}”, and there is no such row in the linked table` },
  ]);
  for (const { reason } of check.refused) expect(reasons).toContain(reason);
});

it.each(['csv', 'xlsx'])(
  'an export as %s gives the same links again, whatever the titles contain',
  async (format) => {
    const titles = ['Ada', 'A; B', 'A', 'B', '"Quoted"', 'Two\nlines', 'Berg, Ute', '', '=1+1'];
    const all = await linkedTables(titles);
    const { owner, tasks, people, ids } = all;
    const [ada = '', both = '', a = '', b = ''] = ids;
    const links = [[ada, both], [a, b], [both], [b, a], ids, [...ids].reverse(), []];
    await addRows(
      owner,
      tasks,
      links.map((who, at) => ({ name: `T${at}`, who })),
    );
    const file = await exportOf(all, format);
    const revisions = (await readRows(owner, tasks)).map(({ revision }) => revision);
    const again = await importFile(owner, tasks, file, { match_on: 'name' });
    expect([again.done, again.rejected], await refusedOf(owner, again.id).catch(() => '')).toEqual([7, 0]);
    // Nothing changes, not even a revision.
    expect((await readRows(owner, tasks)).map(({ revision }) => revision)).toEqual(revisions);
    const copy = await createTable(owner, all, [NAME], { title: 'Copy' });
    const column = { name: 'who', label: 'Who', type: 'link', table: people.id };
    expectData(await owner.client.post(`items/${copy.id}/columns/`, column), 201);
    expect(await importFile(owner, copy, file)).toMatchObject({ done: 7, rejected: 0 });
    expect(await linksOf(owner, copy)).toEqual(links.map((who) => (who.length > 0 ? who : undefined)));
  },
);

it('a line that is known again changes its links, with a place in the history, and clears them where it says so', async () => {
  const { owner, tasks, ids } = await linkedTables(['Ada', 'Bob']);
  const [ada = '', bob = ''] = ids;
  const [row] = await addRows(owner, tasks, [{ name: 'One', who: [ada] }]);
  const into = (file: string, more: Record<string, string> = {}) =>
    importFile(owner, tasks, file, { match_on: 'name', ...more });
  expect(await into('Name,Who\nOne,Bob\n')).toMatchObject({ done: 1, rejected: 0 });
  expect(await linksOf(owner, tasks)).toEqual([[bob]]);
  const history = expectData(await owner.client.get(`items/${tasks.id}/rows/${row?.id ?? ''}/history/`));
  expect(JSON.stringify(history)).toContain(bob);
  await into('Name,Who\nOne,\n');
  expect(await linksOf(owner, tasks)).toEqual([[bob]]);
  await into('Name,Who\nOne,\n', { empty_cells: 'clear' });
  expect(await linksOf(owner, tasks)).toEqual([undefined]);
});

it('a link to one row refuses two', async () => {
  const { owner, tasks, ids } = await linkedTables(['Ada', 'Bob'], { multiple: false });
  const job = await importFile(owner, tasks, 'Name,Who\nOne,Ada; Bob\nTwo,Bob\n');
  expect([job.done, job.rejected]).toEqual([1, 1]);
  expect(await refusedOf(owner, job.id)).toContain('Who must have at most 1 entries');
  expect(await linksOf(owner, tasks)).toEqual([[ids[1]]]);
});

it('titles of a choice, a number, a day and a time are read as they are shown', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const options = [{ id: 'o_red', label: 'Red' }];
  const titles = [
    [{ type: 'select', options }, 'o_red', 'red'],
    [{ type: 'multi-select', options }, ['o_red'], 'Red'],
    [{ type: 'number' }, 12.5, '12.5'],
    [{ type: 'date' }, '2026-03-04', '2026-03-04'],
    [{ type: 'time' }, '14:30', '14:30'],
    [{ type: 'datetime' }, '2026-03-04T05:06:07Z', '2026-03-04T05:06:07Z'],
  ] as const;
  for (const [definition, value, text] of titles) {
    const other = await createTable(owner, place, [{ ...NAME, ...definition }]);
    const [row] = await addRows(owner, other, [{ name: value }]);
    const table = await createTable(owner, place, [NAME]);
    const column = { name: 'who', label: 'Who', type: 'link', table: other.id };
    expectData(await owner.client.post(`items/${table.id}/columns/`, column), 201);
    const job = await importFile(owner, table, `Name,Who\nOne,${text}\n`);
    expect([job.done, job.rejected], definition.type).toEqual([1, 0]);
    expect(await linksOf(owner, table), definition.type).toEqual([[row?.id]]);
  }
});

it('rows of a table that the importer may not read are not there, by title or by id', async () => {
  const { owner, hub, people, tasks, ids } = await linkedTables(['Ada']);
  const member = await addMember(server.client, owner, hub, 'admin');
  expectData(await owner.client.patch(`items/${people.id}/`, { visibility: 'private' }));
  expect((await member.client.get(`items/${people.id}/`)).status).toBe(404);
  const csv = `Name,Who\nOne,Ada\nTwo,${ids[0]}\nThree,Nobody\nFour,\n`;
  const { id } = expectData(await sendImport(member.client, tasks, csv), 202);
  expect(await importEnded(owner, id)).toMatchObject({ done: 1, rejected: 3 });
  const reasons = await refusedOf(member, id);
  for (const text of ['Ada', ids[0], 'Nobody'])
    expect(reasons).toContain(`Who names “${text}”, and there is no such row in the linked table`);
  expect(await linksOf(owner, tasks)).toEqual([undefined]);
  const lines = csv
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const check = expectData(await member.client.post(`items/${tasks.id}/import/check/`, { lines }));
  expect(check.refused.map(({ line }) => line)).toEqual([1, 2, 3]);
});

it('computed columns of an export are no new columns, and no mapping fills them', async () => {
  const { owner, tasks, ids } = await linkedTables(['Ada']);
  const columns = expectData(await owner.client.get(`items/${tasks.id}/columns/`));
  const via = columns.find(({ name }) => name === 'who')?.id ?? '';
  const rollup = { name: 'people', label: 'People', type: 'rollup', via, function: 'count' };
  expectData(await owner.client.post(`items/${tasks.id}/columns/`, rollup), 201);
  const csv = 'Name,Who,People\nOne,Ada,1\n';
  expect(await importFile(owner, tasks, csv, { new_columns: 'true' })).toMatchObject({ done: 1 });
  expect(expectData(await owner.client.get(`items/${tasks.id}/columns/`)).map(({ name }) => name)).toEqual([
    'name',
    'who',
    'people',
  ]);
  expect(await linksOf(owner, tasks)).toEqual([[ids[0]]]);
  const refused = await sendImport(owner.client, tasks, csv, {
    mapping: JSON.stringify({ People: 'people' }),
  });
  expect(refused.status).toBe(422);
});
