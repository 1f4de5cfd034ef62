import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hub } from '#lib/contract/hub.ts';
import type { InviteOutcome, PendingInvite } from '#lib/contract/invite.ts';
import type { JoinRequest } from '#lib/contract/join-request.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createHub, PASSWORD, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const someEmail = () => `person-${randomUUID().slice(-12)}@example.test`;

async function invite(
  inviter: TestAccount,
  hub: Hub,
  email: string,
  role = 'member',
): Promise<InviteOutcome> {
  const path = `hubs/${hub.domain_handle}/invites/`;
  const [outcome] = expectData(await inviter.client.post<InviteOutcome[]>(path, [{ email, role }]));
  if (!outcome) throw new Error('an invitation has an outcome');
  return outcome;
}

const tokenOf = (outcome: InviteOutcome): string => outcome.link?.split('/').at(-1) ?? 'no-link';

async function memberOf(owner: TestAccount, hub: Hub, role: string): Promise<TestAccount> {
  const email = someEmail();
  const token = tokenOf(await invite(owner, hub, email, role));
  const person = await registerUser(server.client, { email });
  expectData(await person.client.post(`invites/${token}/accept/`));
  return person;
}

/** The effect of the administrator's command. */
async function verify(person: TestAccount): Promise<void> {
  const database = openDatabase(openPool(server.databaseUrl, 1));
  await database
    .updateTable('app_user')
    .set({ is_email_verified: true })
    .where('id', '=', person.user.id)
    .execute();
  await database.destroy();
}

test('invites addresses with an outcome for each, and returns links', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const email = someEmail();
  const path = `hubs/${hub.domain_handle}/invites/`;
  const list = [
    { email, role: 'member' },
    { email: email.toUpperCase() },
    { email: 'nobody' },
    { email: owner.email },
    { email: 'x@example.test\nBcc: y@example.test' },
  ];
  const outcomes = expectData(await owner.client.post<InviteOutcome[]>(path, list));
  expect(outcomes.map((one) => one.status)).toEqual(['invited', 'refused', 'refused', 'member', 'refused']);
  expect(outcomes[0]?.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/invite\/[\w-]{43}$/);
  const [pending, ...rest] = expectData(await owner.client.get<PendingInvite[]>(path));
  expect(pending).toMatchObject({ email, role: 'member', status: 'invited', invited_by: 'Ada Lovelace' });
  expect(rest).toEqual([]);
  expect(JSON.stringify(pending)).not.toContain(tokenOf(outcomes[0] ?? invalidOutcome));
  for (const body of [[], {}, [{ email, role: 'king' }], [{ role: 'member' }], Array(201).fill({ email })]) {
    expectRefusal(await owner.client.post(path, body), 422, 'invalid_fields');
  }
});
const invalidOutcome: InviteOutcome = { id: null, email: '', status: 'refused' };

test('an invitation link shows its hub and role, and registers its address directly into the hub', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner, { name: 'Nordwind' });
  const email = someEmail();
  const token = tokenOf(await invite(owner, hub, email, 'admin'));
  const shown = expectData(await server.client.get(`invites/${token}/`));
  expect(shown).toMatchObject({ email, role: 'admin', hub: { name: 'Nordwind' } });
  const other = { email: someEmail(), password: PASSWORD, invite_token: token };
  expectRefusal(await server.client.post('auth/register/', other), 422, 'invalid_fields');
  const { user } = await registerUser(server.client, { email: email.toUpperCase(), invite_token: token });
  expect(user).toMatchObject({
    current_step: 'completed',
    active_organization: { id: hub.id, role: 'admin' },
  });
  expectRefusal(await server.client.get(`invites/${token}/`), 404, 'not_found');
  const late = { email: someEmail(), password: PASSWORD, invite_token: token };
  const refused = await server.client.post('auth/register/', late);
  expectRefusal(refused, 422, 'invalid_fields');
  expect(Object.keys(refused.body.fields ?? {})).toEqual(['invite_token']);
  // The failed registration left nothing behind.
  expectData(await server.client.post('auth/register/', { email: late.email, password: PASSWORD }), 201);
});

test('accepts an invitation once, and for its own address only', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const email = someEmail();
  const token = tokenOf(await invite(owner, hub, email));
  const stranger = await registerUser(server.client);
  expectRefusal(await stranger.client.post(`invites/${token}/accept/`), 403, 'other_address');
  expectRefusal(await stranger.client.post(`invites/${token}/decline/`), 403, 'other_address');
  expectRefusal(await server.client.post(`invites/${token}/accept/`), 401);
  expectRefusal(await stranger.client.get(`hubs/${hub.domain_handle}/`), 404);
  const person = await registerUser(server.client, { email });
  const tries = Array.from({ length: 4 }, () => person.client.post(`invites/${token}/accept/`));
  const responses = await Promise.all(tries);
  expect(responses.map((one) => one.status).sort()).toEqual([200, 404, 404, 404]);
  const user = expectData(await person.client.get('auth/me/'));
  expect(user.active_organization).toMatchObject({ id: hub.id, role: 'member' });
});

