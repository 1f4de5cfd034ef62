import { expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { SubmitResult } from '#lib/contract/submit.ts';
import type { Row, UploadedRowFile } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { importCard } from '#tests/harness/contacts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createOpenForm, field } from '#tests/harness/forms.ts';
import { importFile } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const optional = { required: false };
const COLUMNS = [
  field('name', 'Name', 'text'),
  field('mail', 'Mail', 'email', optional),
  field('photo', 'Photo', 'file', optional),
  field('papers', 'Papers', 'file', { ...optional, multiple: true }),
];

async function people(columns: readonly unknown[] = COLUMNS) {
  const place = await createPlace(server.client);
  const list = await createTable(place.owner, place, columns);
  return { ...place, list };
}

const merge = (by: TestAccount, list: Item, rows: readonly (string | undefined)[], values: Values = {}) =>
  by.client.post(`items/${list.id}/merge/`, { rows, values });
const undo = (by: TestAccount, list: Item, id: string) =>
  by.client.post(`items/${list.id}/merge/${id}/undo/`);
const merged = async (...args: Parameters<typeof merge>) => expectData(await merge(...args));
const rowOf = async (by: TestAccount, list: Item, id: string | undefined) =>
  (await readRows(by, list)).find((row) => row.id === id);

async function sendFile(by: TestAccount, list: Item, name: string, to: string): Promise<string> {
  const form = new FormData();
  form.append('field', to);
  form.append('file', new Blob([`Text of ${name}`]), name);
  const path = `items/${list.id}/row-files/`;
  return expectData(await by.client.post<UploadedRowFile>(path, undefined, { raw: form }), 201).id;
}
const namesIn = (row: Row | undefined, column: string) =>
  [row?.values[column] ?? []].flat().map((id) => row?.files?.[String(id)]?.name);

it('gives the first row the files of the others, and undoing gives each its own again', async () => {
  const { owner, list } = await people();
  const file = (name: string, to: string) => sendFile(owner, list, name, to);
  const [one, other] = await addRows(owner, list, [
    { name: 'Ada', papers: [await file('one.txt', 'papers')] },
    { name: 'Ada', papers: [await file('other.txt', 'papers')], photo: await file('ada.txt', 'photo') },
  ]);
  const { id, row } = await merged(owner, list, [one?.id, other?.id]);
  expect([namesIn(row, 'photo'), namesIn(row, 'papers')]).toEqual([['ada.txt'], ['one.txt', 'other.txt']]);
  const [photo] = [row.values.photo].flat();
  const read = await owner.client.fetch('GET', `items/${list.id}/row-files/${String(photo)}/`);
  expect([read.status, await read.text()]).toEqual([200, 'Text of ada.txt']);
  expectData(await undo(owner, list, id));
  const [first, second] = [await rowOf(owner, list, one?.id), await rowOf(owner, list, other?.id)];
  expect([first?.values, second?.values]).toEqual([one?.values, other?.values]);
  expect([namesIn(second, 'photo'), namesIn(second, 'papers')]).toEqual([['ada.txt'], ['other.txt']]);
  // Their files are theirs: each can be changed.
  const changes = {
    rows: [first, second].map((now) => ({ id: now?.id, values: { papers: now?.values.papers, name: 'B' } })),
  };
  const outcomes = expectData(await owner.client.patch(`items/${list.id}/rows/`, changes));
  expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done']);
});

it('takes the file that was chosen from the other row', async () => {
  const { owner, list } = await people();
  const [one, other] = await addRows(owner, list, [
    { name: 'Ada', photo: await sendFile(owner, list, 'old.txt', 'photo') },
    { name: 'Ada', photo: await sendFile(owner, list, 'new.txt', 'photo') },
  ]);
  const { id, row } = await merged(owner, list, [one?.id, other?.id], { photo: other?.values.photo });
  expect(namesIn(row, 'photo')).toEqual(['new.txt']);
  expectData(await undo(owner, list, id));
  expect(namesIn(await rowOf(owner, list, one?.id), 'photo')).toEqual(['old.txt']);
  expect(namesIn(await rowOf(owner, list, other?.id), 'photo')).toEqual(['new.txt']);
});

it('joins cards, and undoing gives each its own again', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const list = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const one = await importCard(owner.client, list, { name: 'Ada', property: 'URL:https://one.example' });
  const other = await importCard(owner.client, list, { name: 'Ada L', property: 'BDAY:1815-12-10' });
  const cards = async () => {
    const response = await owner.client.fetch('GET', `items/${list.id}/export/?format=vcf`);
    return (await response.text()).split(/(?<=END:VCARD\r\n)/);
  };
  const before = await cards();
  const { id } = await merged(owner, list, [one, other]);
  const [joined, ...more] = await cards();
  expect(more).toEqual([]);
  expect(joined).toContain('URL:https://one.example');
  expect(joined).toContain('BDAY:1815-12-10');
  expectData(await undo(owner, list, id));
  expect(await cards()).toEqual(before);
});

