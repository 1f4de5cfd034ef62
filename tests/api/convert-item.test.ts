import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Job } from '#lib/contract/job.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, uploadFixture } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importEnded } from '#tests/harness/imports.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

type Conversion = Job & { item_id: string | null };
type Upload = { parent?: string; visibility?: string; kind?: string };

async function createScene() {
  const cast = await createMembers(server.client);
  const { owner, hub } = cast;
  const space = await createSpace(owner, hub, { visibility: 'shared' });
  const place = { hub, space };
  const upload = async (name: string, bytes: string, fields: Upload = {}, by = owner) => {
    const [item] = expectData(await uploadBytes(by, place, [{ name, bytes }], fields), 201).items;
    if (!item) throw new Error(`${name} was refused`);
    return item;
  };
  const convert = (by: TestAccount, { id }: { id: string }, body: object) =>
    by.client.post<Conversion>(`items/${id}/convert/`, body);
  const toDocument = async (by: TestAccount, item: Item) => {
    const begun = expectData(await convert(by, item, { to: 'document' }), 202);
    expect(begun.item_id).toBeNull();
    return importEnded(by, begun.id);
  };
  const toTable = async (by: TestAccount, item: Item, more: object = {}) => {
    const begun = expectData(await convert(by, item, { to: 'table', ...more }), 202);
    const job = await importEnded(by, begun.id);
    const table = expectData(await by.client.get<Item>(`items/${begun.item_id}/`));
    return { job, table };
  };
  const listed = async (parent?: string) => {
    const query = parent ? { parent } : {};
    const found = await owner.client.in(hub).get<Item[]>(`spaces/${space.slug}/items/`, { query });
    return expectData(found).map(({ title }) => title);
  };
  return { ...cast, space, place, upload, convert, toDocument, toTable, listed };
}

const itemOf = async (by: TestAccount, { result }: Job) =>
  expectData(await by.client.get(`items/${result?.[0]?.item_id}/`));
const markdownOf = async (by: TestAccount, { id }: Item) =>
  expectData(await by.client.get<{ markdown: string }>(`items/${id}/content/`)).markdown;

