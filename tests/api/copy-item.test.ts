import { expect, test } from 'vitest';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

async function createScene() {
  const cast = await createMembers(server.client);
  const { owner, hub } = cast;
  const space = await createSpace(owner, hub, { visibility: 'shared' });
  const place = { hub, space };
  const make = (input: Parameters<typeof createItem>[2]) => createItem(owner, place, input);
  const copy = (by: TestAccount, { id }: { id: string }, body: object = {}) =>
    by.client.post(`items/${id}/copy/`, body);
  const found = async (by: TestAccount, q: string) =>
    expectData(await by.client.in(hub).get('search/', { query: { q } })).length;
  return { ...cast, space, place, make, copy, found };
}

test('copies a document beside itself under a new name, and finds it by its text', async () => {
  const { make, copy, owner, found } = await createScene();
  const page = await make({ title: 'Plan', content: '# Plan\n\nheron' });
  const first = expectData(await copy(owner, page), 201);
  expect(first).toMatchObject({ title: 'Copy of Plan', kind: 'document', parent_id: null, my_role: 'owner' });
  const second = expectData(await copy(owner, page), 201);
  expect(second.title).toBe('Copy of Plan (2)');
  const content = expectData(await owner.client.get(`items/${first.id}/content/`));
  expect(content.markdown).toBe('# Plan\n\nheron');
  expect(await found(owner, 'heron')).toBe(3);
  expect(await found(owner, '"copy of plan"')).toBe(2);
});

test('copies a file without storing its bytes twice, and processes the copy', async () => {
  const { place, copy, owner, found } = await createScene();
  const uploaded = await uploadBytes(owner, place, [{ name: 'notes.txt', bytes: 'a marmot' }]);
  const [file] = expectData(uploaded, 201).items;
  const made = expectData(await copy(owner, { id: file?.id ?? '' }), 201);
  await waitUntilReady(owner, file?.id ?? '');
  await waitUntilReady(owner, made.id);
  const response = await owner.client.fetch('GET', `items/${made.id}/file/`);
  expect(await response.text()).toBe('a marmot');
  expect(await found(owner, 'marmot')).toBe(2);
  const rows = await server.sql<{ count: string }>(
    `select count(distinct file_sha256) from item where id = any($1)`,
    [[file?.id, made.id]],
  );
  expect(Number(rows[0]?.count)).toBe(1);
});

test('copies a table with columns and rows that are independent afterwards', async () => {
  const { place, copy, owner, found } = await createScene();
  const table = await createTable(owner, place, undefined, { title: 'Prices' });
  await addRows(owner, table, [{ name: 'Lamp', price: 3, tags: ['red'] }, { name: 'Wagtail' }]);
  const made = expectData(await copy(owner, table), 201);
  const rows = await readRows(owner, made);
  expect(rows.map((row) => row.values)).toEqual((await readRows(owner, table)).map((row) => row.values));
  expect(made.counts.rows).toBe(2);
  expect(await found(owner, 'wagtail')).toBe(2);
  await addRows(owner, made, [{ name: 'Kestrel' }]);
  expect(await readRows(owner, table)).toHaveLength(2);
  expect(await readRows(owner, made)).toHaveLength(3);
  expect(await found(owner, 'kestrel')).toBe(1);
});

test('copies a folder with what the copier may see, without links or grants; private items stay private', async () => {
  const { make, copy, owner, member, admin, space, hub } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Folder', visibility: 'public' });
  const inner = await make({ kind: 'folder', title: 'Inner', parent: folder.id });
  const page = await make({ title: 'Page', parent: inner.id });
  await make({ title: 'Hidden', parent: inner.id, visibility: 'private' });
  expectData(await owner.client.post(`items/${page.id}/share-links/`, { role: 'viewer' }), 201);
  const made = expectData(await copy(admin, folder), 201);
  expect(made.visibility).toBe('shared');
  const below = async (by: TestAccount, id: string) =>
    expectData(await by.client.in(hub).get(`spaces/${space.slug}/items/`, { query: { parent: id } }));
  const [copiedInner] = await below(admin, made.id);
  expect(copiedInner?.title).toBe('Inner');
  const inside = await below(owner, copiedInner?.id ?? '');
  expect(inside.map(({ title }) => title)).toEqual(['Page']);
  expectRefusal(await server.client.get(`items/${made.id}/`), 404, 'not_found');
  const links = `items/${inside[0]?.id}/share-links/`;
  expect(expectData(await admin.client.get<unknown[]>(links))).toEqual([]);
  const whole = expectData(await copy(owner, folder), 201);
  const [wholeInner] = await below(owner, whole.id);
  expect((await below(owner, wholeInner?.id ?? '')).map(({ title }) => title).sort()).toEqual([
    'Hidden',
    'Page',
  ]);
  expect((await below(member, wholeInner?.id ?? '')).map(({ title }) => title)).toEqual(['Page']);
});

test('requires the right to view the source and to create at the destination', async () => {
  const { make, copy, owner, member, stranger, hub } = await createScene();
  const page = await make({ title: 'Page' });
  const hidden = await make({ title: 'Hidden', visibility: 'private' });
  expectRefusal(await copy(member, page), 403, 'not_allowed');
  expectRefusal(await copy(member, hidden), 404, 'not_found');
  expectRefusal(await copy(stranger, page), 404, 'not_found');
  const own = await createSpace(member, hub, { visibility: 'private' });
  const made = expectData(await copy(member, page, { space: own.slug, title: 'Mine' }), 201);
  expect(made).toMatchObject({ space_slug: own.slug, title: 'Mine', created_by: { id: member.user.id } });
  expectRefusal(await owner.client.get(`items/${made.id}/`), 404, 'not_found');
});

