import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HUB_ROLES } from '#lib/access/roles.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { InviteOutcome, PendingInvite } from '#lib/contract/invite.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Member } from '#lib/contract/member.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createHub, createSpace, PASSWORD, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { codeIn, linkIn, type MailServer } from '#tests/harness/smtp.ts';

// Bug class 7 of docs/permissions.md: a delegate who promotes himself to owner, a user who approves their own
// request, an invite accepted by another address.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type HubPath = { domain_handle: string };
const invites = (hub: HubPath) => `hubs/${hub.domain_handle}/invites/`;
const members = (hub: HubPath, person?: TestAccount) =>
  `hubs/${hub.domain_handle}/members/${person ? `${person.user.id}/` : ''}`;
const tokenIn = (link: string | undefined): string => link?.split('/').at(-1) ?? 'no-link';
const someEmail = () => `person-${randomUUID().slice(-12)}@example.test`;

async function invite(by: TestAccount, hub: HubPath, email: string, role = 'member'): Promise<string> {
  const [outcome] = expectData(await by.client.post<InviteOutcome[]>(invites(hub), [{ email, role }]));
  return tokenIn(outcome?.link);
}

async function ownersOf(hub: Hub): Promise<number> {
  const database = openDatabase(openPool(server.databaseUrl, 1));
  const rows = await database
    .selectFrom('membership')
    .select('user_id')
    .where('hub_id', '=', hub.id)
    .where('role', '=', 'owner')
    .where('suspended_at', 'is', null)
    .execute();
  await database.destroy();
  return rows.length;
}

async function verify(person: TestAccount): Promise<void> {
  const database = openDatabase(openPool(server.databaseUrl, 1));
  await database
    .updateTable('app_user')
    .set({ is_email_verified: true })
    .where('id', '=', person.user.id)
    .execute();
  await database.destroy();
}

test('refuses an admin who makes an owner or changes one', async () => {
  const { hub, owner, admin, member } = await createMembers(server.client);
  for (const person of [admin, member]) {
    expectRefusal(await admin.client.patch(members(hub, person), { role: 'owner' }), 403);
  }
  for (const role of HUB_ROLES) {
    expectRefusal(await admin.client.patch(members(hub, owner), { role }), 403);
  }
  expectRefusal(await admin.client.patch(members(hub, owner), { suspended: true }), 403);
  // A refused part rejects the whole request.
  expectRefusal(await admin.client.patch(members(hub, member), { role: 'owner', suspended: true }), 403);
  expectRefusal(await admin.client.delete(members(hub, owner)), 403);
  const list = expectData(await owner.client.get<Member[]>(members(hub)));
  expect(list.find((one) => one.id === member.user.id)).toMatchObject({ role: 'member', suspended: false });
  expect(list.filter((one) => one.role === 'owner').map((one) => one.id)).toEqual([owner.user.id]);
});

test('refuses role changes by members and guests, also of themselves', async () => {
  const { hub, member, other, guest } = await createMembers(server.client);
  for (const person of [member, guest]) {
    for (const body of [{ role: 'admin' }, { role: 'guest' }, { suspended: true }]) {
      expectRefusal(await person.client.patch(members(hub, person), body), 403);
    }
    const refusal = await person.client.patch(members(hub, other), { role: 'guest' });
    expect([403, 404]).toContain(refusal.status);
    const removal = await person.client.delete(members(hub, other));
    expect([403, 404]).toContain(removal.status);
  }
});

test('accepts an invitation for its own address only, whatever happens to the account', async () => {
  const { hub, owner, stranger, member } = await createMembers(server.client);
  const token = await invite(owner, hub, someEmail(), 'admin');
  for (const person of [stranger, member]) {
    expectRefusal(await person.client.post(`invites/${token}/accept/`), 403, 'other_address');
    expectRefusal(await person.client.post(`invites/${token}/decline/`), 403, 'other_address');
  }
  const other = { email: someEmail(), password: PASSWORD, invite_token: token };
  expectRefusal(await server.client.post('auth/register/', other), 422);
  expectRefusal(await stranger.client.get(`hubs/${hub.domain_handle}/`), 404);
});

