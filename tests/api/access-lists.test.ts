import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VISIBILITIES } from '#lib/access/roles.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import { itemAccess, type ScopeRights, spaceAccess } from '#server/access/policy/access-list.ts';
import type { Principal } from '#server/access/policy/principals.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { createHub, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await startServer();
  database = openDatabase(openPool(server.databaseUrl, 2));
});
afterAll(async () => {
  await database.destroy();
  await server.stop();
});

/** Every item's access list, computed top-down only from visibilities, members and parents. */
async function listsFromScratch(spaceId: string): Promise<Map<string, ScopeRights['list']>> {
  const space = await database
    .selectFrom('space')
    .selectAll()
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  const members = await database
    .selectFrom('space_member')
    .selectAll()
    .where('space_id', '=', spaceId)
    .execute();
  const items = await database.selectFrom('item').selectAll().where('space_id', '=', spaceId).execute();
  const grants = await database.selectFrom('item_grant').selectAll().execute();
  const links = await database.selectFrom('share_link').selectAll().where('revoked_at', 'is', null).execute();
  const lists = new Map<string, ScopeRights['list']>();
  const visit = (parent: string | null, holder: ScopeRights): void => {
    for (const item of items.filter((one) => one.parent_id === parent)) {
      const own = grants.filter((grant) => grant.item_id === item.id);
      const shared = links
        .filter((link) => link.item_id === item.id)
        .map(({ id, role }) => ({ link_id: id, role }));
      const differs = item.visibility !== 'shared' || own.length > 0 || shared.length > 0;
      const rights = differs ? itemAccess(holder, { ...item, grants: own, links: shared }) : holder;
      lists.set(item.id, rights.list);
      visit(item.id, rights);
    }
  };
  visit(null, spaceAccess({ ...space, members }));
  return lists;
}

async function storedLists(spaceId: string): Promise<Map<string, ScopeRights['list']>> {
  const { rows } = await sql<{ id: string; principal: Principal; role: number }>`
    select item.id, list.principal, max(list.role) as role
    from item join scope_access list on list.scope_id = item.scope_id
    where item.space_id = ${spaceId} group by item.id, list.principal`.execute(database);
  const lists = new Map<string, Map<Principal, number>>();
  for (const { id, principal, role } of rows) {
    const list = lists.get(id) ?? new Map();
    lists.set(id, list.set(principal, role));
  }
  return lists;
}

const visibility = fc.constantFrom(...VISIBILITIES);
const which = fc.nat({ max: 11 });
const step = fc.oneof(
  fc.record({
    act: fc.constant('make' as const),
    folder: which,
    visibility,
    by: fc.boolean(),
    isFolder: fc.boolean(),
  }),
  fc.record({ act: fc.constant('move' as const), item: which, folder: which, visibility }),
  fc.record({ act: fc.constant('show' as const), item: which, visibility }),
  fc.record({ act: fc.constant('give' as const), item: which, to: fc.boolean(), visibility }),
  fc.record({ act: fc.constant('link' as const), item: which }),
  fc.record({ act: fc.constant('end' as const), link: fc.nat({ max: 3 }) }),
  fc.record({ act: fc.constant('space' as const), visibility }),
);

test('access lists follow from the tree after any sequence of creations, moves and visibility changes', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const member = await addMember(server.client, owner, hub);
  const perform = async (
    space: Space,
    items: Item[],
    links: { id: string; item: string }[],
    person: TestAccount,
    one: typeof step extends fc.Arbitrary<infer S> ? S : never,
  ) => {
    const folders = items.filter(({ kind }) => kind === 'folder');
    const client = person.client.in(hub);
    if (one.act === 'space')
      return owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: one.visibility });
    if (one.act === 'make') {
      const parent = folders[one.folder]?.id ?? null;
      const body = {
        kind: one.isFolder ? 'folder' : 'document',
        title: 'x',
        parent,
        visibility: one.visibility,
      };
      const made = await client.post(`spaces/${space.slug}/items/`, body);
      if (made.ok) items.push(made.data);
      return made;
    }
    if (one.act === 'end') {
      const ended = links.splice(one.link, 1)[0];
      return ended && client.delete(`items/${ended.item}/share-links/${ended.id}/`);
    }
    const item = items[one.item];
    if (!item) return undefined;
    if (one.act === 'give') {
      const people = one.to ? [{ user_id: member.user.id, role: 'editor' }] : [];
      return client.put(`items/${item.id}/access/`, { people, visibility: one.visibility });
    }
    if (one.act === 'link') {
      const made = await client.post(`items/${item.id}/share-links/`, {});
      if (made.ok) links.push({ id: made.data.id, item: item.id });
      return made;
    }
    const parent = one.act === 'move' ? { parent: folders[one.folder]?.id ?? null } : {};
    return client.patch(`items/${item.id}/`, { visibility: one.visibility, ...parent });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const space = await createSpace(owner, hub, { default_role: 'editor' });
      const links: { id: string; item: string }[] = [];
      const items = [await createItem(owner, { hub, space }, { kind: 'folder', title: 'First' })];
      for (const one of steps) {
        const response = await perform(
          space,
          items,
          links,
          one.act === 'make' && one.by ? member : owner,
          one,
        );
        expect(response?.status ?? 200).toBeLessThan(500);
      }
      expect(await storedLists(space.id)).toEqual(await listsFromScratch(space.id));
    }),
    { numRuns: 25 },
  );
});

test('writes one row per access list when a member is added, however many members it names', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const [first, second] = [
    await addMember(server.client, owner, hub),
    await addMember(server.client, owner, hub),
  ];
  const space = await createSpace(owner, hub, { visibility: 'private' });
  await createItem(owner, { hub, space }, { visibility: 'public' });
  await createItem(owner, { hub, space }, { visibility: 'private' });
  const people = `spaces/${space.slug}/members/`;
  expectData(await owner.client.in(hub).post(people, { user_id: first.user.id, role: 'viewer' }), 201);
  const rows = () =>
    sql<{ row: string }>`select scope_id || ' ' || principal || ' ' || xmin as row from scope_entry
      where space_id = ${space.id}`
      .execute(database)
      .then((found) => found.rows.map(({ row }) => row));
  const before = new Set(await rows());
  expectData(await owner.client.in(hub).post(people, { user_id: second.user.id, role: 'viewer' }), 201);
  const written = (await rows()).filter((row) => !before.has(row));
  expect(written).toHaveLength(1);
  expect(written.every((row) => row.includes(`user:${second.user.id}`))).toBe(true);
});
