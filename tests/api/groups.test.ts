import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { ChangedAccess, ResourceAccess } from '#lib/contract/access.ts';
import type { HubGroup } from '#lib/contract/group.ts';
import { createSpace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

async function createCast() {
  const cast = await createMembers(server.client);
  const path = `hubs/${cast.hub.domain_handle}/groups/`;
  const create = async (name: string) =>
    expectData(await cast.owner.client.post<HubGroup>(path, { name }), 201);
  const add = async (group: HubGroup, person: { user: { id: string } }) =>
    expectData(await cast.admin.client.post(`${path}${group.id}/members/`, [{ user_id: person.user.id }]));
  const remove = async (group: HubGroup, person: { user: { id: string } }) =>
    expectData(await cast.admin.client.delete(`${path}${group.id}/members/${person.user.id}/`));
  return { ...cast, path, create, add, remove };
}

test('lets admins manage groups, members see them, and guests not', async () => {
  const { owner, admin, member, guest, stranger, hub, path, create, add } = await createCast();
  const group = await create('River crew');
  expectRefusal(await admin.client.post(path, { name: 'river CREW' }), 409);
  expectRefusal(await member.client.post(path, { name: 'Mine' }), 403);
  await add(group, member);
  expectRefusal(await admin.client.post(`${path}${group.id}/members/`, [{ user_id: stranger.user.id }]), 422);
  expect(expectData(await member.client.get<HubGroup[]>(path))).toMatchObject([
    { id: group.id, name: 'River crew', members_count: 1, allowed: [] },
  ]);
  expect(expectData(await member.client.get(`${path}${group.id}/members/`))).toMatchObject([
    { user: { id: member.user.id }, by_name: true },
  ]);
  expectRefusal(await guest.client.get(path), 403);
  expectRefusal(await stranger.client.get(path), 404);
  // The list of members says who is in which group; a guest's own entry names none.
  const groupsOf = async (viewer: typeof member, who: typeof member) =>
    expectData(await viewer.client.get(`hubs/${hub.domain_handle}/members/${who.user.id}/`)).groups;
  expect(await groupsOf(owner, member)).toEqual([{ id: group.id, name: 'River crew' }]);
  expect(await groupsOf(member, owner)).toEqual([]);
  await add(group, guest);
  expect(await groupsOf(member, guest)).toEqual([{ id: group.id, name: 'River crew' }]);
  expect(await groupsOf(guest, guest)).toEqual([]);
  const renamed = await admin.client.patch(`${path}${group.id}/`, { name: 'Lake crew' });
  expect(expectData(renamed)).toMatchObject({ name: 'Lake crew', allowed: ['change', 'delete', 'members'] });
  expectRefusal(await owner.client.patch(`${path}${group.id}/`, { colour: 'red' }), 422);
});

test('gives the members of a group its role in a space while they are in it', async () => {
  const { owner, member, other, guest, hub, path, create, add, remove } = await createCast();
  const group = await create('Crew');
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const item = await createItem(owner, { hub, space });
  const status = async (who: typeof member) => (await who.client.get(`items/${item.id}/`)).status;
  await add(group, member);
  const added = await owner.client.in(hub).post(`spaces/${space.slug}/members/`, {
    group_id: group.id,
    role: 'editor',
  });
  expectData(added, 201);
  expect(await Promise.all([status(member), status(other)])).toEqual([200, 404]);
  expect(expectData(await member.client.in(hub).get(`spaces/${space.slug}/`)).my_role).toBe('editor');
  expect(expectData(await member.client.in(hub).get('spaces/')).map(({ id }) => id)).toContain(space.id);
  // A guest of the hub may be in a group too.
  await add(group, guest);
  expect(await status(guest)).toBe(200);
  await remove(group, member);
  expect(await status(member)).toBe(404);
  expect(expectData(await owner.client.in(hub).get(`spaces/${space.slug}/groups/`))).toMatchObject([
    { id: group.id, role: 'editor', members_count: 1 },
  ]);
  // Anybody who is suspended or leaves the hub has no role of any group.
  expectData(
    await owner.client.patch(`hubs/${hub.domain_handle}/members/${guest.user.id}/`, { suspended: true }),
  );
  expect(await status(guest)).toBe(404);
  await add(group, member);
  expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/groups/${group.id}/`));
  expect(await status(member)).toBe(404);
  expectData(
    await owner.client.in(hub).post(`spaces/${space.slug}/members/`, { group_id: group.id, role: 'viewer' }),
    201,
  );
  expect(await status(member)).toBe(200);
  expectData(await owner.client.delete(`${path}${group.id}/`));
  expect(await status(member)).toBe(404);
});

test('grants an item to a group, names it as the reason, and removes the grant with the group', async () => {
  const { owner, member, other, guest, hub, path, create, add } = await createCast();
  const group = await create('Reviewers');
  await add(group, member);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const item = await createItem(owner, { hub, space });
  const access = `items/${item.id}/access/`;
  const people = [{ group_id: group.id, role: 'commenter' }];
  const changed = expectData(await owner.client.put<ChangedAccess>(access, { people }));
  expect(changed.granted_groups).toMatchObject([{ id: group.id, name: 'Reviewers', role: 'commenter' }]);
  expect((await member.client.get(`items/${item.id}/`)).status).toBe(200);
  expect((await other.client.get(`items/${item.id}/`)).status).toBe(404);
  const seen = expectData(await owner.client.get(`items/${item.id}/who-can-see/`));
  expect(seen.find(({ person }) => person?.id === member.user.id)).toMatchObject({
    role: 'commenter',
    reasons: [{ code: 'group', role: 'commenter', group: { id: group.id, name: 'Reviewers' } }],
  });
  // What the group may open is named to those who may see it themselves.
  const grantsFor = async (who: typeof member) =>
    expectData(await who.client.get(`${path}${group.id}/grants/`));
  const named = {
    kind: 'document',
    id: item.id,
    name: item.title,
    space_slug: space.slug,
    role: 'commenter',
  };
  expect(await grantsFor(member)).toEqual({ grants: [named], others: 0 });
  expect(await grantsFor(other)).toEqual({ grants: [], others: 1 });
  expectRefusal(await guest.client.get(`${path}${group.id}/grants/`), 403);
  expectRefusal(await owner.client.put(access, { people: [{ group_id: hub.id, role: 'viewer' }] }), 422);
  expectRefusal(await owner.client.put(access, { people: [...people, ...people] }), 422);
  expectData(
    await owner.client.put(access, { people: [...people, { user_id: guest.user.id, role: 'editor' }] }),
  );
  // Guests see no names of groups, and take none away that they do not name.
  const asGuest = expectData(await guest.client.get<ResourceAccess>(access));
  expect(asGuest.granted_groups).toMatchObject([{ id: group.id, name: null }]);
  expectData(await owner.client.delete(`${path}${group.id}/`));
  expect((await member.client.get(`items/${item.id}/`)).status).toBe(404);
  expect(expectData(await owner.client.get<ResourceAccess>(access)).granted_groups).toEqual([]);
  const log = expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/`));
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['group.created', 'group.member_added', 'group.deleted']),
  );
});

