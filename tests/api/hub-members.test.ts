import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Hub } from '#lib/contract/hub.ts';
import type { Member, MemberDetail } from '#lib/contract/member.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createHub, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const pathOf = (hub: Hub, person?: TestAccount) =>
  `hubs/${hub.domain_handle}/members/${person ? `${person.user.id}/` : ''}`;

const listed = async (by: TestAccount, hub: Hub, query: Record<string, string | number> = {}) =>
  expectData(await by.client.get<Member[]>(pathOf(hub), { query }));

const stateOf = async (by: TestAccount, hub: Hub, person: TestAccount) =>
  expectData(await by.client.get<MemberDetail>(pathOf(hub, person)));

test('lists members to members; to admins also suspended ones and the last visit', async () => {
  const { hub, owner, admin, member, other, guest } = await createMembers(server.client);
  expectData(await other.client.in(hub).get('spaces/'));
  expectData(await admin.client.patch(pathOf(hub, other), { suspended: true }));

  const all = await listed(admin, hub);
  expect(all.map((one) => one.id).sort()).toEqual(
    [owner, admin, member, other, guest].map((one) => one.user.id).sort(),
  );
  const suspended = all.find((one) => one.id === other.user.id);
  expect(suspended).toMatchObject({ role: 'member', suspended: true, email: other.email, is_me: false });
  expect(Date.parse(suspended?.last_seen_at ?? '')).toBeLessThanOrEqual(Date.now());
  expect((await listed(admin, hub, { state: 'suspended' })).map((one) => one.id)).toEqual([other.user.id]);

  const seen = await listed(member, hub, { state: 'suspended' });
  expect(seen.map((one) => one.id)).not.toContain(other.user.id);
  expect(seen).toHaveLength(4);
  expect(seen.every((one) => one.last_seen_at === null)).toBe(true);
  expectRefusal(await member.client.get(pathOf(hub, other)), 404);
});

test('pages, searches, sorts, filters and counts the list', async () => {
  const { hub, owner, admin } = await createMembers(server.client);
  const percent = await addMember(server.client, owner, hub);
  expectData(await percent.client.patch('auth/me/', { first_name: '100%', last_name: 'O’Hara' }));
  const page = await owner.client.get<Member[]>(pathOf(hub), { query: { page: 2, page_size: 4 } });
  expect(page.body).toMatchObject({ count: 6, page: 2, page_size: 4 });
  expect(page.data).toHaveLength(2);
  expect((await listed(owner, hub, { q: '%' })).map((one) => one.id)).toEqual([percent.user.id]);
  expect((await listed(owner, hub, { q: admin.email.toUpperCase() })).map((one) => one.id)).toEqual([
    admin.user.id,
  ]);
  expect((await listed(owner, hub, { role: 'guest' })).map((one) => one.role)).toEqual(['guest']);
  const roles = (await listed(owner, hub, { sort: 'role' })).map((one) => one.role);
  expect(roles).toEqual(['owner', 'admin', 'member', 'member', 'member', 'guest']);
  const names = (await listed(owner, hub, { sort: '-name' })).map((one) => one.first_name);
  expect(names.at(0)).toBe('Olga');
  expect(names.at(-1)).toBe('100%');
  expectRefusal(await owner.client.get(pathOf(hub), { query: { sort: 'password' } }), 422);
});

test('finds members by their confirmed addresses alone, and only for who may see members', async () => {
  const { hub, owner, admin, member, other, guest } = await createMembers(server.client);
  const emails = [member.email.toUpperCase(), other.email, 'nobody@example.org'].join(',');
  const found = async (by: TestAccount) => (await listed(by, hub, { emails })).map((one) => one.id).sort();
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  const confirm = (person: TestAccount, is_email_verified: boolean) =>
    database.updateTable('app_user').set({ is_email_verified }).where('id', '=', person.user.id).execute();
  await confirm(member, false);
  await confirm(other, false);
  expect(await found(owner)).toEqual([]);
  await confirm(member, true);
  expect(await found(owner)).toEqual([member.user.id]);
  expect(await found(other)).toEqual([member.user.id]);
  await confirm(other, true);
  expect(await found(owner)).toEqual([member.user.id, other.user.id].sort());
  // A part of an address is none.
  expect(await listed(owner, hub, { emails: member.email.slice(1) })).toEqual([]);
  expectData(await admin.client.patch(pathOf(hub, other), { suspended: true }));
  expect(await found(member)).toEqual([member.user.id]);
  expectRefusal(await guest.client.get(pathOf(hub), { query: { emails } }), 403);
  const stranger = await registerUser(server.client, { email: 'stranger-of-emails@example.org' });
  expectRefusal(await stranger.client.get(pathOf(hub), { query: { emails } }), 404);
  const many = Array.from({ length: 101 }, (_, at) => `p${at}@example.org`).join(',');
  expectRefusal(await owner.client.get(pathOf(hub), { query: { emails: many } }), 422);
});