it('leads links of both directions to the first row until it is undone', async () => {
  const { owner, list, ...place } = await people();
  const boats = await createTable(owner, place, [field('boat', 'Boat', 'text')]);
  const column = { name: 'boats', label: 'Boats', type: 'link', table: boats.id };
  expectData(await owner.client.post(`items/${list.id}/columns/`, column), 201);
  const [iris, juno] = await addRows(owner, boats, [{ boat: 'Iris' }, { boat: 'Juno' }]);
  const [one, other] = await addRows(owner, list, [
    { name: 'Ada', boats: [iris?.id] },
    { name: 'Ada', boats: [iris?.id, juno?.id] },
  ]);
  const boatsOf = async (id: string | undefined) => (await rowOf(owner, list, id))?.values.boats;
  const crewOf = async (id: string | undefined) => (await rowOf(owner, boats, id))?.values.linked;
  const { id } = await merged(owner, list, [one?.id, other?.id]);
  expect(await boatsOf(one?.id)).toEqual([iris?.id, juno?.id]);
  expect([await crewOf(iris?.id), await crewOf(juno?.id)]).toEqual([[one?.id], [one?.id]]);
  expectData(await undo(owner, list, id));
  expect([await boatsOf(one?.id), await boatsOf(other?.id)]).toEqual([[iris?.id], [iris?.id, juno?.id]]);
  expect(await crewOf(juno?.id)).toEqual([other?.id]);
});

it('makes the first row that of the submissions of the others until it is undone', async () => {
  const { owner, list, ...place } = await people();
  const form = await createOpenForm(owner, place, { fields: [field('who', 'Who', 'text')] });
  const request = { item_id: list.id, mapping: { f_who: 'f_name' } };
  expectData(await owner.client.put(`forms/${form.id}/table/`, request));
  const path = `public/forms/${form.slug}/submissions/`;
  const sent = await server.client.post<SubmitResult>(path, { version: 1, values: { who: 'Ada' } });
  const { id: submission } = expectData(sent, 201);
  const rowNow = async () => {
    const detail = await owner.client.get(`forms/${form.id}/submissions/${submission}/`);
    return expectData(detail).row?.row_id;
  };
  await expect.poll(rowNow).toBeTruthy();
  const other = await rowNow();
  const [one] = await addRows(owner, list, [{ name: 'Ada L' }]);
  const { id } = await merged(owner, list, [one?.id, other ?? undefined]);
  expect(await rowNow()).toBe(one?.id);
  expectData(await undo(owner, list, id));
  expect(await rowNow()).toBe(other);
});

it('undoes merges that follow each other, the last one first', async () => {
  const { owner, list } = await people();
  const rows = await addRows(owner, list, [
    { name: 'Ada' },
    { name: 'Bea', mail: 'bea@example.org' },
    { name: 'Cleo', mail: 'cleo@example.org', photo: await sendFile(owner, list, 'cleo.txt', 'photo') },
  ]);
  const [a, b, c] = rows.map(({ id }) => id);
  const first = await merged(owner, list, [b, c]);
  const last = await merged(owner, list, [a, b]);
  expect(namesIn(last.row, 'photo')).toEqual(['cleo.txt']);
  expectRefusal(await undo(owner, list, first.id), 409, 'merged_since');
  expectData(await undo(owner, list, last.id));
  expectData(await undo(owner, list, first.id));
  const now = await readRows(owner, list);
  expect(now.map(({ id, values }) => [id, values]).sort()).toEqual(
    rows.map(({ id, values }) => [id, values]).sort(),
  );
});

it('gives unique values back to the rows that had them', async () => {
  const { owner, list } = await people();
  const column = expectData(
    await owner.client.post(`items/${list.id}/columns/`, {
      ...{ name: 'code', label: 'Code', type: 'text', required: false, unique: true },
    }),
    201,
  );
  expect(column.id).toBeTruthy();
  const [one, other] = await addRows(owner, list, [
    { name: 'Ada', code: '1' },
    { name: 'Ada', code: '2' },
  ]);
  const { id } = await merged(owner, list, [one?.id, other?.id], { code: '2' });
  // The kept row's own value is another one's now: nothing is undone until it is free.
  const [taker] = await addRows(owner, list, [{ name: 'Bea', code: '1' }]);
  expectRefusal(await undo(owner, list, id), 422);
  expect((await readRows(owner, list)).map(({ values }) => values.code).sort()).toEqual(['1', '2']);
  expectData(
    await owner.client.patch(`items/${list.id}/rows/`, { rows: [{ id: taker?.id, values: { code: '3' } }] }),
  );
  expectData(await undo(owner, list, id));
  expect((await readRows(owner, list)).map(({ values }) => values.code).sort()).toEqual(['1', '2', '3']);
});