test('gives the members of a group its role in a form, and names the group as the reason', async () => {
  const { owner, member, other, hub, create, add, remove } = await createCast();
  const group = await create('Readers');
  await add(group, member);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const form = await createOpenForm(owner, { hub, space }, { visibility: 'private' });
  const people = [{ group_id: group.id, role: 'editor' }];
  const changed = expectData(await owner.client.put(`forms/${form.id}/access/`, { people }));
  expect(changed.granted_groups).toMatchObject([{ id: group.id, role: 'editor' }]);
  expectData(await member.client.get(`forms/${form.id}/submissions/`));
  expectRefusal(await other.client.get(`forms/${form.id}/`), 404);
  const seen = expectData(await owner.client.get(`forms/${form.id}/who-can-see/`));
  expect(seen.find(({ person }) => person?.id === member.user.id)?.reasons).toMatchObject([
    { code: 'group', role: 'editor', group: { id: group.id } },
  ]);
  await remove(group, member);
  expectRefusal(await member.client.get(`forms/${form.id}/`), 404);
});

/** Runs a request that waits for a group's row, in which something else is done meanwhile. */
async function meanwhile<T>(group: { id: string }, change: string, request: () => Promise<T>): Promise<T> {
  await server.sql('begin');
  await server.sql('select from hub_group where id = $1 for update', [group.id]);
  const sent = request();
  await eventually(async () => {
    const waiting = await server.sql(
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    expect(waiting).toHaveLength(1);
  });
  await server.sql(change, [group.id]);
  await server.sql('commit');
  return sent;
}

test('adds nobody to a group that is deleted at the same moment', async () => {
  const { other, create, owner, path } = await createCast();
  const group = await create('Crew');
  const members = [{ user_id: other.user.id }];
  const add = () => owner.client.post(`${path}${group.id}/members/`, members);
  expectRefusal(await meanwhile(group, 'delete from hub_group where id = $1', add), 404);
});

test('is deleted by one of two who do it at once', async () => {
  const { create, owner, hub, path } = await createCast();
  const group = await create('Crew');
  const remove = () => owner.client.delete(`${path}${group.id}/`);
  expectRefusal(await meanwhile(group, 'delete from hub_group where id = $1', remove), 404);
  const log = expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/`));
  expect(log.filter(({ action }) => action === 'group.deleted')).toEqual([]);
});

test('notes in the audit log what a change found, also of one at the same moment', async () => {
  const { create, owner, hub, path } = await createCast();
  const group = await create('Crew');
  const rename = () => owner.client.patch(`${path}${group.id}/`, { name: 'Sailors' });
  expectData(await meanwhile(group, `update hub_group set name = 'Team' where id = $1`, rename));
  const log = expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/`));
  expect(log.find(({ action }) => action === 'group.changed')?.details).toEqual({
    name: { from: 'Team', to: 'Sailors' },
  });
});

