import { beforeAll, expect, it } from 'vitest';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const FILES = { id: 'f_files', name: 'files', label: 'Files', type: 'attachment', required: false };

const historyOf = async ({ client }: TestAccount, table: { id: string }, row: string) =>
  expectData(await client.get(`items/${table.id}/rows/${row}/history/`));
const change = async ({ client }: TestAccount, table: { id: string }, id: string, values: object) =>
  expectData(await client.patch(`items/${table.id}/rows/`, { rows: [{ id, values }] }));

it('names rows that are linked no longer, and those that were deleted, but not to whom can’t see their table', async () => {
  const { owner } = place;
  const editor = await addMember(server.client, owner, place.hub, 'admin');
  const people = await createTable(owner, place, [NAME], { title: 'People', visibility: 'private' });
  const tasks = await createTable(owner, place, [NAME]);
  const column = { name: 'who', label: 'Who', type: 'link', table: people.id };
  expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201);
  const [ada, grace] = (await addRows(owner, people, [{ name: 'Turing' }, { name: 'Grace' }])).map(
    ({ id }) => id,
  );
  if (!ada || !grace) throw new Error('there are two people');
  const [task] = await addRows(owner, tasks, [{ name: 'Write', who: [ada, grace] }]);
  const id = String(task?.id);
  await change(owner, tasks, id, { who: [grace] });
  await change(owner, tasks, id, { who: [] });
  expectData(await owner.client.delete(`items/${people.id}/rows/`, { rows: [{ id: grace }] }));
  const [second, first] = await historyOf(owner, tasks, id);
  expect(first?.changes[0]).toMatchObject({ from: [ada, grace], to: [grace] });
  expect(first?.linked).toEqual({ [ada]: { title: 'Turing' }, [grace]: { deleted: true } });
  expect(second?.linked).toEqual({ [grace]: { deleted: true } });
  const restricted = await historyOf(editor, tasks, id);
  expect(restricted[1]?.linked).toEqual({ [ada]: { restricted: true }, [grace]: { restricted: true } });
  expect(JSON.stringify(restricted)).not.toContain('Turing');
});

it('names files that a row has no more, also once they are deleted', async () => {
  const { owner } = place;
  const table = await createTable(owner, place, [NAME, FILES]);
  const form = new FormData();
  form.append('field', 'files');
  form.append('file', new Blob(['North quay.']), 'Quay plan.txt');
  const file = expectData(
    await owner.client.post(`items/${table.id}/row-files/`, undefined, { raw: form }),
    201,
  );
  const [row] = await addRows(owner, table, [{ name: 'Harbour', files: [file.id] }]);
  const id = String(row?.id);
  const changed = await change(owner, table, id, { files: [] });
  expect(changed[0]?.previous).toEqual({ files: [file.id] });
  await server.sql(`delete from row_file where id = '${file.id}'`);
  const [last] = await historyOf(owner, table, id);
  expect(last?.changes[0]).toMatchObject({ from: [file.id] });
  expect(last?.files).toEqual({ [file.id]: { name: 'Quay plan.txt' } });
});

it('names files of a column that is deleted, or has texts now', async () => {
  const { owner } = place;
  const table = await createTable(owner, place, [NAME, FILES, { ...FILES, id: 'f_more', name: 'more' }]);
  const send = async (field: string) => {
    const form = new FormData();
    form.append('field', field);
    form.append('file', new Blob(['North quay.']), `${field}.txt`);
    const path = `items/${table.id}/row-files/` as const;
    return expectData(await owner.client.post(path, undefined, { raw: form }), 201).id;
  };
  const [files, more] = [await send('files'), await send('more')];
  const [row] = await addRows(owner, table, [{ name: 'Harbour', files: [files], more: [more] }]);
  const id = String(row?.id);
  await change(owner, table, id, { files: [], more: [] });
  expectData(await owner.client.delete(`items/${table.id}/columns/f_files/`));
  expectData(await owner.client.patch(`items/${table.id}/columns/f_more/`, { type: 'text' }));
  const [last] = await historyOf(owner, table, id);
  const changed = new Map(last?.changes.map(({ column_id, from }) => [column_id, from]));
  expect(changed.get('f_files')).toEqual([files]);
  expect(changed.get('f_more')).toEqual([more]);
  expect(last?.files).toEqual({ [files]: { name: 'files.txt' }, [more]: { name: 'more.txt' } });
});

it('has the beginning of the first entry where that is long already', async () => {
  const { owner } = place;
  const list = { id: 'f_list', name: 'list', label: 'List', type: 'text', multiple: true, required: false };
  const table = await createTable(owner, place, [NAME, list]);
  const [row] = await addRows(owner, table, [{ name: 'A', list: ['x'.repeat(3_000), 'y'] }]);
  await change(owner, table, String(row?.id), { list: [`z${'x'.repeat(3_000)}`, 'y'] });
  const [last] = await historyOf(owner, table, String(row?.id));
  const { from, to } = last?.changes[0] ?? {};
  expect(from).toEqual([`${'x'.repeat(2_000)}…`, '…']);
  expect(to).toEqual([`z${'x'.repeat(1_999)}…`, '…']);
});

it('has the first rows of a list of very many links', async () => {
  const { owner } = place;
  const people = await createTable(owner, place, [NAME]);
  const tasks = await createTable(owner, place, [NAME]);
  const column = { name: 'who', label: 'Who', type: 'link', table: people.id };
  expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201);
  const all = await addRows(
    owner,
    people,
    Array.from({ length: 100 }, (_, at) => ({ name: `Person ${at}` })),
  );
  const [task] = await addRows(owner, tasks, [{ name: 'Write', who: all.map(({ id }) => id) }]);
  await change(owner, tasks, String(task?.id), { who: [] });
  const [last] = await historyOf(owner, tasks, String(task?.id));
  const { from } = last?.changes[0] ?? {};
  const ids = Array.isArray(from) ? from : [];
  expect(ids.at(-1)).toBe('…');
  expect(ids.length).toBeGreaterThan(40);
  expect(last?.linked?.[String(ids[0])]).toEqual({ title: 'Person 0' });
});