test('refuses to decide on the own request, and deletes it once the account is a member or suspended', async () => {
  const { owner, stranger } = await createMembers(server.client);
  const hub = await createHub(owner, { visibility: 'shared' });
  const path = `hubs/${hub.domain_handle}/join-requests/`;
  expectData(await stranger.client.post(path, { message: 'Let me in' }));
  const [waiting] = expectData(await owner.client.get<{ id: string }[]>(path));
  expectRefusal(await stranger.client.get(path), 403);
  expectRefusal(await stranger.client.post(`${path}${waiting?.id}/approve/`, { role: 'owner' }), 403);
  // The user has joined by an invite meanwhile, even as an admin: the old request can't be answered any more.
  const token = await invite(owner, hub, stranger.email, 'admin');
  expectData(await stranger.client.post(`invites/${token}/accept/`));
  expectRefusal(await stranger.client.post(`${path}${waiting?.id}/approve/`, { role: 'admin' }), 404);
  expectData(await owner.client.patch(members(hub, stranger), { suspended: true }));
  expectRefusal(await stranger.client.post(path, {}), 403);
});

test('lets an admin approve no role above their own', async () => {
  const { owner, stranger } = await createMembers(server.client);
  const hub = await createHub(owner, { visibility: 'shared' });
  const admin = await addMember(server.client, owner, hub, 'admin');
  const path = `hubs/${hub.domain_handle}/join-requests/`;
  expectData(await stranger.client.post(path));
  const [waiting] = expectData(await admin.client.get<{ id: string }[]>(path));
  expectRefusal(await admin.client.post(`${path}${waiting?.id}/approve/`, { role: 'owner' }), 403);
  expectData(await admin.client.post(`${path}${waiting?.id}/approve/`, { role: 'guest' }));
  const user = expectData(await stranger.client.get('auth/me/'));
  expect(user.organization_list).toMatchObject([{ id: hub.id, role: 'guest' }]);
});

test('hides the members of a hub from guests, strangers and visitors', async () => {
  const { hub, owner, guest, stranger, member } = await createMembers(server.client);
  expectRefusal(await guest.client.get(members(hub)), 403);
  expectRefusal(await guest.client.get(members(hub, member)), 403);
  expectRefusal(await guest.client.get(`${members(hub)}${randomUUID()}/`), 403);
  const own = await guest.client.get(members(hub, guest));
  expect(expectData(own)).toMatchObject({ is_me: true, role: 'guest' });
  const text = JSON.stringify([
    (await guest.client.get(`hubs/${hub.domain_handle}/`)).body,
    (await guest.client.patch(members(hub, member), { role: 'admin' })).body,
    (await guest.client.delete(members(hub, member))).body,
    own.body,
  ]);
  for (const person of [owner, member]) expect(text).not.toContain(person.email);
  for (const client of [stranger.client]) {
    expectRefusal(await client.get(members(hub)), 404);
    expectRefusal(await client.get(members(hub, owner)), 404);
  }
  expectRefusal(await server.client.get(members(hub)), 401);
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { visibility: 'public' }));
  expectRefusal(await stranger.client.get(members(hub)), 403);
  expectRefusal(await stranger.client.get(invites(hub)), 403);
});

test('adds one member when twenty accept one invitation concurrently', async () => {
  const { hub, owner } = await createMembers(server.client);
  const person = await registerUser(server.client);
  const token = await invite(owner, hub, person.email);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => person.client.post(`invites/${token}/accept/`)),
  );
  expect(responses.filter((one) => one.ok)).toHaveLength(1);
  expect(new Set(responses.map((one) => one.status))).toEqual(new Set([200, 404]));
});

test('adds each of twenty people once who use one link concurrently, some of them twice', async () => {
  const { hub, owner } = await createMembers(server.client);
  const link = expectData(await owner.client.post(`hubs/${hub.domain_handle}/invite-links/`, {}), 201);
  const people = await Promise.all(Array.from({ length: 10 }, () => registerUser(server.client)));
  const responses = await Promise.all(
    [...people, ...people].map((one) => one.client.post(`invites/${tokenIn(link.link)}/accept/`)),
  );
  expect(responses.map((one) => one.status)).toEqual(Array(20).fill(200));
  const [pendingInvite] = expectData(await owner.client.get<PendingInvite[]>(invites(hub)));
  expect(pendingInvite?.joined).toBe(10);
});