describe('to a document', () => {
  test('in the folder of the file and with its visibility, while the file stays', async () => {
    const { owner, place, upload, toDocument, listed } = await createScene();
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
    for (const visibility of ['private', 'public', 'shared'] as const) {
      const file = await upload(`${visibility}.md`, '# Heron\n\n- [ ] wade', { parent: folder.id });
      expectData(await owner.client.patch(`items/${file.id}/`, { visibility }));
      const job = await toDocument(owner, file);
      expect(job).toMatchObject({ state: 'ready', done: 1, rejected: 0 });
      const made = await itemOf(owner, job);
      const expected = { kind: 'document', title: visibility, file_name: null, parent_id: folder.id };
      expect(made).toMatchObject({ ...expected, visibility });
      expect(await markdownOf(owner, made)).toContain('- [ ] wade');
      const bytes = await owner.client.fetch('GET', `items/${file.id}/file/`);
      expect(await bytes.text()).toBe('# Heron\n\n- [ ] wade');
    }
    expect(await listed(folder.id)).toHaveLength(6);
  });

  test.each([
    ['files/minutes.docx', /\*\*|#/],
    ['files/page.html', /\S/],
  ])('of %s', async (path, content) => {
    const { owner, place, toDocument } = await createScene();
    const file = await uploadFixture(owner, place, path);
    const made = await itemOf(owner, await toDocument(owner, file));
    expect(await markdownOf(owner, made)).toMatch(content);
  });

  test('under the file’s title, a new one each time', async () => {
    const { owner, upload, toDocument } = await createScene();
    const file = await upload('notes.md', 'A marmot.');
    expectData(await owner.client.patch(`items/${file.id}/`, { title: 'Field notes' }));
    const first = await itemOf(owner, await toDocument(owner, file));
    const second = await itemOf(owner, await toDocument(owner, file));
    expect([first.title, second.title]).toEqual(['Field notes', 'Field notes']);
    expect(second.id).not.toBe(first.id);
  });

  test('returns why a file could not be read, and creates nothing', async () => {
    const { owner, upload, toDocument, listed } = await createScene();
    const file = await upload('long.md', 'word '.repeat(110_000));
    const job = await toDocument(owner, file);
    expect(job).toMatchObject({ state: 'ready', done: 0, rejected: 1 });
    expect(job.result).toMatchObject([
      { status: 'failed', reason: expect.stringMatching(/500000 characters/) },
    ]);
    expect(await listed()).toEqual(['long.md']);
  });

  test('pictures within a private file are as private as it', async () => {
    const { owner, member, space, place, toDocument, listed, hub } = await createScene();
    const picture = await uploadFixture(owner, place, 'files/map.png');
    const content = `![map](/api/v1/items/${picture.id}/file/)`;
    const page = await createItem(owner, place, { title: 'Boats', content });
    const word = await owner.client.fetch('GET', `items/${page.id}/export/?format=docx`);
    const files = [{ name: 'Boats.docx', bytes: new Uint8Array(await word.arrayBuffer()) }];
    const [file] = expectData(await uploadBytes(owner, place, files, { visibility: 'private' }), 201).items;
    if (!file) throw new Error('the file was refused');
    const made = await itemOf(owner, await toDocument(owner, file));
    expect(await markdownOf(owner, made)).toMatch(/!\[map\]\(/);
    expect(await listed()).toContain('Boats (pictures)');
    expectRefusal(await member.client.get(`items/${made.id}/`), 404, 'not_found');
    const seen = await member.client.in(hub).get<Item[]>(`spaces/${space.slug}/items/`);
    expect(
      expectData(seen)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Boats', 'map.png']);
  });

  test.each([
    ['private', 'shared', 404],
    ['shared', 'private', 200],
  ] as const)(
    'pictures become %s with a file that was %s until they were stored',
    async (to, was, status) => {
      const { owner, member, space, hub, place, toDocument } = await createScene();
      const picture = await uploadFixture(owner, place, 'files/map.png');
      const content = `![map](/api/v1/items/${picture.id}/file/)`;
      const page = await createItem(owner, place, { title: 'Boats', content });
      const word = await owner.client.fetch('GET', `items/${page.id}/export/?format=docx`);
      const files = [{ name: 'Boats.docx', bytes: new Uint8Array(await word.arrayBuffer()) }];
      const [file] = expectData(await uploadBytes(owner, place, files, { visibility: was }), 201).items;
      if (!file) throw new Error('the file was refused');
      // As somebody would who changes it between the pictures and the document.
      await server.sql(`create function change_file() returns trigger language plpgsql as
      $$ begin update item set visibility = '${to}' where id = '${file.id}'; return null; end $$`);
      await server.sql(`create trigger change_file after insert on import_source for each row
      when (new.path like '%//') execute function change_file()`);
      const job = await toDocument(owner, file);
      await server.sql('drop function change_file cascade');
      const made = await itemOf(owner, job);
      expect(made.visibility).toBe(to);
      const path = `spaces/${space.slug}/items/`;
      const items = expectData(await owner.client.in(hub).get<Item[]>(path));
      const pictures = items.find(({ title }) => title === 'Boats (pictures)');
      expect(pictures).toMatchObject({ visibility: to, effective_visibility: to });
      for (const { id } of [made, pictures ?? made])
        expect((await member.client.get(`items/${id}/`)).status).toBe(status);
      const shown = /items\/([0-9a-f-]{36})\/file/.exec(await markdownOf(owner, made))?.[1];
      expect((await member.client.fetch('GET', `items/${shown}/file/`)).status).toBe(status);
    },
  );
});

describe('to a table', () => {
  test('with columns by what the file has, in its folder and with its visibility', async () => {
    const { owner, member, place, upload, toTable } = await createScene();
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
    const file = await upload('prices.csv', 'Thing,Price\nLamp,3\nDesk,20.5\n', {
      parent: folder.id,
      visibility: 'private',
    });
    const { job, table } = await toTable(owner, file);
    expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 0 });
    expect(table).toMatchObject({
      kind: 'table',
      title: 'prices',
      file_name: null,
      parent_id: folder.id,
      visibility: 'private',
    });
    const columns = expectData(await owner.client.get(`items/${table.id}/columns/`));
    expect(columns.map(({ label, type }) => [label, type])).toEqual([
      ['Thing', 'text'],
      ['Price', 'number'],
    ]);
    expect(await readRows(owner, table)).toHaveLength(2);
    expectRefusal(await member.client.get(`items/${table.id}/`), 404, 'not_found');
    expectData(await owner.client.get(`items/${file.id}/`));
  });

  test('of a workbook’s chosen sheet', async () => {
    const { owner, place, toTable } = await createScene();
    const file = await uploadFixture(owner, place, 'files/budget.xlsx');
    const first = await toTable(owner, file);
    const second = await toTable(owner, file, { sheet: 1 });
    expect(first.job.done).toBeGreaterThan(0);
    expect(second.job.done).toBeGreaterThan(0);
    const values = async (table: Item) =>
      JSON.stringify((await readRows(owner, table)).map((row) => Object.values(row.values)));
    expect(await values(first.table)).not.toBe(await values(second.table));
  });

  test('of the first sheet that is not hidden, and of lines that nothing names', async () => {
    const { owner, place, upload, toTable } = await createScene();
    const book = await writeXlsx({
      sheets: [
        { name: 'Notes', hidden: true, rows: [['Secret']] },
        { name: 'Boats', rows: [['Name'], ['Mast']] },
      ],
    });
    const [file] = expectData(
      await uploadBytes(owner, place, [{ name: 'boats.xlsx', bytes: new Uint8Array(book) }]),
      201,
    ).items;
    if (!file) throw new Error('the workbook was refused');
    await eventually(async () =>
      expect(expectData(await owner.client.get(`items/${file.id}/preview/`))).toMatchObject({
        sheets: [{ name: 'Notes', hidden: true }, { name: 'Boats' }],
      }),
    );
    const named = await toTable(owner, file);
    expect((await readRows(owner, named.table)).map(({ values }) => values)).toEqual([{ name: 'Mast' }]);
    const unnamed = await toTable(owner, await upload('counts.csv', '7,1999-01-02\n8,2000-01-02\n'));
    expect(unnamed.job).toMatchObject({ state: 'ready', done: 2 });
  });

  test('refuses what has no rows before anything is made', async () => {
    const { owner, upload, convert, listed } = await createScene();
    const empty = await upload('empty.csv', '\n\n');
    expectRefusal(await convert(owner, empty, { to: 'table' }), 422, 'rows_unreadable');
    const wide = await upload('wide.csv', `${Array.from({ length: 2000 }, (_, at) => `c${at}`).join()}\n1\n`);
    expectRefusal(await convert(owner, wide, { to: 'table' }), 422, 'rows_unreadable');
    const { id } = await upload('one.csv', 'Name\nLamp\n');
    expectRefusal(await convert(owner, { id }, { to: 'table', sheets: 1 }), 422, 'invalid_fields');
    expect((await listed()).sort()).toEqual(['empty.csv', 'one.csv', 'wide.csv']);
  });
});

test('refuses other files, items without one, and what does not fit', async () => {
  const { owner, place, upload, convert } = await createScene();
  const page = await createItem(owner, place, { title: 'Page', content: 'Text' });
  expectRefusal(await convert(owner, page, { to: 'document' }), 415, 'unsupported_type');
  const picture = await uploadFixture(owner, place, 'files/map.png', { kind: 'image' });
  expectRefusal(await convert(owner, picture, { to: 'document' }), 415, 'unsupported_type');
  const csv = await upload('rows.csv', 'Name\nLamp\n');
  expectRefusal(await convert(owner, csv, { to: 'document' }), 415, 'unsupported_type');
  expectRefusal(await convert(owner, csv, { to: 'form' }), 422, 'invalid_fields');
});

describe('rights', () => {
  test('needs the file to be read, and its place to be added to', async () => {
    const { owner, member, stranger, hub, place, upload, convert, toDocument } = await createScene();
    const file = await upload('notes.md', 'A marmot.');
    expectRefusal(await convert(member, file, { to: 'document' }), 403, 'not_allowed');
    expectRefusal(await convert(stranger, file, { to: 'document' }), 404, 'not_found');
    expectRefusal(await server.client.post(`items/${file.id}/convert/`, { to: 'document' }), 401);
    // Nothing is read for anybody who may not add anything there: an unreadable file is refused alike.
    const empty = await upload('empty.csv', '\n\n');
    expectRefusal(await convert(member, empty, { to: 'table' }), 403, 'not_allowed');
    const hidden = await upload('hidden.md', 'A marmot.', { visibility: 'private' });
    expectRefusal(await convert(member, hidden, { to: 'document' }), 404, 'not_found');

    const people = `spaces/${place.space.slug}/members/`;
    expectData(await owner.client.in(hub).post(people, { user_id: member.user.id, role: 'editor' }), 201);
    expect(await itemOf(member, await toDocument(member, file))).toMatchObject({
      created_by: { id: member.user.id },
      visibility: 'shared',
    });
    expectRefusal(await convert(member, hidden, { to: 'document' }), 404, 'not_found');
    expectData(await owner.client.delete(`items/${hidden.id}/`));
    expectRefusal(await convert(owner, hidden, { to: 'document' }), 404, 'not_found');
  });

  test('a file that was shared alone is converted by nobody who does not see its space', async () => {
    const { owner, member, hub, upload, convert } = await createScene();
    const space = await createSpace(owner, hub, { visibility: 'private' });
    const bytes = [{ name: 'notes.md', bytes: 'A marmot.' }];
    const [file] = expectData(await uploadBytes(owner, { hub, space }, bytes), 201).items;
    if (!file) throw new Error('the file was refused');
    await upload('other.md', 'Other.');
    expectData(
      await owner.client.put(`items/${file.id}/access/`, {
        people: [{ user_id: member.user.id, role: 'editor' }],
      }),
    );
    expectRefusal(await convert(member, file, { to: 'document' }), 403, 'not_allowed');
  });
});
