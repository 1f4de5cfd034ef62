import { expect, test } from 'vitest';
import { type Creator, ITEM_SORTS, type Item } from '#lib/contract/item.ts';
import { newId } from '#server/platform/database/id.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Query = Record<string, string | number | boolean>;
type Listed = { data: Item[]; next: string | null; count: number | null };

async function place(options: Parameters<typeof createPlace>[1] = {}) {
  const { owner, hub, space } = await createPlace(server.client, options);
  const path = `spaces/${space.slug}/items/`;
  const client = owner.client.in(hub);
  const make = (item: Parameters<typeof createItem>[2]) => createItem(owner, { hub, space }, item);
  return { owner, hub, space, path, client, make };
}

async function page(client: Client, path: string, query: Query = {}): Promise<Listed> {
  const response = await client.get<Item[]>(path, { query });
  expectData(response);
  return response.body as unknown as Listed;
}

const titles = async (client: Client, path: string, query: Query = {}) =>
  (await page(client, path, query)).data.map(({ title }) => title);

/** All pages by their cursors; `between` is called after each. */
async function visit(
  client: Client,
  path: string,
  query: Query,
  between: () => Promise<unknown> = async () => {},
) {
  const found: Item[] = [];
  let after: string | null = null;
  do {
    const { data, next }: Listed = await page(client, path, { ...query, ...(after ? { after } : {}) });
    found.push(...data);
    after = next;
    await between();
  } while (after);
  return found;
}

test('lists folders first in every order and direction', async () => {
  const { client, path, make, hub, owner, space } = await place({ default_role: 'editor' });
  const other = await addMember(server.client, owner, hub);
  await server.sql("update app_user set first_name = 'Zoe' where id = $1", [other.user.id]);
  const b = await make({ kind: 'folder', title: 'B folder' });
  await make({ kind: 'folder', title: 'a folder' });
  const large = await make({ kind: 'document', title: 'Large', content: 'x'.repeat(500) });
  await createItem(other, { hub, space }, { kind: 'table', title: 'Of another' });
  await make({ kind: 'document', title: 'empty', content: '' });
  expectData(await client.patch(`items/${large.id}/`, { title: 'Large' }));
  await server.sql('update item set updated_at = now() where id = $1', [large.id]);

  const expected: Record<string, string[]> = {
    title: ['a folder', 'B folder', 'empty', 'Large', 'Of another'],
    '-title': ['B folder', 'a folder', 'Of another', 'Large', 'empty'],
    created_at: ['B folder', 'a folder', 'Large', 'Of another', 'empty'],
    '-created_at': ['a folder', 'B folder', 'empty', 'Of another', 'Large'],
    updated_at: ['B folder', 'a folder', 'Of another', 'empty', 'Large'],
    '-updated_at': ['a folder', 'B folder', 'Large', 'empty', 'Of another'],
    kind: ['a folder', 'B folder', 'empty', 'Large', 'Of another'],
    '-kind': ['B folder', 'a folder', 'Of another', 'Large', 'empty'],
    created_by: ['B folder', 'a folder', 'Large', 'empty', 'Of another'],
    '-created_by': ['a folder', 'B folder', 'Of another', 'empty', 'Large'],
  };
  for (const [sort, order] of Object.entries(expected)) {
    expect(await titles(client, path, { sort }), sort).toEqual(order);
  }
  const sizes = (await page(client, path, { sort: '-size' })).data;
  expect(sizes.map(({ kind }) => kind).slice(0, 2)).toEqual(['folder', 'folder']);
  expect(sizes[2]?.title).toBe('Large');
  expect((await titles(client, path, { sort: 'size' })).slice(2)).not.toEqual(
    sizes.slice(2).map((one) => one.title),
  );
  expect(await titles(client, path)).toEqual(expected['-updated_at']);

  await make({ kind: 'folder', title: 'Inner', parent: b.id });
  await make({ kind: 'document', title: 'Aardvark', parent: b.id });
  expect(await titles(client, path, { parent: b.id, sort: 'title' })).toEqual(['Inner', 'Aardvark']);
  expect(await titles(client, `items/${b.id}/items/`, { sort: 'title' })).toEqual(['Inner', 'Aardvark']);
  expect(await titles(client, `items/${b.id}/items/`, { sort: '-updated_at' })).toEqual([
    'Inner',
    'Aardvark',
  ]);
});

test('orders titles naturally: numbers by value, letters regardless of case and accent', async () => {
  const { client, path, make } = await place();
  const wanted = [
    'Part 2',
    'Part 9',
    'part 10',
    'Part 100',
    'Zebra',
    'Äpfel',
    'apple',
    'Éclair',
    'Œuvre',
    'Öl',
  ];
  for (const title of wanted) await make({ kind: 'document', title });
  const order = [
    'Äpfel',
    'apple',
    'Éclair',
    'Œuvre',
    'Öl',
    'Part 2',
    'Part 9',
    'part 10',
    'Part 100',
    'Zebra',
  ];
  expect(await titles(client, path, { sort: 'title' })).toEqual(order);
  expect(await titles(client, path, { sort: '-title' })).toEqual([...order].reverse());
});