it('undoes the merge of somebody who was imported without what the list requires', async () => {
  const place = await createPlace(server.client);
  const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
  const job = await importFile(place.owner, list, 'name,email\nAda,\nAda L,ada@example.org\n');
  expect(job).toMatchObject({ done: 2, rejected: 0 });
  const before = await readRows(place.owner, list);
  const { id, row } = await merged(
    place.owner,
    list,
    before.map((one) => one.id),
  );
  expect(row.values.email).toBe('ada@example.org');
  expectData(await undo(place.owner, list, id));
  const after = await readRows(place.owner, list);
  expect(after.map(({ values }) => values)).toEqual(before.map(({ values }) => values));
});

it('gives a row with one link none of somebody else where it has another by now', async () => {
  const { owner, list, ...place } = await people();
  const boats = await createTable(owner, place, [field('boat', 'Boat', 'text')]);
  const column = { name: 'owner', label: 'Owner', type: 'link', table: list.id, multiple: false };
  expectData(await owner.client.post(`items/${boats.id}/columns/`, column), 201);
  const [one, other, bea] = await addRows(owner, list, [{ name: 'Ada' }, { name: 'Ada' }, { name: 'Bea' }]);
  const [iris, juno] = await addRows(owner, boats, [
    { boat: 'Iris', owner: [other?.id] },
    { boat: 'Juno', owner: [other?.id] },
  ]);
  const { id } = await merged(owner, list, [one?.id, other?.id]);
  const changes = { rows: [{ id: iris?.id, values: { owner: [bea?.id] } }] };
  expectData(await owner.client.patch(`items/${boats.id}/rows/`, changes));
  expectData(await undo(owner, list, id));
  expect((await rowOf(owner, boats, iris?.id))?.values.owner).toEqual([bea?.id]);
  expect((await rowOf(owner, boats, juno?.id))?.values.owner).toEqual([other?.id]);
});

it('joins to a card what the others say by now', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const list = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const one = await importCard(owner.client, list, { name: 'Ada', property: 'URL:https://one.example' });
  const other = await importCard(owner.client, list, { name: 'Ada L', property: 'BDAY:1815-12-10' });
  const changes = { rows: [{ id: other, values: { email: 'now@example.org' } }] };
  expectData(await owner.client.patch(`items/${list.id}/rows/`, changes));
  await merged(owner, list, [one, other]);
  const response = await owner.client.fetch('GET', `items/${list.id}/export/?format=vcf`);
  expect(await response.text()).toContain('EMAIL:now@example.org');
});

it('brings back the first row as well where it was deleted since', async () => {
  const { owner, list } = await people();
  const [one, other] = await addRows(owner, list, [
    { name: 'Ada' },
    { name: 'Ada', mail: 'ada@example.org' },
  ]);
  const { id } = await merged(owner, list, [one?.id, other?.id]);
  expectData(await owner.client.delete(`items/${list.id}/rows/`, { rows: [{ id: one?.id }] }));
  expectData(await undo(owner, list, id));
  const values = (await readRows(owner, list)).map((row) => row.values);
  expect(values).toEqual([one?.values, other?.values]);
});

it('undoes nothing that is older than 30 days', async () => {
  const { owner, list } = await people();
  const [one, other] = await addRows(owner, list, [{ name: 'Ada' }, { name: 'Ada' }]);
  const { id } = await merged(owner, list, [one?.id, other?.id]);
  await server.sql("update row_merge set made_at = now() - interval '31 days' where id = $1", [id]);
  expectData(await owner.client.get(`items/${list.id}/merges/`));
  expectRefusal(await undo(owner, list, id), 404);
});

