import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ plans: 'default' });
});
afterAll(() => server.stop());

const level = (person: TestAccount, slug: string, handle: string, query = '') =>
  person.client.in(handle).get(`spaces/${slug}/tree/${query}`);

test('lists the folders and documents of a level, and whether a folder opens', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const full = await createItem(member, place, { kind: 'folder', title: 'Full 10' });
  await createItem(member, place, { kind: 'folder', title: 'Full 9' });
  await createItem(member, place, { title: 'A document' });
  await createItem(member, place, { kind: 'table', title: 'A table' });
  await createItem(member, place, { title: 'Inside', parent: full.id });
  const top = expectData(await level(member, space.slug, hub.domain_handle));
  expect(top.map(({ title, kind, opens }) => [title, kind, opens])).toEqual([
    ['Full 9', 'folder', false],
    ['Full 10', 'folder', true],
    ['A document', 'document', false],
  ]);
  const inside = expectData(await level(member, space.slug, hub.domain_handle, `?parent=${full.id}`));
  expect(inside.map(({ title }) => title)).toEqual(['Inside']);
});

test('shows no private document, not by its folder either, and nothing of a folder that is hidden', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Plans' });
  const secret = await createItem(member, place, { title: 'Secret', parent: folder.id });
  expectData(await member.client.patch(`items/${secret.id}/`, { visibility: 'private' }));
  const seen = expectData(await level(other, space.slug, hub.domain_handle));
  expect(seen.map(({ title, opens }) => [title, opens])).toEqual([['Plans', false]]);
  expect(expectData(await level(other, space.slug, hub.domain_handle, `?parent=${folder.id}`))).toEqual([]);
  expectData(await member.client.patch(`items/${folder.id}/`, { visibility: 'private' }));
  const open = await createItem(member, place, { title: 'Shared', parent: folder.id });
  const people = [{ user_id: other.user.id, role: 'viewer' }];
  expectData(await member.client.put(`items/${open.id}/access/`, { people }));
  expect(expectData(await level(other, space.slug, hub.domain_handle))).toEqual([]);
  expect(expectData(await level(other, space.slug, hub.domain_handle, `?parent=${folder.id}`))).toEqual([]);
  const hidden = await createSpace(member, hub, { visibility: 'private' });
  expectRefusal(await level(other, hidden.slug, hub.domain_handle), 404);
});

test('reads a level of more than a thousand documents by its cursor, each once', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const first: Item = await createItem(member, { hub, space }, { title: 'Page 0' });
  const database = openDatabase(openPool(server.databaseUrl, 1));
  await sql`
    insert into item (id, hub_id, space_id, scope_id, kind, title, visibility, content, created_by, updated_by)
    select gen_random_uuid(), hub_id, space_id, scope_id, kind, 'Page ' || n, visibility, 'Text', created_by, created_by
    from item, generate_series(1, 1499) n where id = ${first.id}`.execute(database);
  await database.destroy();
  const one = await level(member, space.slug, hub.domain_handle);
  const titles = expectData(one).map(({ title }) => title);
  expect(titles).toHaveLength(1000);
  const after = `?after=${encodeURIComponent(String(one.body.next))}`;
  const rest = await level(member, space.slug, hub.domain_handle, after);
  titles.push(...expectData(rest).map(({ title }) => title));
  expect(rest.body.next).toBeNull();
  expect(titles).toEqual(Array.from({ length: 1500 }, (_, n) => `Page ${n}`));
});