test('returns 422 for an unknown order, an invalid date and an invalid cursor', async () => {
  const { client, path, make } = await place();
  for (let n = 0; n < 3; n += 1) await make({ kind: 'document', title: `Item ${n}` });
  const { next } = await page(client, path, { sort: 'title', page_size: 2 });
  for (const [field, query] of [
    ['sort', { sort: 'colour' }],
    ['sort', { sort: '--title' }],
    ['from', { from: 'yesterday' }],
    ['to', { to: '2026-13-45' }],
    ['after', { after: 'nonsense' }],
    ['after', { after: Buffer.from('["title",false,["x"],"1"]').toString('base64url') }],
    ['after', { after: next ?? '', sort: '-title' }],
  ] as const) {
    const response = await client.get(path, { query });
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {}), JSON.stringify(query)).toEqual([field]);
  }
});

test('publishes the orders and filters of a list in the API description', async () => {
  const response = await fetch(`${server.url}/api/v1/openapi.json`);
  const { paths } = await response.json();
  const { parameters } = paths['/spaces/{slug}/items/'].get;
  const named = (name: string) => parameters.find((one: { name: string }) => one.name === name);
  expect(JSON.stringify(named('sort'))).toContain('-created_by');
  for (const name of ['created_by', 'from', 'to', 'after']) expect(named(name), name).toBeTruthy();
});

test('filters by creator and by change date, inclusive of the last day', async () => {
  const { client, path, make, hub, owner, space } = await place({ default_role: 'editor' });
  const other = await addMember(server.client, owner, hub);
  const mine = await make({ kind: 'document', title: 'Mine' });
  await createItem(other, { hub, space }, { kind: 'table', title: 'Theirs' });
  await server.sql("update item set updated_at = '2026-03-04T23:59:59.5Z' where id = $1", [mine.id]);
  expect(await titles(client, path, { created_by: other.user.id })).toEqual(['Theirs']);
  expect(await titles(client, path, { created_by: newId() })).toEqual([]);
  expect(await titles(client, path, { created_by: 'x' })).toEqual([]);
  expect(await titles(client, path, { from: '2026-03-04', to: '2026-03-04' })).toEqual(['Mine']);
  expect(await titles(client, path, { to: '2026-03-03' })).toEqual([]);
  expect(await titles(client, path, { from: '2026-03-05', to: '2027-12-31' })).toEqual(['Theirs']);
  expect(await titles(client, path, { created_by: owner.user.id, kind: 'table' })).toEqual([]);
});

test('lists creators of visible items, and none to people outside the hub', async () => {
  const { client, make, hub, owner, space, path } = await place({
    default_role: 'editor',
    visibility: 'public',
  });
  const [other, hidden] = [
    await addMember(server.client, owner, hub),
    await addMember(server.client, owner, hub),
  ];
  await server.sql("update app_user set first_name = 'Zoe' where id = $1", [other.user.id]);
  await make({ kind: 'document', title: 'Mine' });
  await createItem(other, { hub, space }, { kind: 'table', title: 'Theirs' });
  await createItem(hidden, { hub, space }, { kind: 'document', title: 'Hidden', visibility: 'private' });
  const creators = `spaces/${space.slug}/creators/`;
  const names = async (by: Client, query: Query = {}) =>
    expectData(await by.get<Creator[]>(creators, { query })).map(({ id }) => id);
  expect(await names(client)).toEqual([owner.user.id, other.user.id]);
  expect(await names(client, { q: 'zO' })).toEqual([other.user.id]);
  const visitor = server.client.in(hub);
  expect(await names(visitor)).toEqual([]);
  expect(await titles(visitor, path, { created_by: owner.user.id })).toEqual([]);
  // The order does not disclose it either.
  expect(await titles(visitor, path, { sort: '-created_by' })).toEqual(
    await titles(visitor, path, { sort: 'title' }),
  );
});

test('pages by cursor without a gap or duplicate while items are added before and after', async () => {
  const { client, path, make } = await place();
  const itemIds = [];
  for (let n = 0; n < 12; n += 1) {
    itemIds.push((await make({ kind: n % 3 === 0 ? 'folder' : 'document', title: `Item ${n % 4}` })).id);
  }
  for (const sort of ITEM_SORTS) {
    let n = 0;
    const found = await visit(client, path, { sort, page_size: 5 }, () =>
      make({ kind: 'document', title: n++ % 2 ? 'A new one' : 'Zz new' }),
    );
    const ids = found.map(({ id }) => id);
    expect(new Set(ids).size, sort).toBe(ids.length);
    expect(
      itemIds.every((id) => ids.includes(id)),
      sort,
    ).toBe(true);
    await server.sql("delete from item where title like '%new%' and created_at > now() - interval '1 hour'");
  }
  const byNumber = [];
  for (const number of [1, 2, 3])
    byNumber.push(...(await titles(client, path, { sort: 'kind', page: number, page_size: 5 })));
  expect(byNumber).toEqual(
    (await visit(client, path, { sort: 'kind', page_size: 100 })).map(({ title }) => title),
  );
});

test('counts the forms of a space that the reader may see', async () => {
  const { client, hub, owner, space } = await place();
  const reader = await addMember(server.client, owner, hub);
  const draft = { title: 'A form', fields: [] };
  expectData(await client.post(`spaces/${space.slug}/forms/`, draft), 201);
  const forms = async (by: Client) => expectData(await by.get(`spaces/${space.slug}/`)).counts.forms;
  expect(await forms(client)).toBe(1);
  // Forms that were never published are only for editors.
  expect(await forms(reader.client.in(hub))).toBe(0);
  const [listed] = expectData(await client.get('spaces/'));
  expect(listed?.counts.forms).toBe(1);
});