test('keeps one owner when two owners remove, demote or leave concurrently', async () => {
  for (const act of [
    (by: TestAccount, hub: Hub, whom: TestAccount) => by.client.delete(members(hub, whom)),
    (by: TestAccount, hub: Hub, whom: TestAccount) => by.client.patch(members(hub, whom), { role: 'member' }),
    (by: TestAccount, hub: Hub, whom: TestAccount) =>
      by.client.patch(members(hub, whom), { suspended: true }),
    (by: TestAccount, hub: Hub) => by.client.delete(members(hub, by)),
    (by: TestAccount) => by.client.delete('auth/me/', { password: PASSWORD }),
  ]) {
    const owner = await registerUser(server.client);
    const hub = await createHub(owner);
    const second = await addMember(server.client, owner, hub, 'owner');
    await addMember(server.client, owner, hub);
    const responses = await Promise.all([act(owner, hub, second), act(second, hub, owner)]);
    expect(
      responses.filter((one) => one.ok),
      String(act),
    ).toHaveLength(1);
    expect(await ownersOf(hub), String(act)).toBe(1);
  }
});

test('lets a removed member return only by an invitation, not by mail domain or link', async () => {
  const { owner } = await createMembers(server.client);
  const domain = `${randomUUID().slice(0, 8)}.test`;
  const hub = await createHub(owner, { join_domains: [domain] });
  const person = await registerUser(server.client, { email: `bob@${domain}` });
  await verify(person);
  const path = `hubs/${hub.domain_handle}/join-requests/`;
  const link = expectData(await owner.client.post(`hubs/${hub.domain_handle}/invite-links/`, {}), 201);
  expectData(await person.client.post(path));
  const pending = await invite(owner, hub, someEmail());
  expectData(await owner.client.delete(members(hub, person)));
  expectRefusal(await person.client.post(path), 404);
  expectRefusal(await person.client.post(`invites/${tokenIn(link.link)}/accept/`), 403, 'removed');
  expectRefusal(await person.client.post(`invites/${pending}/accept/`), 403);
  expect(expectData(await person.client.get('auth/me/'))).toMatchObject({
    current_step: 'organization',
    organization: null,
  });
  const token = await invite(owner, hub, person.email);
  expectData(await person.client.post(`invites/${token}/accept/`));
  // A user who left themselves can rejoin like everybody else.
  expectData(await person.client.delete(members(hub, person)));
  expectData(await person.client.post(path));
});

test('refuses a suspended member by invitation, link and domain', async () => {
  const { hub, owner, member } = await createMembers(server.client);
  const link = expectData(
    await owner.client.post(`hubs/${hub.domain_handle}/invite-links/`, { role: 'admin' }),
    201,
  );
  expectData(await owner.client.patch(members(hub, member), { suspended: true }));
  expectRefusal(await member.client.post(`invites/${tokenIn(link.link)}/accept/`), 403, 'suspended');
  const [outcome] = expectData(
    await owner.client.post<InviteOutcome[]>(invites(hub), [{ email: member.email, role: 'admin' }]),
  );
  expect(outcome?.status).toBe('member');
  const list = expectData(await owner.client.get<Member[]>(members(hub), { query: { state: 'suspended' } }));
  expect(list).toMatchObject([{ id: member.user.id, role: 'member', suspended: true }]);
});

test('revokes the invitations of a member with the membership', async () => {
  const { hub, owner, admin, stranger } = await createMembers(server.client);
  const token = await invite(admin, hub, stranger.email, 'admin');
  const link = expectData(await admin.client.post(`hubs/${hub.domain_handle}/invite-links/`, {}), 201);
  expectData(await owner.client.patch(members(hub, admin), { suspended: true }));
  for (const one of [token, tokenIn(link.link)]) {
    expectRefusal(await stranger.client.post(`invites/${one}/accept/`), 404);
  }
  expectData(await owner.client.delete(members(hub, admin)));
  const back = await invite(owner, hub, admin.email, 'admin');
  expectData(await admin.client.post(`invites/${back}/accept/`));
  for (const one of [token, tokenIn(link.link)]) {
    expectRefusal(await stranger.client.post(`invites/${one}/accept/`), 404);
  }
});