test('revokes an invitation when declined, withdrawn, renewed, or its inviter left', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const path = `hubs/${hub.domain_handle}/invites/`;
  const person = await registerUser(server.client);
  const accept = (outcome: InviteOutcome) => person.client.post(`invites/${tokenOf(outcome)}/accept/`);

  const declined = await invite(owner, hub, person.email);
  expectData(await person.client.post(`invites/${tokenOf(declined)}/decline/`));
  expectRefusal(await accept(declined), 404);

  const takenBack = await invite(owner, hub, person.email);
  expectData(await owner.client.delete(`${path}${takenBack.id}/`));
  expectRefusal(await owner.client.delete(`${path}${takenBack.id}/`), 404);
  expectRefusal(await accept(takenBack), 404);

  const first = await invite(owner, hub, person.email);
  const second = expectData(await owner.client.post<InviteOutcome>(`${path}${first.id}/resend/`));
  expectRefusal(await accept(first), 404);

  const admin = await memberOf(owner, hub, 'admin');
  const third = await invite(admin, hub, person.email);
  expectRefusal(await accept(second), 404);
  expectData(await admin.client.delete('auth/me/', { password: PASSWORD }));
  expectRefusal(await accept(third), 404);
});

test('refuses invitations above the own role, and from members', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const admin = await memberOf(owner, hub, 'admin');
  expect(await invite(admin, hub, someEmail(), 'owner')).toMatchObject({ status: 'refused', id: null });
  expect(await invite(admin, hub, someEmail(), 'admin')).toMatchObject({ status: 'invited' });
  const byOwner = await invite(owner, hub, someEmail(), 'owner');
  expectRefusal(await admin.client.post(`hubs/${hub.domain_handle}/invites/${byOwner.id}/resend/`), 403);
  const member = await memberOf(owner, hub, 'member');
  const path = `hubs/${hub.domain_handle}/invites/`;
  expectRefusal(await member.client.post(path, [{ email: someEmail() }]), 403);
  expectRefusal(await member.client.get(path), 403);
  const stranger = await registerUser(server.client);
  expectRefusal(await stranger.client.get(path), 404);
  const elsewhere = await createHub(stranger);
  const foreign = `hubs/${elsewhere.domain_handle}/invites/${byOwner.id}/`;
  expectRefusal(await stranger.client.delete(foreign), 404);
  expectRefusal(await stranger.client.post(`${foreign}resend/`), 404);
});

test('lists an invitation to an address only once it is verified', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner, { name: 'Nordwind' });
  const person = await registerUser(server.client);
  await invite(owner, hub, person.email, 'admin');
  const me = async () => expectData(await person.client.get('auth/me/'));
  expect(await me()).toMatchObject({ current_step: 'organization', organization: null });
  expectRefusal(await person.client.post(`hubs/${hub.domain_handle}/join-requests/`), 404);
  await verify(person);
  expect(await me()).toMatchObject({
    current_step: 'join_organization',
    organization: { id: hub.id, name: 'Nordwind', role: null },
    active_organization: null,
  });
  const joined = expectData(await person.client.post(`hubs/${hub.domain_handle}/join-requests/`));
  expect(joined).toMatchObject({ id: hub.id, my_role: 'admin' });
  expect(await me()).toMatchObject({ current_step: 'completed', active_organization: { role: 'admin' } });
});

test('lets accounts of a verified mail domain join at once, and no others', async () => {
  const owner = await registerUser(server.client);
  const domain = `${randomUUID().slice(-12)}.test`;
  const hub = await createHub(owner, { join_domains: [domain.toUpperCase()] });
  const inside = await registerUser(server.client, { email: `ada@${domain}` });
  const outside = await registerUser(server.client, { email: `ada@not-${domain}` });
  const ask = (person: TestAccount) => person.client.post(`hubs/${hub.domain_handle}/join-requests/`);
  expectRefusal(await ask(inside), 404);
  await Promise.all([verify(inside), verify(outside)]);
  expect(expectData(await inside.client.get('auth/me/')).current_step).toBe('join_organization');
  expectRefusal(await ask(outside), 404);
  expect(expectData(await ask(inside))).toMatchObject({ my_role: 'member', join: null });
  expectRefusal(await ask(inside), 409, 'already_member');
});

test('accepts join requests to a shared hub, decided by those who may invite', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner, { visibility: 'shared' });
  const path = `hubs/${hub.domain_handle}/join-requests/`;
  const [one, other] = await Promise.all([registerUser(server.client), registerUser(server.client)]);
  const requested = expectData(await one.client.post<Hub>(path, { message: 'Let me in\nplease' }));
  expect(requested).toMatchObject({ my_role: null, join: 'ask', join_requested: true });
  expectData(await one.client.post<Hub>(path, { message: 'Again' }));
  expectData(await other.client.post<Hub>(path));
  const waiting = expectData(await owner.client.get<JoinRequest[]>(path));
  expect(waiting.map((request) => [request.user.email, request.message])).toEqual([
    [one.email, 'Again'],
    [other.email, ''],
  ]);
  const [first, second] = waiting;
  expectRefusal(await one.client.get(path), 403);
  expectRefusal(await one.client.post(`${path}${first?.id}/approve/`), 403);
  const admin = await memberOf(owner, hub, 'admin');
  expectRefusal(await admin.client.post(`${path}${first?.id}/approve/`, { role: 'owner' }), 403);
  expectData(await admin.client.post(`${path}${first?.id}/approve/`));
  expectRefusal(await admin.client.post(`${path}${first?.id}/approve/`), 404);
  expectData(await owner.client.post(`${path}${second?.id}/reject/`));
  const roleOf = async (person: TestAccount) =>
    expectData(await person.client.get(`hubs/${hub.domain_handle}/`)).my_role;
  expect([await roleOf(one), await roleOf(other)]).toEqual(['member', null]);
});