test('refuses a folder with too many items and a table with too many rows, naming the limit', async () => {
  const { make, place, copy, owner } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  await server.sql(
    `insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, created_by, updated_by)
     select gen_random_uuid(), hub_id, space_id, scope_id, id, 'document', 'Page', created_by, updated_by
     from item, generate_series(1, 500) where id = $1`,
    [folder.id],
  );
  expectRefusal(await copy(owner, folder), 422, 'too_many_items');
  const table = await createTable(owner, place);
  await server.sql(`update item set meta = meta || '{"rows": 20001}' where id = $1`, [table.id]);
  expectRefusal(await copy(owner, table), 422, 'too_many_rows');
});

test('copies the files of a document for the readers of the copy, and links to copied documents', async () => {
  const { make, place, copy, owner, member, hub } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Handbook' });
  const hidden = await make({ kind: 'folder', title: 'Hidden', visibility: 'private', parent: folder.id });
  const page = await make({ title: 'Page', visibility: 'private', parent: folder.id });
  const next = await make({ title: 'Next', parent: folder.id });
  const upload = async (parent: string) => {
    const fields = { document: page.id, visibility: 'private', parent };
    const files = [{ name: 'plan.txt', bytes: 'a marmot' }];
    const [file] = expectData(await uploadBytes(owner, place, files, fields), 201).items;
    return file?.id ?? '';
  };
  const file = await upload(folder.id);
  const deep = await upload(hidden.id);
  const content = `[plan](/api/v1/items/${file}/file/) [deep](/api/v1/items/${deep}/file/) [next](/h/s/${next.id})`;
  expectData(
    await owner.client.put(`items/${page.id}/content/`, undefined, {
      raw: content,
      headers: { 'content-type': 'text/markdown' },
    }),
  );
  const team = await createSpace(owner, hub, { visibility: 'shared' });
  const idsOf = async ({ id }: { id: string }) => {
    const { markdown } = expectData(await owner.client.get(`items/${id}/content/`));
    return [...(markdown ?? '').matchAll(/[0-9a-f-]{36}/g)].map(([found]) => found);
  };
  const copied = async (source: { id: string }) => {
    const made = expectData(await copy(owner, source, { space: team.slug }), 201);
    const { rows } = {
      rows: await server.sql<{ id: string; title: string }>(
        `with recursive below as (select id, title from item where id = $1
        union all select item.id, item.title from item join below on item.parent_id = below.id)
      select * from below where title = 'Page' or title = 'Next'`,
        [made.id],
      ),
    };
    return {
      made,
      page: rows.find(({ title }) => title === 'Page') ?? made,
      next: rows.find(({ title }) => title === 'Next'),
    };
  };

  const alone = await copied(page);
  const ids = await idsOf(alone.made);
  expect(ids).toHaveLength(3);
  expect(ids.slice(2)).toEqual([next.id]);
  expect(ids.slice(0, 2)).not.toEqual(expect.arrayContaining([file]));
  expectData(
    await owner.client.put(`items/${alone.made.id}/access/`, {
      people: [{ user_id: member.user.id, role: 'viewer' }],
    }),
  );
  for (const id of ids.slice(0, 2)) {
    const response = await member.client.fetch('GET', `items/${id}/file/`);
    expect([response.status, await response.text()]).toEqual([200, 'a marmot']);
  }
  expect((await member.client.get(`items/${file}/file/`)).status).toBe(404);

  const whole = await copied(folder);
  expect((await idsOf(whole.page)).slice(2)).toEqual([whole.next?.id]);
  expect(await idsOf(page)).toEqual([file, deep, next.id]);
});

test('shows files of a copied document to nobody but the readers of the copy, wherever they are put', async () => {
  const { owner, member, hub } = await createScene();
  const hidden = await createSpace(owner, hub, { visibility: 'private' });
  const team = await createSpace(owner, hub, { visibility: 'shared' });
  const place = { hub, space: hidden };
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder', visibility: 'private' });
  const documents = [
    await createItem(owner, place, { title: 'Alone', visibility: 'private' }),
    await createItem(owner, place, { title: 'Within', parent: folder.id }),
  ];
  for (const { id } of documents) {
    const fields = { document: id, visibility: 'shared' };
    expectData(await uploadBytes(owner, place, [{ name: 'f.txt', bytes: 'secret' }], fields), 201);
  }
  for (const source of [documents[0], folder])
    expectData(await owner.client.post(`items/${source?.id}/copy/`, { space: team.slug, parent: null }), 201);
  const copies = await server.sql<{ id: string }>(
    `select id from item where title = 'f.txt' and space_id = $1`,
    [team.id],
  );
  expect(copies).toHaveLength(2);
  for (const { id } of copies) {
    expect((await owner.client.get(`items/${id}/file/`)).status).toBe(200);
    expect((await member.client.get(`items/${id}/file/`)).status).toBe(404);
  }
  const seen = expectData(await member.client.in(hub).get(`spaces/${team.slug}/items/`));
  expect(seen.map(({ title }) => title)).toEqual([]);
});
