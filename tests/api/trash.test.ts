import { expect, test } from 'vitest';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { waitUntilIndexed } from '#tests/harness/client.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

async function createTrashPlace() {
  const cast = await createEditorAndPlace(server.client);
  const place = { hub: cast.hub, space: cast.space };
  const trash = async (person: TestAccount, query: Record<string, string> = {}) =>
    expectData(await person.client.in(cast.hub).get('trash/', { query }));
  const titles = async (person: TestAccount, query: Record<string, string> = {}) =>
    (await trash(person, query)).map(({ item }) => item.title);
  return { ...cast, place, trash, titles };
}

test('lists trashed items with place, deleter and remaining days to those who may restore them', async () => {
  const { hub, space, place, trash, titles, owner, member, guest } = await createTrashPlace();
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const leaf = await createItem(owner, place, { title: 'Leaf', parent: folder.id });
  const viewers = await createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' });
  const elsewhere = await createItem(owner, { hub, space: viewers }, { title: 'Elsewhere' });
  expectData(await member.client.delete(`items/${leaf.id}/`));
  expectData(await owner.client.delete(`items/${elsewhere.id}/`));
  const [entry] = await trash(member);
  expect(entry).toMatchObject({
    item: { id: leaf.id, title: 'Leaf' },
    space: { slug: space.slug, name: space.name },
    folder: { id: folder.id, title: 'Folder', trashed: false },
    deleted_by: { id: member.user.id, name: 'Ada Lovelace' },
    allowed: ['item.restore'],
  });
  const days = (Date.parse(entry?.expires_at ?? '') - Date.parse(entry?.deleted_at ?? '')) / 86_400_000;
  expect(days).toBe(30);
  expect(await titles(member)).toEqual(['Leaf']);
  expect(await titles(owner)).toEqual(['Elsewhere', 'Leaf']);
  expect((await trash(owner))[0]?.allowed).toEqual(['item.restore', 'item.delete']);
  expect(await titles(owner, { space: viewers.slug })).toEqual(['Elsewhere']);
  expect(await titles(owner, { q: 'lea' })).toEqual(['Leaf']);
  expect(await titles(guest)).toEqual([]);
  expectRefusal(await server.client.in(hub).get('trash/'), 401);
  expectRefusal(await guest.client.in(hub).get('trash/', { query: { space: space.slug } }), 404);
});

test('restores an item to its folder, else to the nearest folder outside the trash, else to the top', async () => {
  const { place, owner, titles } = await createTrashPlace();
  const outer = await createItem(owner, place, { kind: 'folder', title: 'Outer' });
  const middle = await createItem(owner, place, { kind: 'folder', title: 'Middle', parent: outer.id });
  const inner = await createItem(owner, place, { kind: 'folder', title: 'Inner', parent: middle.id });
  const leaf = await createItem(owner, place, { title: 'Leaf', parent: inner.id });
  const { client } = owner;
  expectData(await client.delete(`items/${leaf.id}/`));
  expect(expectData(await client.post(`items/${leaf.id}/restore/`)).parent_id).toBe(inner.id);
  expectData(await client.delete(`items/${leaf.id}/`));
  expectData(await client.delete(`items/${middle.id}/`));
  expect(await titles(owner)).toEqual(['Middle', 'Leaf']);
  expect(expectData(await client.post(`items/${leaf.id}/restore/`)).parent_id).toBe(outer.id);
  expectData(await client.delete(`items/${leaf.id}/`));
  expectData(await client.delete(`items/${outer.id}/`));
  expect(expectData(await client.post(`items/${leaf.id}/restore/`)).parent_id).toBeNull();
});

test('discloses nothing by a restore', async () => {
  const { place, owner, member, other } = await createTrashPlace();
  const hidden = await createItem(member, place, { kind: 'folder', title: 'Hidden', visibility: 'private' });
  const leaf = await createItem(member, place, { title: 'Leaf', parent: hidden.id });
  const mine = member.client;
  expectData(await mine.delete(`items/${leaf.id}/`));
  expectData(await mine.delete(`items/${hidden.id}/`));
  expectRefusal(await mine.post(`items/${leaf.id}/restore/`), 409, 'more_would_see');
  expect(expectData(await mine.get(`items/${leaf.id}/`)).trashed_at).not.toBeNull();
  const returned = await mine.post(`items/${leaf.id}/restore/`, { visibility: 'private' });
  expect(expectData(returned)).toMatchObject({ parent_id: null, visibility: 'private', trashed_at: null });
  for (const person of [owner, other]) expectRefusal(await person.client.get(`items/${leaf.id}/`), 404);
  expectData(await mine.delete(`items/${leaf.id}/`));
  expectData(await mine.post(`items/${leaf.id}/restore/`, { visibility: 'shared' }));
  expectData(await other.client.get(`items/${leaf.id}/`));
});

