import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item, ItemsResult } from '#lib/contract/item.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

/** A shared space with an owner and an editor; and a private one of the owner alone. */
async function createScene() {
  const cast = await createMembers(server.client);
  const { owner, hub, other, member } = cast;
  const space = await createSpace(owner, hub, { visibility: 'shared' });
  const vault = await createSpace(owner, hub, { visibility: 'private' });
  const add = (slug: string, person: TestAccount, role: string) =>
    owner.client.in(hub).post(`spaces/${slug}/members/`, { user_id: person.user.id, role });
  expectData(await add(space.slug, other, 'editor'));
  const make = (input: Parameters<typeof createItem>[2], by = owner, to = space) =>
    createItem(by, { hub, space: to }, input);
  const titles = async (slug = space.slug, query: Record<string, string> = {}) =>
    expectData(await owner.client.in(hub).get<Item[]>(`spaces/${slug}/items/`, { query }))
      .map((item) => item.title)
      .sort();
  return { ...cast, space, vault, make, titles, add, member };
}

const several = (by: TestAccount, act: string, body: object) =>
  by.client.post<ItemsResult>(`items/${act}/`, body);
const ids = (...items: Item[]) => items.map(({ id }) => id);

test('moves several items to a folder and returns the reason for each refused one', async () => {
  const { make, titles, other, owner, space } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  const inner = await make({ kind: 'folder', title: 'Inner', parent: folder.id });
  const [a, b, hidden] = [
    await make({ title: 'A' }),
    await make({ title: 'B' }),
    await make({ title: 'Hidden', visibility: 'private' }),
  ];
  const body = { ids: ids(a, b, hidden, folder), parent: inner.id };
  const { items, refused } = expectData(await several(other, 'move', body));
  expect(items.map(({ title, parent_id }) => [title, parent_id])).toEqual([
    ['A', inner.id],
    ['B', inner.id],
  ]);
  expect(refused).toEqual([
    { id: hidden.id, code: 'not_found', message: 'This item does not exist, or you may not see it.' },
    { id: folder.id, code: 'invalid_fields', message: 'A folder can not be put into itself.' },
  ]);
  expect(await titles(space.slug, { parent: inner.id })).toEqual(['A', 'B']);
  expect(await titles(space.slug, { parent: 'root' })).toEqual(['Folder', 'Hidden']);
  const log = await owner.client.get<{ action: string; target: { name: string } }[]>(
    `hubs/${(await owner.client.get<{ active_organization: { domain_handle: string } }>('auth/me/')).data.active_organization.domain_handle}/audit-log/?action=item.moved`,
  );
  expect(
    expectData(log)
      .map((entry) => entry.target.name)
      .sort(),
  ).toEqual(['A', 'B']);
});

test('fails like a single-item request when every item is refused', async () => {
  const { make, other, member, stranger } = await createScene();
  const item = await make({ title: 'A' });
  for (const act of ['move', 'trash', 'visibility'] as const) {
    const fields = { move: { parent: null }, trash: {}, visibility: { visibility: 'public' } };
    const body = { ids: ids(item), ...fields[act] };
    expectRefusal(await several(member, act, body), 403, 'not_allowed');
    expectRefusal(await several(stranger, act, body), 404, 'not_found');
  }
  expectRefusal(await several(other, 'move', { ids: ids(item) }), 422, 'invalid_fields');
  expectRefusal(await several(other, 'trash', { ids: [] }), 422, 'invalid_fields');
  const many = Array.from({ length: 201 }, () => randomUUID());
  expectRefusal(await several(other, 'trash', { ids: many }), 422, 'invalid_fields');
});

test('trashes several items with their descendants and restores them in one request', async () => {
  const { make, titles, other, space } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  const inside = await make({ title: 'Inside', parent: folder.id });
  const a = await make({ title: 'A' });
  const trashed = expectData(await several(other, 'trash', { ids: ids(folder, inside, a) }));
  expect(trashed.items.every((item) => item.trashed_at !== null)).toBe(true);
  expect(await titles()).toEqual([]);
  expectData(await several(other, 'restore', { ids: ids(folder, a) }));
  expect(await titles()).toEqual(['A', 'Folder', 'Inside']);
  expect(await titles(space.slug, { parent: folder.id })).toEqual(['Inside']);
});

