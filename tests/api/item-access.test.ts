import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const change = (person: TestAccount, id: string, body: unknown, revision?: number) =>
  person.client.put(`items/${id}/access/`, body, {
    headers: revision === undefined ? {} : { 'if-match': String(revision) },
  });
const access = async (person: TestAccount, id: string) =>
  expectData(await person.client.get(`items/${id}/access/`));
const roleOf = async (person: TestAccount, id: string) => {
  const response = await person.client.get(`items/${id}/`);
  return response.ok ? response.data.my_role : response.status;
};

test('adds, changes and removes named members without touching the rest of the list', async () => {
  const { hub, space, member, other, guest } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space }, { visibility: 'private' });
  expect(await roleOf(other, item.id)).toBe(404);
  const added = expectData(
    await change(member, item.id, {
      people: [
        { user_id: other.user.id, role: 'viewer' },
        { email: guest.email.toUpperCase(), role: 'commenter' },
      ],
    }),
  );
  expect(added.revision).toBe(item.revision + 1);
  expect(added.people.map(({ person, own_role }) => [person.id, own_role]).sort()).toEqual(
    [
      [guest.user.id, 'commenter'],
      [member.user.id, null],
      [other.user.id, 'viewer'],
    ].sort(),
  );
  expect(await roleOf(other, item.id)).toBe('viewer');
  expect(await roleOf(guest, item.id)).toBe('commenter');
  const creator = added.people.find(({ person }) => person.id === member.user.id);
  expect(creator).toMatchObject({ role: 'owner', changeable: false, reasons: [{ code: 'creator' }] });
  expectData(await change(member, item.id, { people: [{ user_id: other.user.id, role: 'editor' }] }));
  expect(await roleOf(other, item.id)).toBe('editor');
  expect(await roleOf(guest, item.id)).toBe(404);
  expectData(await change(member, item.id, { people: [] }));
  expect(await roleOf(other, item.id)).toBe(404);
});

test('changes visibility and members together, or neither', async () => {
  const { hub, space, member, other, stranger } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const people = [{ user_id: stranger.user.id, role: 'viewer' }];
  expectRefusal(await change(member, item.id, { visibility: 'private', people }), 422, 'invalid_fields');
  expect(await roleOf(other, item.id)).toBe('editor');
  const same = { user_id: other.user.id, role: 'viewer' };
  expectRefusal(await change(member, item.id, { people: [same, same] }), 422);
  expectRefusal(await change(member, item.id, { people: [{ role: 'viewer' }] }), 422);
  expectData(await change(member, item.id, { visibility: 'private', people: [same] }));
  expect(await roleOf(other, item.id)).toBe('viewer');
  expect((await access(member, item.id)).visibility).toBe('private');
});

test('returns 409 with the current state for a stale change', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const people = [{ user_id: other.user.id, role: 'viewer' }];
  expectData(await change(member, item.id, { people }, item.revision));
  const late = await change(member, item.id, { people: [] }, item.revision);
  expectRefusal(late, 409, 'stale_revision');
  expect(late.data).toMatchObject({ revision: item.revision + 1, visibility: 'shared' });
});

test('refuses to grant or revoke a role above the own one; the creator of a private item stays', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const give = (who: TestAccount, role: string) => [{ user_id: who.user.id, role }];
  expectRefusal(await change(member, item.id, { people: give(other, 'owner') }), 403);
  expectRefusal(await change(member, item.id, { people: give(member, 'owner') }), 403);
  expectData(await change(owner, item.id, { people: give(other, 'owner') }));
  expectRefusal(await change(member, item.id, { people: [] }), 403);
  expectRefusal(await change(member, item.id, { people: give(other, 'viewer') }), 403);
  expect((await access(member, item.id)).grantable).toEqual(['editor', 'commenter', 'viewer']);
  expect(
    (await access(member, item.id)).people.find(({ person }) => person.id === other.user.id),
  ).toMatchObject({ own_role: 'owner', changeable: false });
  const mine = await createItem(member, { hub, space }, { visibility: 'private' });
  expectData(await change(member, mine.id, { people: give(other, 'owner') }));
  expectRefusal(await change(other, mine.id, { people: give(member, 'viewer') }), 403);
  expectData(await change(other, mine.id, { people: give(other, 'owner') }));
  expect(await roleOf(member, mine.id)).toBe('owner');
});

test('makes the caller owner when they make another’s item private, and keeps them in the list', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  expectRefusal(await change(other, item.id, { visibility: 'private', people: [] }), 403);
  expectData(await change(owner, item.id, { visibility: 'private', people: [] }));
  expect(await roleOf(owner, item.id)).toBe('owner');
  expect(await roleOf(member, item.id)).toBe('owner');
  expect(await roleOf(other, item.id)).toBe(404);
});

test('grants on a folder apply to its descendants with their source, and a private folder hides all', async () => {
  const { hub, member, other } = await createEditorAndPlace(server.client);
  const space = await createSpace(member, hub, { visibility: 'private' });
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Folder' });
  const inner = await createItem(member, place, { kind: 'folder', title: 'Inner', parent: folder.id });
  const leaf = await createItem(member, place, { title: 'Leaf', parent: inner.id });
  expectData(await change(member, folder.id, { people: [{ user_id: other.user.id, role: 'commenter' }] }));
  expect(await roleOf(other, leaf.id)).toBe('commenter');
  const below = await access(member, leaf.id);
  const line = below.people.find(({ person }) => person.id === other.user.id);
  expect(line).toMatchObject({ role: 'commenter', own_role: null });
  expect(line?.reasons).toMatchObject([
    { code: 'by_name', source: { kind: 'folder', id: folder.id, name: 'Folder', is_this: false } },
  ]);
  expectData(await change(member, inner.id, { visibility: 'private' }));
  expect(await roleOf(other, leaf.id)).toBe(404);
  expectData(await change(member, leaf.id, { people: [{ user_id: other.user.id, role: 'viewer' }] }));
  expect(await roleOf(other, leaf.id)).toBe('viewer');
  expect(await roleOf(other, inner.id)).toBe(404);
});