test('an invitation link to one space grants nothing of another member’s invitation for the same address', async () => {
  const { hub, member, other, owner } = await createMembers(server.client);
  const secret = await createSpace(member, hub, { visibility: 'private' });
  const decoy = await createSpace(other, hub, { visibility: 'private' });
  const email = someEmail();
  const byMember = expectData(
    await member.client.in(hub).post(`spaces/${secret.slug}/members/`, { email, role: 'viewer' }),
  );
  const byOther = expectData(
    await other.client.in(hub).post(`spaces/${decoy.slug}/members/`, { email, role: 'viewer' }),
  );
  expect(byOther.link).not.toBe(byMember.link);
  // The address has no account yet: anybody who has a link can register with it.
  const impostor = await registerUser(server.client, { email, invite_token: tokenIn(byOther.link) });
  expectRefusal(await impostor.client.in(hub).get(`spaces/${secret.slug}/`), 404);
  // Nor can an admin of the hub get access by renewing that link.
  const pending = expectData(await owner.client.get<PendingInvite[]>(invites(hub)));
  const open = pending.find((one) => one.to_things);
  expect(open).toMatchObject({ email, allowed: ['invite.withdraw'] });
  expect(JSON.stringify(pending)).not.toContain(secret.slug);
  expectRefusal(await owner.client.post(`${invites(hub)}${open?.id}/resend/`), 403);
});

test('refuses transfer, deletion and take-over by an admin, with any password', async () => {
  const { hub, owner, admin, member } = await createMembers(server.client);
  const space = await createSpace(member, hub, { visibility: 'private' });
  const path = `hubs/${hub.domain_handle}/`;
  for (const { password } of [admin, owner]) {
    const heir = { user_id: admin.user.id, password };
    expectRefusal(await admin.client.post(`${path}transfer/`, heir), 403);
    expectRefusal(await admin.client.delete(path, { password }), 403);
    const taken = await admin.client.in(hub).post(`spaces/${space.slug}/take-over/`, { password });
    expect([403, 404]).toContain(taken.status);
  }
  for (const body of [{ owner: admin.user.id }, { my_role: 'owner' }, { role: 'owner' }])
    await admin.client.patch(path, body);
  const list = expectData(await owner.client.get<Member[]>(members(hub)));
  expect(list.filter(({ role }) => role === 'owner').map(({ id }) => id)).toEqual([owner.user.id]);
  expectRefusal(await admin.client.in(hub).get(`spaces/${space.slug}/`), 404);
});

test('refuses invitations above the own role, to a hub, a space or an item', async () => {
  const { hub, owner, admin, member, guest } = await createMembers(server.client);
  const [outcome] = expectData(
    await admin.client.post<InviteOutcome[]>(invites(hub), [{ email: someEmail(), role: 'owner' }]),
  );
  expect(outcome?.status).toBe('refused');
  const byLink = `hubs/${hub.domain_handle}/invite-links/`;
  expectRefusal(await admin.client.post(byLink, { role: 'owner' }), 422);
  for (const person of [member, guest]) {
    expectRefusal(await person.client.post(invites(hub), [{ email: someEmail(), role: 'guest' }]), 403);
    expectRefusal(await person.client.post(byLink, { role: 'guest' }), 403);
  }
  const space = await createSpace(owner, hub, { visibility: 'shared', default_role: 'editor' });
  const at = `spaces/${space.slug}/members/`;
  for (const whom of [{ email: someEmail() }, { user_id: guest.user.id }, { user_id: member.user.id }])
    expectRefusal(await member.client.in(hub).post(at, { ...whom, role: 'owner' }), 403);
  expectRefusal(await member.client.in(hub).patch(`${at}${member.user.id}/`, { role: 'owner' }), 403);
  const item = await createItem(owner, { hub, space });
  for (const whom of [{ email: someEmail() }, { user_id: member.user.id }, { user_id: guest.user.id }]) {
    const people = [{ ...whom, role: 'owner' }];
    expectRefusal(await member.client.put(`items/${item.id}/access/`, { people }), 403);
  }
  expectRefusal(await member.client.post(`items/${item.id}/share-links/`, { role: 'owner' }), 422);
  expect(expectData(await member.client.get(`items/${item.id}/`)).my_role).toBe('editor');
});