test('returns the allowed operations and assignable roles for each member', async () => {
  const { hub, owner, admin, member } = await createMembers(server.client);
  const byAdmin = new Map((await listed(admin, hub)).map((one) => [one.id, one]));
  expect(byAdmin.get(owner.user.id)).toMatchObject({ allowed: [], roles: [] });
  expect(byAdmin.get(member.user.id)).toMatchObject({
    allowed: ['member.change_role', 'member.suspend', 'member.remove'],
    roles: ['admin', 'member', 'guest'],
  });
  expect(byAdmin.get(admin.user.id)).toMatchObject({ allowed: ['member.change_role', 'member.remove'] });
  const byMember = new Map((await listed(member, hub)).map((one) => [one.id, one]));
  expect(byMember.get(admin.user.id)).toMatchObject({ allowed: [], roles: [] });
  expect(byMember.get(member.user.id)).toMatchObject({ is_me: true, allowed: ['member.remove'], roles: [] });
});

test('changes a role at once, and refuses to change the last owner’s', async () => {
  const { hub, owner, admin, member } = await createMembers(server.client);
  const changed = expectData(await owner.client.patch<Member>(pathOf(hub, member), { role: 'admin' }));
  expect(changed).toMatchObject({ id: member.user.id, role: 'admin' });
  expectData(await member.client.get(`hubs/${hub.domain_handle}/invites/`));
  expectData(await admin.client.patch(pathOf(hub, member), { role: 'member' }));
  expectRefusal(await member.client.get(`hubs/${hub.domain_handle}/invites/`), 403);

  for (const attempt of [
    await owner.client.patch(pathOf(hub, owner), { role: 'admin' }),
    await owner.client.delete(pathOf(hub, owner)),
  ]) {
    expectRefusal(attempt, 409, 'last_owner');
  }
  expectRefusal(await owner.client.patch(pathOf(hub, owner), { suspended: true }), 403);
  expectData(await owner.client.patch(pathOf(hub, admin), { role: 'owner' }));
  expectData(await owner.client.patch(pathOf(hub, owner), { role: 'member' }));
  expectRefusal(await admin.client.delete(pathOf(hub, admin)), 409, 'last_owner');
  expectRefusal(await owner.client.patch(pathOf(hub, member), {}), 422, 'invalid_fields');
  expectRefusal(await admin.client.patch(pathOf(hub, member), { role: 'king' }), 422);
});

test('denies a suspended member everything in the hub until reinstated, and nothing elsewhere', async () => {
  const { hub, owner, member } = await createMembers(server.client);
  const space = await createSpace(owner, hub, { visibility: 'shared' });
  const own = await createHub(member);
  expectData(await member.client.post(`hubs/${hub.domain_handle}/activate/`));
  expectData(await member.client.in(hub).get(`spaces/${space.slug}/`));
  expectData(await owner.client.patch(pathOf(hub, member), { suspended: true }));
  expectRefusal(await member.client.in(hub).get(`spaces/${space.slug}/`), 404);
  expectRefusal(await member.client.get(pathOf(hub)), 404);
  const user = expectData(await member.client.get('auth/me/'));
  expect(user.active_organization).toMatchObject({ id: own.id });
  expect(user.organization_list.map((one) => one.id)).toEqual([own.id]);
  // The hub for requests without a handle has switched to the other one, too.
  expectData(await member.client.get('spaces/'));
  expectData(await owner.client.patch(pathOf(hub, member), { suspended: false }));
  expectData(await member.client.in(hub).get(`spaces/${space.slug}/`));
});