test('invites an address, which has the role after joining', async () => {
  const { hub, space, member, guest } = await createEditorAndPlace(server.client);
  expectData(await member.client.patch('auth/me/', { first_name: 'Grace', last_name: 'Hopper' }));
  const item = await createItem(member, { hub, space }, { visibility: 'private' });
  const email = `new-${randomUUID().slice(-8)}@example.test`;
  const access = expectData(await change(member, item.id, { people: [{ email, role: 'editor' }] }));
  const [invitation] = access.invitations;
  expect(invitation).toMatchObject({ email, status: 'invited' });
  expect(access.invited).toMatchObject([{ email, role: 'editor' }]);
  const token = invitation?.link?.split('/').at(-1);
  const newcomer = await registerUser(server.client, { email });
  expect(await roleOf(newcomer, item.id)).toBe(404);
  expectData(await newcomer.client.post(`invites/${token}/accept/`));
  expect(await roleOf(newcomer, item.id)).toBe('editor');
  // The list contains what was shared with them, and by whom.
  const shared = expectData(await newcomer.client.in(hub).get('shared/'));
  expect(shared).toMatchObject([{ item: { id: item.id }, role: 'editor', shared_by: 'Grace Hopper' }]);
  // Guests can't invite anybody, and see no addresses.
  const refused = expectData(
    await change(newcomer, item.id, {
      people: [
        { user_id: newcomer.user.id, role: 'editor' },
        { email: 'more@example.test', role: 'viewer' },
      ],
    }),
  );
  expect(refused.invitations).toMatchObject([{ status: 'refused' }]);
  expect(refused.people.every(({ person }) => person.email === null)).toBe(true);
  expect(await roleOf(guest, item.id)).toBe(404);
});

test('grants nothing for an invitation that was removed from the list', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space }, { visibility: 'private' });
  const email = `late-${randomUUID().slice(-8)}@example.test`;
  const access = expectData(await change(member, item.id, { people: [{ email, role: 'viewer' }] }));
  const again = expectData(await change(member, item.id, { people: [{ email, role: 'viewer' }] }));
  expect(again.invitations).toEqual([]);
  expect(again.invited.length).toBe(1);
  expect(expectData(await change(member, item.id, { people: [] })).invited).toEqual([]);
  const newcomer = await registerUser(server.client, { email });
  const token = access.invitations[0]?.link?.split('/').at(-1);
  await newcomer.client.post(`invites/${token}/accept/`);
  expect(await roleOf(newcomer, item.id)).toBe(404);
});

test('returns the members of an item only to those who may share it', async () => {
  const { hub, owner, member, guest, stranger } = await createEditorAndPlace(server.client);
  const space = await createSpace(owner, hub, { visibility: 'public' });
  const item = await createItem(owner, { hub, space });
  for (const [person, status] of [
    [member, 403],
    [guest, 403],
    [stranger, 403],
  ] as const) {
    expectRefusal(await person.client.get(`items/${item.id}/access/`), status);
    expectRefusal(await change(person, item.id, { visibility: 'public' }), status);
    expectRefusal(await person.client.get(`items/${item.id}/who-can-see/`), status);
    expectRefusal(await person.client.in(hub).get(`spaces/${space.slug}/who-can-see/`), status);
  }
  expectRefusal(await server.client.get(`items/${item.id}/access/`), 401);
});

test('writes an audit entry for every change of access', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space }, { title: 'Told' });
  const people = [{ user_id: other.user.id, role: 'viewer' }];
  expectData(await change(member, item.id, { visibility: 'public', people }));
  expectData(await member.client.patch(`items/${item.id}/`, { visibility: 'shared' }));
  expectData(await change(member, item.id, { people }));
  const log = expectData(
    await owner.client.get(`hubs/${hub.domain_handle}/audit-log/`, {
      query: { page_size: 50 },
    }),
  );
  const mine = log.filter(({ action }) => action.startsWith('item.')).map(({ action }) => action);
  expect(mine).toEqual(['item.visibility_changed', 'item.access_changed', 'item.visibility_changed']);
});

test('lists what others shared by name under “shared with me”, without own items and revoked shares', async () => {
  const { hub, space, member, other, guest } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Folder' });
  const item = await createItem(member, place, { title: 'Item', visibility: 'private' });
  for (const { id } of [folder, item]) {
    expectData(await change(member, id, { people: [{ user_id: guest.user.id, role: 'viewer' }] }));
  }
  const shared = async (person: TestAccount, q?: string) =>
    expectData(await person.client.in(hub).get('shared/', { query: { q } }));
  expect((await shared(guest)).map((one) => one.item?.title)).toEqual(['Item', 'Folder']);
  expect(await shared(guest, 'fold')).toMatchObject([
    { item: { id: folder.id, kind: 'folder' }, role: 'viewer', shared_by: 'Ada Lovelace' },
  ]);
  expect(await shared(member)).toEqual([]);
  expect(await shared(other)).toEqual([]);
  expectData(await change(member, item.id, { people: [] }));
  expectData(await member.client.delete(`items/${folder.id}/`));
  expect(await shared(guest)).toEqual([]);
  expectRefusal(await server.client.in(hub).get('shared/'), 401);
});