test('sets the visibility of several items, and private only for their creator or owner', async () => {
  const { make, other, member } = await createScene();
  const mine = await make({ title: 'Mine' }, other);
  const theirs = await make({ title: 'Theirs' });
  const response = await several(other, 'visibility', { ids: ids(mine, theirs), visibility: 'private' });
  const { items, refused } = expectData(response);
  expect(items.map(({ title, visibility }) => [title, visibility])).toEqual([['Mine', 'private']]);
  expect(refused).toMatchObject([{ id: theirs.id, code: 'not_allowed' }]);
  expectRefusal(await member.client.get(`items/${mine.id}/`), 404, 'not_found');
  expectData(await member.client.get(`items/${theirs.id}/`));
});

test('sets the visibility of a folder and its selected children together, as if one after the other', async () => {
  const { make, member, owner } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  const inside = await make({ title: 'Inside', parent: folder.id });
  const deeper = await make({ title: 'Deeper', parent: folder.id });
  expectData(await several(owner, 'visibility', { ids: ids(inside, folder), visibility: 'private' }));
  for (const one of [folder, inside, deeper])
    expectRefusal(await member.client.get(`items/${one.id}/`), 404, 'not_found');
  expectData(await several(owner, 'visibility', { ids: ids(inside, folder), visibility: 'shared' }));
  for (const one of [folder, inside, deeper]) expectData(await member.client.get(`items/${one.id}/`));
});

test('requires one confirmation for all disclosures of a bulk visibility change', async () => {
  const { make, owner } = await createScene();
  const folders = await Promise.all(
    ['One', 'Two'].map((title) => make({ kind: 'folder', title, visibility: 'private' })),
  );
  const plans: Item[] = [];
  for (const { id: parent, title } of folders)
    plans.push(await make({ title: `Plan ${title}`, parent, visibility: 'public' }));
  const body = { ids: ids(...folders), visibility: 'shared' };
  const seen = async () =>
    (await Promise.all(plans.map(({ id }) => server.client.get(`items/${id}/`)))).map(({ status }) => status);
  const response = await several(owner, 'visibility', body);
  expectRefusal(response, 409, 'more_would_see');
  const { things: resources, disclosure } = response.data as unknown as Disclosure;
  expect(resources.map(({ title }) => title)).toEqual(['Plan One', 'Plan Two']);
  expectRefusal(
    await several(owner, 'visibility', { ...body, disclosure: 'another' }),
    409,
    'more_would_see',
  );
  expect(await seen()).toEqual([404, 404]);
  expectData(await several(owner, 'visibility', { ...body, disclosure }));
  expect(await seen()).toEqual([200, 200]);
});

test('requires one confirmation for all disclosures of a bulk move', async () => {
  const { make, owner, space, vault, member } = await createScene();
  const a = await make({ title: 'A' }, owner, vault);
  const b = await make({ title: 'B' }, owner, vault);
  const privateItem = await make({ title: 'Kept', visibility: 'private' }, owner, vault);
  const body = { ids: ids(a, b, privateItem), space: space.slug, parent: null };
  const response = await several(owner, 'move', body);
  expectRefusal(response, 409, 'more_would_see');
  const { things: resources, disclosure } = response.data as unknown as Disclosure;
  expect(resources.map(({ title }) => title).sort()).toEqual(['A', 'B']);
  expectRefusal(await member.client.get(`items/${a.id}/`), 404, 'not_found');
  expectData(await several(owner, 'move', { ...body, disclosure }));
  for (const one of [a, b]) expectData(await member.client.get(`items/${one.id}/`));
  expectRefusal(await member.client.get(`items/${privateItem.id}/`), 404, 'not_found');
});