test('refuses decisions on access requests by editors, also on their own', async () => {
  const { hub, owner, member, other } = await createMembers(server.client);
  const space = await createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' });
  const at = `spaces/${space.slug}/`;
  expectData(
    await owner.client.in(hub).post(`${at}members/`, { user_id: member.user.id, role: 'commenter' }),
  );
  const ask = (person: TestAccount) =>
    person.client.in(hub).post(`${at}access-requests/`, { role: 'editor', message: '' });
  for (const person of [member, other]) expectData(await ask(person));
  const waiting = expectData(await owner.client.in(hub).get(`${at}access-requests/`));
  expect(waiting).toHaveLength(2);
  const decide = (person: TestAccount, id: string, act: string) =>
    person.client.in(hub).post(`${at}access-requests/${id}/${act}/`, { role: 'owner' });
  for (const { id } of waiting) {
    for (const act of ['approve', 'reject']) expectRefusal(await decide(member, id, act), 403);
  }
  // Made an editor, then an owner, by somebody else meanwhile: one's own request still can't be approved by
  // oneself.
  const mine = waiting.find(({ user }) => user.id === member.user.id)?.id ?? '';
  const role = (name: string) =>
    owner.client.in(hub).patch(`${at}members/${member.user.id}/`, { role: name });
  expectData(await role('editor'));
  for (const { id } of waiting) expectRefusal(await decide(member, id, 'approve'), 403);
  expectData(await role('owner'));
  const response = await decide(member, mine, 'approve');
  expect([403, 404]).toContain(response.status);
  expectData(await decide(member, waiting.find(({ id }) => id !== mine)?.id ?? '', 'reject'));
});

test('refuses undocumented request fields by their names, and stores nothing of such a request', async () => {
  const { hub, owner, member } = await createMembers(server.client);
  const me = expectData(await member.client.get('auth/me/'));
  const promotion = {
    ...{ id: owner.user.id, role: 'owner', is_email_verified: true, email: owner.email, hub_role: 'owner' },
    ...{ organization_list: [{ id: hub.id, role: 'owner' }], is_admin: true },
  };
  const promoted = await member.client.patch('auth/me/', { ...promotion, first_name: 'Changed' });
  expectRefusal(promoted, 422, 'invalid_fields');
  expect(Object.keys(promoted.body.fields ?? {})).toEqual(expect.arrayContaining(Object.keys(promotion)));
  expect(expectData(await member.client.get('auth/me/'))).toEqual(me);
  const space = await createSpace(owner, hub, { visibility: 'shared', default_role: 'editor' });
  const items = `spaces/${space.slug}/items/`;
  const item = { kind: 'document', title: 'Mine' } as const;
  for (const field of [{ created_by: owner.user.id }, { my_role: 'owner' }, { scope_id: hub.id }]) {
    const refused = await member.client.in(hub).post<Item>(items, { ...item, ...field });
    expectRefusal(refused, 422, 'invalid_fields');
    expect(Object.keys(refused.body.fields ?? {})).toEqual(Object.keys(field));
  }
  const made = expectData(await member.client.in(hub).post<Item>(items, item));
  expect(made).toMatchObject({ my_role: 'editor', created_by: { id: member.user.id } });
  const fresh = { email: someEmail(), password: PASSWORD };
  for (const field of [{ is_email_verified: true }, { role: 'owner' }, { hub_id: hub.id }])
    expectRefusal(await server.client.post('auth/register/', { ...fresh, ...field }), 422, 'invalid_fields');
  const { user } = expectData(await server.client.post('auth/register/', fresh));
  expect(user).toMatchObject({ is_email_verified: false, organization_list: [] });
});

test('refuses invitations for an unverified address where mail can verify it', async () => {
  const { client, mail } = await startServerWithMailForTest();
  const { hub, owner } = await (async () => {
    const someone = await registerUser(client);
    await proveAddress(someone, mail);
    return { owner: someone, hub: await createHub(someone) };
  })();
  const wanted = someEmail();
  expectData(await owner.client.post(invites(hub), [{ email: wanted, role: 'admin' }]));
  const token = tokenIn(linkIn(await mail.mailTo(wanted)).href);
  const thief = await registerUser(client);
  await proveAddress(thief, mail);
  // Requests the address, without entering the code that is mailed to it.
  expectData(await thief.client.post('auth/email/change/', { email: wanted, password: PASSWORD }));
  for (const act of ['accept', 'decline'])
    expectRefusal(await thief.client.post(`invites/${token}/${act}/`), 403, 'other_address');
  const seen = expectData(await thief.client.get('auth/me/'));
  expect(seen.organization_list).toEqual([]);
  // A similar address does not match either.
  for (const near of [wanted.replace('@', '+x@'), `x${wanted}`, wanted.replace('.test', '.tests')]) {
    const other = await registerUser(client, { email: near });
    expectRefusal(await other.client.post(`invites/${token}/accept/`), 403);
  }
});

async function proveAddress(person: TestAccount, mail: MailServer): Promise<void> {
  expectData(
    await person.client.post('auth/verify-email/', { code: codeIn(await mail.mailTo(person.email)) }),
  );
}