test('deletes all grants of a removed member, who does not regain them by rejoining', async () => {
  const { hub, owner, member } = await createMembers(server.client);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const item = await createItem(
    owner,
    { hub, space: await createSpace(owner, hub) },
    { visibility: 'private' },
  );
  const inHub = owner.client.in(hub);
  const place = `spaces/${space.slug}/members/`;
  expectData(await inHub.post(place, { user_id: member.user.id, role: 'editor' }));
  expectData(
    await inHub.put(`items/${item.id}/access/`, {
      visibility: 'private',
      people: [{ user_id: member.user.id, role: 'viewer' }],
    }),
  );
  expectData(await member.client.in(hub).get(`spaces/${space.slug}/`));
  expectData(await member.client.in(hub).get(`items/${item.id}/`));

  expectData(await owner.client.delete(pathOf(hub, member)));
  expectRefusal(await member.client.in(hub).get(`spaces/${space.slug}/`), 404);
  expectRefusal(await member.client.get(`items/${item.id}/`), 404);
  expectRefusal(await owner.client.get(pathOf(hub, member)), 404);
  const outcome = expectData(
    await owner.client.post<{ link: string }[]>(`hubs/${hub.domain_handle}/invites/`, [
      { email: member.email },
    ]),
  );
  expectData(await member.client.post(`invites/${outcome[0]?.link.split('/').at(-1)}/accept/`));
  expectRefusal(await member.client.in(hub).get(`spaces/${space.slug}/`), 404);
  expectRefusal(await member.client.get(`items/${item.id}/`), 404);
});

test('reports private spaces without an owner before and after, by number to others and by name to the caller', async () => {
  const { hub, owner, member, other } = await createMembers(server.client);
  const space = await createSpace(member, hub, { name: 'Redundancies', visibility: 'private' });
  const inHub = member.client.in(hub);
  expectData(await inHub.post(`spaces/${space.slug}/members/`, { user_id: other.user.id, role: 'editor' }));
  await createItem(member, { hub, space }, { visibility: 'private' });

  const seen = await stateOf(owner, hub, member);
  expect(seen.leaving).toMatchObject({ spaces_without_owner: 1, spaces: [], private_items: 1 });
  expect(JSON.stringify(seen)).not.toContain('Redundancies');
  expect((await stateOf(member, hub, member)).leaving?.spaces).toEqual([
    { slug: space.slug, name: 'Redundancies' },
  ]);
  expect((await stateOf(other, hub, member)).leaving).toBeNull();

  const removed = await owner.client.delete<{ spaces_without_owner: number }>(pathOf(hub, member));
  expect(expectData(removed)).toEqual({ spaces_without_owner: 1 });
  expect(removed.body.message).toContain('One private space has no owner now');
  expect(expectData(await other.client.in(hub).get(`spaces/${space.slug}/`)).my_role).toBe('editor');
  expectRefusal(await owner.client.in(hub).get(`spaces/${space.slug}/`), 404);
});

test('lets everybody leave, also a guest, and returns the next hub', async () => {
  const { hub, guest, member } = await createMembers(server.client);
  const own = await createHub(member);
  expectData(await member.client.post(`hubs/${hub.domain_handle}/activate/`));
  const left = await member.client.delete(pathOf(hub, member));
  expect(expectData(left)).toEqual({ spaces_without_owner: 0 });
  expect(left.body.message).toBe('You left the hub.');
  expect(expectData(await member.client.get('auth/me/')).active_organization).toMatchObject({
    id: own.id,
  });
  expectData(await guest.client.delete(pathOf(hub, guest)));
  expectRefusal(await guest.client.delete(pathOf(hub, guest)), 404);
});

test('writes an audit entry for every action on a member', async () => {
  const { hub, owner, member, other } = await createMembers(server.client);
  const spy = await registerUser(server.client);
  expectData(await owner.client.patch(pathOf(hub, member), { role: 'admin' }));
  expectData(await owner.client.patch(pathOf(hub, member), { suspended: true }));
  expectData(await owner.client.patch(pathOf(hub, member), { suspended: false }));
  expectData(await owner.client.delete(pathOf(hub, member)));
  expectData(await other.client.delete(pathOf(hub, other)));
  expectRefusal(await spy.client.delete(pathOf(hub, owner)), 404);
  const database = openDatabase(openPool(server.databaseUrl, 1));
  const rows = await database
    .selectFrom('audit_entry')
    .select(['action', 'actor_id', 'target_id', 'details'])
    .where('hub_id', '=', hub.id)
    .where('target_kind', '=', 'member')
    .where('action', 'not in', ['member.invited', 'member.joined'])
    .orderBy('id')
    .execute();
  await database.destroy();
  expect(rows.map((row) => [row.action, row.actor_id === owner.user.id, row.target_id])).toEqual([
    ['member.role_changed', true, member.user.id],
    ['member.suspended', true, member.user.id],
    ['member.reinstated', true, member.user.id],
    ['member.removed', true, member.user.id],
    ['member.left', false, other.user.id],
  ]);
  expect(rows[0]?.details).toMatchObject({ from: 'member', to: 'admin' });
});