it('undoes all merges of a run in parts, the newest first', async () => {
  const { owner, list } = await people();
  const names = Array.from({ length: 30 }, (_, at) => `Ada ${at}`);
  const ones = await addRows(
    owner,
    list,
    names.map((name) => ({ name, mail: `${name.replace(' ', '')}@example.org` })),
  );
  const others = await addRows(
    owner,
    list,
    names.map((name) => ({ name })),
  );
  let run: string | undefined;
  for (const [at, one] of ones.entries()) {
    const body = { rows: [others[at]?.id, one.id], ...(run ? { run_id: run } : {}) };
    const made = await owner.client.post(`items/${list.id}/merge/`, body);
    run ??= expectData(made).id;
  }
  const merges = async () => expectData(await owner.client.get(`items/${list.id}/merges/`));
  expect(await merges()).toMatchObject([
    { run_id: run, merges: 30, standing: 30, merged: 30, undone_at: null },
  ]);
  const path = `items/${list.id}/merges/${run}/undo/`;
  type Undone = { undone: number; refused: number; after: string | null };
  const first = expectData(await owner.client.post<Undone>(path, {}));
  expect(first).toMatchObject({ undone: 20, refused: 0 });
  const last = expectData(await owner.client.post<Undone>(path, { after: first.after }));
  expect(last).toEqual({ undone: 10, refused: 0, after: null });
  expect(await readRows(owner, list)).toHaveLength(60);
  const [listed] = await merges();
  expect([listed?.standing, typeof listed?.undone_at]).toEqual([0, 'string']);
  // Nothing of it is left to undo; of a run that is unknown, of another list or too old, nothing is known.
  expect(expectData(await owner.client.post(path, {}))).toEqual({ undone: 0, refused: 0, after: null });
  expectRefusal(await owner.client.post(`items/${list.id}/merges/${list.id}/undo/`, {}), 404);
  const another = await people();
  expectRefusal(await another.owner.client.post(`items/${another.list.id}/merges/${run}/undo/`, {}), 404);
  await server.sql("update row_merge set made_at = now() - interval '31 days' where item_id = $1", [list.id]);
  expectRefusal(await owner.client.post(path, {}), 404);
});

it('refuses to merge in a run who was marked as different meanwhile', async () => {
  const { owner, list } = await people();
  const rows = await addRows(owner, list, [{ name: 'Ada' }, { name: 'Ada' }, { name: 'Ada' }]);
  const [one, two, three] = rows.map(({ id }) => id);
  const mark = (distinct: boolean) =>
    owner.client.post(`items/${list.id}/distinct/`, { rows: [three, one], distinct });
  const run_id = '3f2b8c1e-0d4a-4b6c-9e8f-a1b2c3d4e5f6';
  const inRun = () => owner.client.post(`items/${list.id}/merge/`, { rows: [one, two, three], run_id });
  expectData(await mark(true));
  expectRefusal(await inRun(), 409, 'distinct_rows');
  expect(await readRows(owner, list)).toHaveLength(3);
  expectData(await mark(false));
  expectData(await inRun());
  expect(await readRows(owner, list)).toHaveLength(1);
  const undone = await owner.client.post(`items/${list.id}/merges/${run_id}/undo/`, {});
  expect(expectData(undone)).toMatchObject({ undone: 1, refused: 0 });
  // Who is merged by hand was looked at.
  expectData(await mark(true));
  await merged(owner, list, [one, three]);
});

it('merges three entries, and gives each back as it was, also where one came back by itself meanwhile', async () => {
  const { owner, list } = await people();
  const rows = await addRows(owner, list, [
    { name: 'Ada' },
    { name: 'Ada L', mail: 'ada@example.org' },
    { name: 'Ada Lovelace', mail: 'al@example.org' },
  ]);
  const [a, b, c] = rows.map(({ id }) => id);
  const { id, row } = await merged(owner, list, [a, b, c], { mail: 'al@example.org' });
  expect(row.values).toEqual({ name: 'Ada', mail: 'al@example.org' });
  expect(await readRows(owner, list)).toHaveLength(1);
  expectData(await owner.client.post(`items/${list.id}/rows/restore/`, { ids: [b] }));
  expectData(
    await owner.client.patch(`items/${list.id}/rows/`, { rows: [{ id: b, values: { name: 'Bea' } }] }),
  );
  expectData(await undo(owner, list, id));
  const now = new Map((await readRows(owner, list)).map((one) => [one.id, one.values]));
  expect([now.get(a ?? ''), now.get(b ?? ''), now.get(c ?? '')]).toEqual([
    rows[0]?.values,
    { name: 'Bea', mail: 'ada@example.org' },
    rows[2]?.values,
  ]);
});

it('merges what somebody else has written meanwhile, and refuses what is written to a merged entry', async () => {
  const { owner, list, hub, space } = await people();
  const editor = await addMember(server.client, owner, hub);
  const role = { user_id: editor.user.id, role: 'editor' };
  expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, role), 201);
  const [one, other] = await addRows(owner, list, [{ name: 'Ada' }, { name: 'Ada' }]);
  const write = (id: string | undefined, mail: string) =>
    editor.client.patch(`items/${list.id}/rows/`, { rows: [{ id, values: { mail } }] });
  const [made, outcome] = await Promise.all([
    merged(owner, list, [one?.id, other?.id]),
    write(other?.id, 'late@example.org').then(expectData),
  ]);
  // Either the change is part of the merge, or its writer learns that the entry is not there.
  const [{ status } = { status: '' }] = outcome;
  expect([status, made.row.values.mail]).toEqual(
    status === 'done' ? ['done', 'late@example.org'] : ['missing', undefined],
  );
  expect(expectData(await write(other?.id, 'later@example.org'))).toMatchObject([{ status: 'missing' }]);
});