test('keeps a private item its creator’s when others delete its folder', async () => {
  const { hub, place, owner, member, titles } = await createTrashPlace();
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const own = await createItem(member, place, { title: 'Own', parent: folder.id, visibility: 'private' });
  const common = await createItem(member, place, { title: 'Common', parent: folder.id });
  expectData(await owner.client.delete(`items/${folder.id}/`));
  expect(await titles(owner)).toEqual(['Folder']);
  expectData(await owner.client.delete(`trash/${folder.id}/`));
  expectRefusal(await member.client.get(`items/${common.id}/`), 404);
  expect(await titles(member)).toEqual(['Own']);
  const returned = expectData(await member.client.post(`items/${own.id}/restore/`));
  expect(returned).toMatchObject({ parent_id: null, visibility: 'private' });
  expectRefusal(await owner.client.get(`items/${own.id}/`), 404);
  expect(expectData(await member.client.in(hub).get(`spaces/${place.space.slug}/items/`))).toHaveLength(1);
});

test('permanent deletion requires an owner, applies to trashed items, and deletes the file', async () => {
  const { place, owner, member, titles } = await createTrashPlace();
  const item = await uploadFixture(member, place, 'files/notes.md');
  await waitUntilReady(member, item.id);
  expectRefusal(await owner.client.delete(`trash/${item.id}/`), 409, 'not_in_trash');
  expectData(await member.client.delete(`items/${item.id}/`));
  expectRefusal(await member.client.delete(`trash/${item.id}/`), 403, 'not_allowed');
  const [{ file_sha256: sha256 } = { file_sha256: '' }] = await server.sql<{ file_sha256: string }>(
    'select file_sha256 from item where id = $1',
    [item.id],
  );
  await server.sql("update file set created_at = now() - interval '2 hours' where sha256 = $1", [sha256]);
  expectData(await owner.client.delete(`trash/${item.id}/`));
  expectRefusal(await owner.client.get(`items/${item.id}/`), 404);
  expectRefusal(await owner.client.post(`items/${item.id}/restore/`), 404);
  expect(await titles(owner)).toEqual([]);
  await eventually(async () => {
    expect(await server.sql('select 1 from passage where item_id = $1', [item.id])).toEqual([]);
    expect(await server.sql('select 1 from scope where item_id = $1', [item.id])).toEqual([]);
    expect(await server.sql('select 1 from file where sha256 = $1', [sha256])).toEqual([]);
  });
});

test('stops suggesting a token that only deleted items had, until another item has it', async () => {
  const { hub, place, owner } = await createTrashPlace();
  const vocabulary = async () =>
    (
      await server.sql<{ word: string }>('select word from hub_token where hub_id = $1 and word = any($2)', [
        hub.id,
        ['quokkaburra', 'wombatical', 'running'],
      ])
    ).map(({ word }) => word);
  const gone = await createItem(owner, place, { title: 'Quokkaburra', content: 'wombatical running' });
  await createItem(owner, place, { title: 'Kept', content: 'They run and are running.' });
  await waitUntilIndexed(server.url);
  expect((await vocabulary()).sort()).toEqual(['quokkaburra', 'running', 'wombatical']);
  expectData(await owner.client.delete(`items/${gone.id}/`));
  expectData(await owner.client.delete(`trash/${gone.id}/`));
  await eventually(async () => expect(await vocabulary()).toEqual(['running']));
  await createItem(owner, place, { title: 'Quokkaburra' });
  await waitUntilIndexed(server.url);
  expect((await vocabulary()).sort()).toEqual(['quokkaburra', 'running']);
});

test('checks only the tokens of the deleted items, not the whole vocabulary', async () => {
  const { hub, place, owner } = await createTrashPlace();
  await server.sql(
    "insert into hub_token (hub_id, word, items, in_title) select $1, 'leftover' || n, 1, false from generate_series(1, 2000) n",
    [hub.id],
  );
  const known = async () =>
    server.sql<{ tokens: number }>(
      `select count(*)::integer as tokens from hub_token where hub_id = $1 and (word like 'leftover%' or word = 'numbatical')`,
      [hub.id],
    );
  const gone = await createItem(owner, place, { title: 'Gone', content: 'numbatical' });
  await waitUntilIndexed(server.url);
  expect(await known()).toEqual([{ tokens: 2001 }]);
  expectData(await owner.client.delete(`items/${gone.id}/`));
  expectData(await owner.client.delete(`trash/${gone.id}/`));
  await eventually(async () => expect(await known()).toEqual([{ tokens: 2000 }]));
  await eventually(async () =>
    expect(await server.sql('select 1 from deleted_token where hub_id = $1', [hub.id])).toEqual([]),
  );
});