test('archives files, documents, tables and folders that the reader may see, under safe names', async () => {
  const { make, owner, member, hub, space } = await createScene();
  const place = { hub, space };
  const folder = await make({ kind: 'folder', title: 'Fol/der' });
  await make({ title: 'Inside', content: '# Inside', parent: folder.id });
  await make({ title: 'Hidden', visibility: 'private', parent: folder.id });
  const one = await make({ title: 'Twice', content: 'one' });
  const two = await make({ title: 'twice', content: 'two' });
  const secret = await make({ title: 'Secret', visibility: 'private' });
  const table = await createTable(owner, place, undefined, { title: 'Prices' });
  await addRows(owner, table, [{ name: 'Lamp' }]);
  const uploaded = await uploadBytes(owner, place, [{ name: 'notes.txt', bytes: 'Notes' }]);
  const [file] = expectData(uploaded, 201).items;
  const wanted = [...ids(folder, one, two, secret, table), file?.id ?? ''].join();
  const response = await member.client.fetch('GET', `items/archive/?ids=${wanted}`);
  const head = await member.client.fetch('HEAD', `items/archive/?ids=${wanted}`);
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['content-type', 'content-disposition'])
    expect(head.headers.get(name)).toBe(response.headers.get(name));
  expect(response.headers.get('content-type')).toBe('application/zip');
  const entries = await readArchive(Buffer.from(await response.arrayBuffer()));
  expect([...entries.keys()].sort()).toEqual([
    'Fol_der/',
    'Fol_der/Inside.md',
    'Prices.csv',
    'Twice.md',
    'notes.txt',
    'twice (2).md',
  ]);
  expect(entries.get('Prices.csv')?.toString()).toContain('Lamp');
  expect(entries.get('notes.txt')?.toString()).toBe('Notes');
  expectRefusal(await member.client.get(`items/archive/?ids=${secret.id}`), 404, 'not_found');
});

test('archives an item once when it is selected together with its folder', async () => {
  const { make, owner, member, hub } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  const inner = await make({ kind: 'folder', title: 'Inner', parent: folder.id });
  const deep = await make({ title: 'Deep', content: 'deep', parent: inner.id });
  const near = await make({ title: 'Near', content: 'near', parent: folder.id });
  const closed = await make({ kind: 'folder', title: 'Closed', parent: folder.id });
  const beyond = await make({ title: 'Beyond', content: 'beyond', parent: closed.id });
  expectData(await owner.client.in(hub).patch(`items/${closed.id}/`, { visibility: 'private' }));
  expectData(
    await owner.client.in(hub).put(`items/${beyond.id}/access/`, {
      visibility: 'private',
      people: [{ user_id: member.user.id, role: 'viewer' }],
    }),
  );
  const wanted = ids(deep, near, inner, folder, beyond).join();
  const response = await member.client.fetch('GET', `items/archive/?ids=${wanted}`);
  const entries = await readArchive(Buffer.from(await response.arrayBuffer()));
  // Items in a folder that this reader can't see are exported at the top level.
  expect([...entries.keys()].sort()).toEqual([
    'Beyond.md',
    'Folder/',
    'Folder/Inner/',
    'Folder/Inner/Deep.md',
    'Folder/Near.md',
  ]);
});

test('requires one confirmation when several items are restored to a space that was widened meanwhile', async () => {
  const { make, owner, vault, hub, member } = await createScene();
  const a = await make({ title: 'A' }, owner, vault);
  const b = await make({ title: 'B' }, owner, vault);
  expectData(await several(owner, 'trash', { ids: ids(a, b) }));
  const opened = await owner.client
    .in(hub)
    .patch<Disclosure>(`spaces/${vault.slug}/`, { visibility: 'shared' });
  if (!opened.ok) {
    const { disclosure } = opened.data;
    const body = { visibility: 'shared', disclosure };
    expectData(await owner.client.in(hub).patch(`spaces/${vault.slug}/`, body));
  }
  const response = await several(owner, 'restore', { ids: ids(a, b) });
  expectRefusal(response, 409, 'more_would_see');
  const { things: resources, disclosure } = response.data as unknown as Disclosure;
  expect(resources.map(({ title }) => title).sort()).toEqual(['A', 'B']);
  expectData(await several(owner, 'restore', { ids: ids(a, b), disclosure }));
  expectData(await member.client.get(`items/${a.id}/`));
});
