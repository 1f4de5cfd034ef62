import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccessRequest } from '#lib/contract/access-request.ts';
import type { Space } from '#lib/contract/space.ts';
import type { SpaceMember, SpaceMemberOutcome } from '#lib/contract/space-member.ts';
import { openPool } from '#server/platform/database/database.ts';
import { createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A hub's members with a private space that one of them owns. */
async function createPrivatePlace() {
  const cast = await createMembers(server.client);
  const space = await createSpace(cast.member, cast.hub, { visibility: 'private', name: 'Plans' });
  const path = `spaces/${space.slug}/`;
  const as = (person: TestAccount) => person.client.in(cast.hub);
  const add = (by: TestAccount, person: TestAccount, role: string) =>
    as(by).post<SpaceMemberOutcome>(`${path}members/`, { user_id: person.user.id, role });
  const people = async (by: TestAccount) =>
    expectData(await as(by).get<SpaceMember[]>(`${path}members/`)).map(({ user, role }) => [user.id, role]);
  return { ...cast, space, path, as, add, people };
}

const actions = async (hubId: string): Promise<string[]> => {
  const pool = openPool(server.databaseUrl, 1);
  const { rows } = await pool.query('select action from audit_entry where hub_id = $1 order by id', [hubId]);
  await pool.end();
  return rows.map(({ action }) => action);
};

test('adds members by id and by address, with access at once, and removes them', async () => {
  const { hub, space, path, as, add, people, owner, member, other, guest } = await createPrivatePlace();
  expectRefusal(await as(other).get(path), 404);
  const added = expectData(await add(member, other, 'editor'), 201);
  expect(added).toMatchObject({
    status: 'added',
    member: { role: 'editor', hub_role: 'member', suspended: false, reason: 'added' },
  });
  expect(expectData(await as(other).get<Space>(path)).my_role).toBe('editor');
  const byAddress = await as(member).post<SpaceMemberOutcome>(`${path}members/`, {
    email: ` ${guest.email.toUpperCase()} `,
    role: 'viewer',
  });
  expect(expectData(byAddress, 201).member?.user.id).toBe(guest.user.id);
  expect(expectData(await as(guest).get<Space>(path)).my_role).toBe('viewer');
  expect(await people(guest)).toEqual([
    [member.user.id, 'owner'],
    [other.user.id, 'editor'],
    [guest.user.id, 'viewer'],
  ]);
  expectData(await as(member).patch(`${path}members/${other.user.id}/`, { role: 'commenter' }));
  expect(expectData(await as(other).get<Space>(path)).my_role).toBe('commenter');
  expectData(await as(member).delete(`${path}members/${guest.user.id}/`));
  expectRefusal(await as(guest).get(path), 404);
  expectData(await as(other).delete(`${path}members/${other.user.id}/`));
  expectRefusal(await as(other).get(path), 404);
  expect(await people(member)).toEqual([[member.user.id, 'owner']]);
  for (const person of [owner, guest]) expectRefusal(await as(person).get(`${path}members/`), 404);
  expect(await actions(hub.id)).toEqual(
    expect.arrayContaining(['space.member_added', 'space.member_role_changed', 'space.member_removed']),
  );
  expectRefusal(await add(member, member, 'owner'), 409, 'already_member');
  expect(space.my_role).toBe('owner');
});

test('lets an editor invite up to their own role, and change nobody', async () => {
  const { path, as, add, member, other, guest, admin, stranger } = await createPrivatePlace();
  expectData(await add(member, other, 'editor'), 201);
  expectRefusal(await add(other, guest, 'owner'), 403, 'not_allowed');
  expectData(await add(other, guest, 'editor'), 201);
  expectRefusal(await as(other).patch(`${path}members/${guest.user.id}/`, { role: 'viewer' }), 403);
  expectRefusal(await as(other).patch(`${path}members/${other.user.id}/`, { role: 'owner' }), 403);
  expectRefusal(await as(other).delete(`${path}members/${guest.user.id}/`), 403);
  expectRefusal(await as(other).delete(`${path}members/${member.user.id}/`), 403);
  expectData(await add(other, admin, 'viewer'), 201);
  expectRefusal(await add(admin, owner(stranger), 'viewer'), 403);
  expectRefusal(await add(other, stranger, 'viewer'), 422, 'invalid_fields');
  expectRefusal(await as(member).post(`${path}members/`, { role: 'viewer' }), 422, 'invalid_fields');
  expectRefusal(await as(member).post(`${path}members/`, { user_id: 'nobody' }), 422, 'invalid_fields');
  expectRefusal(await as(member).post(`${path}members/`, { email: 'no address' }), 422, 'invalid_fields');
});

const owner = (person: TestAccount) => person;

test('keeps one owner when both owners leave a space concurrently', async () => {
  const { path, as, add, member, other, people } = await createPrivatePlace();
  expectRefusal(await as(member).delete(`${path}members/${member.user.id}/`), 409, 'last_owner');
  expectRefusal(
    await as(member).patch(`${path}members/${member.user.id}/`, { role: 'editor' }),
    409,
    'last_owner',
  );
  expectData(await add(member, other, 'owner'), 201);
  const responses = await Promise.all([
    as(member).delete(`${path}members/${member.user.id}/`),
    as(other).patch(`${path}members/${other.user.id}/`, { role: 'viewer' }),
    as(other).delete(`${path}members/${other.user.id}/`),
    as(member).patch(`${path}members/${member.user.id}/`, { role: 'viewer' }),
  ]);
  for (const response of responses) expect([200, 403, 404, 409]).toContain(response.status);
  const left = responses[0]?.ok ? other : member;
  expect(await people(left)).toContainEqual([left.user.id, 'owner']);
});

test('does not count a suspended owner as the required one', async () => {
  const { path, as, add, member, other } = await createPrivatePlace();
  expectData(await add(member, other, 'owner'), 201);
  const pool = openPool(server.databaseUrl, 1);
  await pool.query('update membership set suspended_at = now() where user_id = $1', [other.user.id]);
  await pool.end();
  expectRefusal(await as(member).delete(`${path}members/${member.user.id}/`), 409, 'last_owner');
  expectData(await as(member).delete(`${path}members/${other.user.id}/`));
});

test('suggests members of the hub who are not in the space', async () => {
  const { path, as, add, member, other, admin, guest, stranger } = await createPrivatePlace();
  expectData(await add(member, other, 'viewer'), 201);
  const find = async (q: string, by = member) =>
    expectData(await as(by).get(`${path}candidates/`, { query: { q } })).map(({ id }) => id);
  expect(await find(admin.email)).toEqual([admin.user.id]);
  expect(await find('OLGA')).toHaveLength(1);
  for (const person of [member, other, stranger]) expect(await find(person.email)).toEqual([]);
  expect(await find('%')).toEqual([]);
  expectRefusal(await as(other).get(`${path}candidates/`), 403);
  expectRefusal(await as(admin).get(`${path}candidates/`), 404);
  expectData(await add(member, guest, 'editor'), 201);
  expect(await find('', guest)).toEqual([]);
});

test('returns no email addresses to a guest who owns a space, also when the guest approves a request', async () => {
  const { path, as, add, member, other, admin, guest } = await createPrivatePlace();
  expectData(await add(member, guest, 'owner'), 201);
  expect((await as(other).post(`${path}access-requests/`, { role: 'editor' })).status).toBe(202);
  const asks = await as(guest).get(`${path}access-requests/`);
  const [request] = expectData(asks);
  expect(request?.user).toMatchObject({ id: other.user.id, email: '' });
  const approved = await as(guest).post(`${path}access-requests/${request?.id}/approve/`, { role: 'viewer' });
  expectData(approved);
  const people = await as(guest).get<SpaceMember[]>(`${path}members/`);
  expect(expectData(people).map(({ user }) => [user.id, user.email])).toContainEqual([other.user.id, '']);
  const candidates = await Promise.all(
    ['', admin.email, admin.user.first_name, '@'].map((q) =>
      as(guest).get(`${path}candidates/`, { query: { q } }),
    ),
  );
  for (const found of candidates) expect(expectData(found)).toEqual([]);
  const text = JSON.stringify([asks, approved, people, ...candidates].map(({ body }) => body));
  for (const person of [member, other, admin]) expect(text).not.toContain(person.email);
  expect(text).toContain(guest.email);
});

test('returns the same for an access request to a private and to a missing space; an owner approves', async () => {
  const { hub, path, as, member, other, admin, owner: hubOwner, stranger } = await createPrivatePlace();
  const asks = `${path}access-requests/`;
  const there = await as(other).post(asks, { message: 'Please' });
  const nowhere = await as(other).post('spaces/there-is-none/access-requests/', { message: 'Please' });
  expect(there.status).toBe(202);
  expect(nowhere.status).toBe(202);
  expect(there.body).toEqual(nowhere.body);
  const own = async (at: string) =>
    expectData(await as(other).get<AccessRequest[]>(at)).map(({ role, message }) => [role, message]);
  expect(await own(asks)).toEqual([['viewer', 'Please']]);
  expect(await own('spaces/there-is-none/access-requests/')).toEqual([['viewer', 'Please']]);
  for (const person of [admin, hubOwner]) expect(expectData(await as(person).get(asks))).toEqual([]);
  expectRefusal(await as(stranger).post(asks), 404);
  const [request] = expectData(await as(member).get<AccessRequest[]>(asks));
  expect(request).toMatchObject({ user: { id: other.user.id }, role: 'viewer', message: 'Please' });
  expectRefusal(await as(other).post(`${asks}${request?.id}/approve/`), 404);
  expectRefusal(await as(admin).post(`${asks}${request?.id}/approve/`), 404);

  expectData(await as(member).post(`${asks}${request?.id}/reject/`));
  expect(expectData(await as(member).get(asks))).toEqual([]);
  expect(await own(asks), 'an end would tell that it is there').toEqual([['viewer', 'Please']]);
  expectRefusal(await as(member).post(`${asks}${request?.id}/approve/`), 404);

  expectData(await as(other).post(asks, { role: 'editor' }));
  const [again] = expectData(await as(member).get<AccessRequest[]>(asks));
  expectData(await as(member).post(`${asks}${again?.id}/approve/`, { role: 'commenter' }));
  expect(expectData(await as(other).get<Space>(path)).my_role).toBe('commenter');
  expect(await own(asks)).toEqual([]);
  expectRefusal(await as(other).post(asks, { role: 'viewer' }), 409, 'already_allowed');
  expect(await actions(hub.id)).toEqual(
    expect.arrayContaining(['space.access_requested', 'space.access_rejected', 'space.access_approved']),
  );
});

test('lets a viewer request a stronger role and withdraw it, but never approve it', async () => {
  const { path, as, add, member, other, guest } = await createPrivatePlace();
  const asks = `${path}access-requests/`;
  expectData(await add(member, other, 'viewer'), 201);
  expectData(await as(other).post(asks, { role: 'editor' }));
  expectData(await as(other).delete(asks));
  expect(expectData(await as(member).get(asks))).toEqual([]);
  expectData(await as(other).post(asks, { role: 'editor' }));
  const [request] = expectData(await as(member).get<AccessRequest[]>(asks));
  expectRefusal(await as(other).post(`${asks}${request?.id}/approve/`), 403);
  expectData(await add(member, guest, 'editor'), 201);
  expectRefusal(await as(guest).post(`${asks}${request?.id}/approve/`), 403);
  // A user who became an owner meanwhile still can't decide on their own request.
  const pool = openPool(server.databaseUrl, 1);
  await pool.query('update scope_entry set role = 4 where principal = $1', [`user:${other.user.id}`]);
  await pool.end();
  expectRefusal(await as(other).post(`${asks}${request?.id}/approve/`), 403);
  expectRefusal(await as(other).post(`${asks}${request?.id}/reject/`), 403);
});

test('returns 404 for an access request through another space', async () => {
  const { hub, path, as, member, other } = await createPrivatePlace();
  expectData(await as(other).post(`${path}access-requests/`));
  const [request] = expectData(await as(member).get(`${path}access-requests/`));
  const elsewhere = await createSpace(other, hub, { visibility: 'private' });
  const requestPath = `spaces/${elsewhere.slug}/access-requests/${request?.id}/`;
  expectRefusal(await as(other).post(`${requestPath}approve/`), 404);
  expectRefusal(await as(other).post(`${requestPath}reject/`), 404);
  expectRefusal(await as(other).delete(`spaces/${elsewhere.slug}/members/${member.user.id}/`), 404);
});

test('adds an invited address as a guest of that space alone', async () => {
  const { hub, path, as, member } = await createPrivatePlace();
  const email = `newcomer-${hub.domain_handle}@example.test`;
  const outcome = expectData(
    await as(member).post<SpaceMemberOutcome>(`${path}members/`, { email, role: 'commenter' }),
    201,
  );
  expect(outcome).toMatchObject({ status: 'invited', member: null, email });
  const person = await registerUser(server.client, { email });
  expectData(await person.client.post(`invites/${outcome.link?.split('/').at(-1)}/accept/`));
  expect(expectData(await as(person).get<Space>(path)).my_role).toBe('commenter');
  expect(expectData(await as(person).get('spaces/')).map(({ slug }) => slug)).toHaveLength(1);
});

test('changes access to items with the members of their space at once', async () => {
  const { hub, space, as, add, member, other, path } = await createPrivatePlace();
  const item = await createItem(member, { hub, space });
  expectRefusal(await other.client.get(`items/${item.id}/`), 404);
  expectData(await add(member, other, 'viewer'), 201);
  expectData(await other.client.get(`items/${item.id}/`));
  expectData(await as(member).delete(`${path}members/${other.user.id}/`));
  expectRefusal(await other.client.get(`items/${item.id}/`), 404);
});

test('shows no address for an inviter without a name', async () => {
  const { owner, hub } = await createMembers(server.client);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const path = `spaces/${space.slug}/members/`;
  const invited = { email: 'nameless-inviter@example.test', role: 'viewer' };
  expectData(await owner.client.in(hub).post(path, invited), 201);
  const pool = openPool(server.databaseUrl, 1);
  await pool.query("update app_user set first_name = '', last_name = '' where id = $1", [owner.user.id]);
  await pool.end();
  const access = await owner.client.in(hub).get(`spaces/${space.slug}/invites/`);
  expect(JSON.stringify(access.body)).toContain('Somebody');
  expect(JSON.stringify(access.body)).not.toContain(owner.user.email);
});