test('emptying the trash deletes what the caller may delete, and leaves the rest', async () => {
  const { hub, place, owner, member, titles } = await createTrashPlace();
  for (const title of ['One', 'Two']) {
    const item = await createItem(owner, place, { title });
    expectData(await owner.client.delete(`items/${item.id}/`));
  }
  const secret = await createItem(member, place, { title: 'Secret', visibility: 'private' });
  expectData(await member.client.delete(`items/${secret.id}/`));
  const empty = (person: TestAccount) => person.client.in(hub).delete('trash/');
  expect(expectData(await empty(member))).toEqual({ deleted: 1, more: false });
  expect(await titles(member)).toEqual(['Two', 'One']);
  const other = await createSpace(owner, hub);
  const elsewhere = await createItem(owner, { hub, space: other }, { title: 'Elsewhere' });
  expectData(await owner.client.delete(`items/${elsewhere.id}/`));
  const inSpace = await owner.client.in(hub).delete(`trash/?space=${place.space.slug}`);
  expect(expectData(inSpace)).toEqual({ deleted: 2, more: false });
  expect(await titles(owner)).toEqual(['Elsewhere']);
});

test('purges and logs an item after thirty days in the trash', async () => {
  const { hub, place, owner, member, titles } = await createTrashPlace();
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Old' });
  const leaf = await createItem(member, place, { title: 'Leaf', parent: folder.id, visibility: 'private' });
  const young = await createItem(owner, place, { title: 'Young' });
  expectData(await owner.client.delete(`items/${folder.id}/`));
  expectData(await owner.client.delete(`items/${young.id}/`));
  const deleted = await createSpace(owner, hub, { slug: 'going' });
  expectData(await owner.client.in(hub).delete('spaces/going/'));
  const past = "now() - interval '30 days 1 minute'";
  await server.sql(`update item set trashed_at = ${past} where id = any($1)`, [[folder.id, leaf.id]]);
  await server.sql(`update space set deleted_at = ${past} where id = $1`, [deleted.id]);
  await server.sql("select graphile_worker.add_job('purge')");
  await eventually(async () => {
    expect(await server.sql('select 1 from item where id = any($1)', [[folder.id, leaf.id]])).toEqual([]);
    expect(await server.sql('select 1 from space where id = $1', [deleted.id])).toEqual([]);
  });
  expect(await titles(owner)).toEqual(['Young']);
  const log = await server.sql<{ action: string; target_name: string }>(
    'select action, target_name from audit_entry where hub_id = $1 and actor_id is null',
    [hub.id],
  );
  expect(log).toEqual(
    expect.arrayContaining([
      { action: 'item.deleted', target_name: 'Old' },
      { action: 'space.purged', target_name: deleted.name },
    ]),
  );
});

test('hides a deleted space from everybody at once; its owners restore it unchanged', async () => {
  const { hub, owner, admin, member, other, guest } = await createTrashPlace();
  const space = await createSpace(member, hub, { slug: 'plans', name: 'Plans', visibility: 'private' });
  const at = member.client.in(hub);
  expectData(await at.post('spaces/plans/members/', { user_id: other.user.id, role: 'editor' }), 201);
  const item = await createItem(member, { hub, space }, { title: 'Zebra crossing', visibility: 'public' });
  expectRefusal(await other.client.in(hub).delete('spaces/plans/'), 403, 'not_allowed');
  expectRefusal(await admin.client.in(hub).delete('spaces/plans/'), 404);
  const gone = expectData(await at.delete('spaces/plans/'));
  expect(gone).toMatchObject({ id: space.id, name: 'Plans', deleted_by: { id: member.user.id } });
  for (const client of [member.client, other.client, server.client]) {
    expectRefusal(await client.get(`items/${item.id}/`), 404);
  }
  for (const person of [member, other]) {
    const { client } = person;
    expectRefusal(await client.in(hub).get('spaces/plans/'), 404);
    expect(expectData(await client.in(hub).get('search/', { query: { q: 'zebra' } }))).toEqual([]);
  }
  const spaces = async (person: TestAccount) =>
    expectData(await person.client.in(hub).get('trash/spaces/')).map(({ id }) => id);
  expect(await spaces(member)).toEqual([space.id]);
  for (const person of [owner, admin, other, guest]) {
    expect(await spaces(person)).toEqual([]);
    expectRefusal(await person.client.in(hub).post(`trash/spaces/${space.id}/restore/`), 404);
    expectRefusal(await person.client.in(hub).delete(`trash/spaces/${space.id}/`), 404);
  }
  const taken = await createSpace(owner, hub, { slug: 'plans', visibility: 'private' });
  const back = expectData(await at.post(`trash/spaces/${space.id}/restore/`));
  expect(back).toMatchObject({ id: space.id, visibility: 'private', my_role: 'owner' });
  expect(back.slug).not.toBe(taken.slug);
  expect(expectData(await other.client.in(hub).get(`spaces/${back.slug}/`)).my_role).toBe('editor');
  expectData(await server.client.get(`items/${item.id}/`));
  expectRefusal(await at.post(`trash/spaces/${space.id}/restore/`), 404);
  expectData(await at.delete(`spaces/${back.slug}/`));
  expectData(await at.delete(`trash/spaces/${space.id}/`));
  expect(await spaces(member)).toEqual([]);
  expectRefusal(await at.post(`trash/spaces/${space.id}/restore/`), 404);
  await eventually(async () =>
    expect(await server.sql('select 1 from item where space_id = $1', [space.id])).toEqual([]),
  );
});