test('opens no private space to an admin who would add themselves, by name or by their mail domain', async () => {
  const { member, admin, other, hub, path, create, add } = await createCast();
  const group = await create('Board');
  await add(group, other);
  const space = await createSpace(member, hub, { visibility: 'private' });
  const grant = { group_id: group.id, role: 'viewer' };
  expectData(await member.client.in(hub).post(`spaces/${space.slug}/members/`, grant), 201);
  const own = [{ user_id: admin.user.id }];
  expectRefusal(await admin.client.post(`${path}${group.id}/members/`, own), 403, 'own_promotion');
  await server.sql('update app_user set is_email_verified = true where id = $1', [admin.user.id]);
  const join_domains = [admin.user.email.split('@')[1]];
  expectRefusal(await admin.client.patch(`${path}${group.id}/`, { join_domains }), 403, 'own_promotion');
  expectRefusal(await admin.client.in(hub).get(`spaces/${space.slug}/`), 404);
  expect(expectData(await admin.client.get(`${path}${group.id}/`))).toMatchObject({
    members_count: 1,
    join_domains: [],
  });
  // Where it gives them nothing new, and others: as ever.
  const open = await create('Everybody');
  expectData(await admin.client.post(`${path}${open.id}/members/`, own));
});

test('lets people comment, and be mentioned, by the role of their group', async () => {
  const { owner, member, hub, create, add } = await createCast();
  const group = await create('Readers');
  await add(group, member);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const item = await createItem(owner, { hub, space });
  const people = [{ group_id: group.id, role: 'commenter' }];
  expectData(await owner.client.put(`items/${item.id}/access/`, { people }));
  expectData(await member.client.post(`items/${item.id}/comments/`, { body: 'By my group' }), 201);
  const mentionable = expectData(await owner.client.get(`items/${item.id}/mentionable/`));
  expect(mentionable.map(({ id }) => id)).toContain(member.user.id);
});

test('asks before a move shows something to a group that could not see it', async () => {
  const { owner, guest, hub, create, add } = await createCast();
  const group = await create('Auditors');
  await add(group, guest);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const folder = await createItem(owner, { hub, space }, { kind: 'folder', title: 'Open' });
  const people = [{ group_id: group.id, role: 'viewer' }];
  expectData(await owner.client.put(`items/${folder.id}/access/`, { people }));
  const item = await createItem(owner, { hub, space });
  const refused = await owner.client.patch(`items/${item.id}/`, { parent: folder.id });
  expectRefusal(refused, 409);
  expect(refused.body).toMatchObject({ data: { would_see: { people: ['Auditors'] } } });
});

test('adds members with a verified address at one of its mail domains to a group', async () => {
  const { owner, member, hub, path, create } = await createCast();
  const group = await create('By domain');
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const item = await createItem(owner, { hub, space });
  expectData(
    await owner.client.in(hub).post(`spaces/${space.slug}/members/`, { group_id: group.id, role: 'viewer' }),
    201,
  );
  expectData(await owner.client.patch(`${path}${group.id}/`, { join_domains: ['example.test'] }));
  const status = async () => (await member.client.get(`items/${item.id}/`)).status;
  await server.sql('update app_user set is_email_verified = false where id = $1', [member.user.id]);
  expect(await status()).toBe(404);
  await server.sql('update app_user set is_email_verified = true where id = $1', [member.user.id]);
  expect(await status()).toBe(200);
  expectRefusal(await owner.client.delete(`${path}${group.id}/members/${member.user.id}/`), 409);
  expectData(await owner.client.patch(`${path}${group.id}/`, { join_domains: [] }));
  expect(await status()).toBe(404);
  const log = expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/`));
  const [closed, opened] = log.filter(({ action }) => action === 'group.changed');
  expect(opened?.details).toMatchObject({ join_domains: { from: [], to: ['example.test'] } });
  expect(closed?.details).toMatchObject({ members_count: { from: 1, to: 0 } });
});

test('deletes a group that is granted something meanwhile only once it has the lock of that space', async () => {
  const { owner, hub, path, create } = await createCast();
  const group = await create('Short-lived');
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const item = await createItem(owner, { hub, space });
  const begin = async () => {
    const connection = new pg.Client(server.databaseUrl);
    await connection.connect();
    onTestFinished(() => connection.end());
    await connection.query('begin');
    return connection;
  };
  const [granting, moving] = [await begin(), await begin()];
  const isWaitedFor = (connection: pg.Client) =>
    eventually(async () => {
      const { rows } = await connection.query(
        'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      );
      expect(rows).not.toEqual([]);
    });
  await granting.query('select from hub_group where id = $1 for update', [group.id]);
  const deletion = owner.client.delete(`${path}${group.id}/`);
  await isWaitedFor(granting);
  await moving.query('select from space where id = (select space_id from item where id = $1) for key share', [
    item.id,
  ]);
  await granting.query("insert into group_grant (group_id, item_id, role) values ($1, $2, 'viewer')", [
    group.id,
    item.id,
  ]);
  await granting.query('commit');
  // Somebody moves something within that space: whose access is rewritten only after that.
  await isWaitedFor(moving);
  expect(await server.sql('select from hub_group where id = $1', [group.id])).toHaveLength(1);
  await moving.query('commit');
  expectData(await deletion);
  expect(await server.sql('select from group_grant where item_id = $1', [item.id])).toEqual([]);
  expectRefusal(await owner.client.get(`${path}${group.id}/`), 404);
});
