import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InviteLink, InviteOutcome, PendingInvite } from '#lib/contract/invite.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createHub, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { linkIn } from '#tests/harness/smtp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type HubPath = { domain_handle: string };
const links = (hub: HubPath) => `hubs/${hub.domain_handle}/invite-links/`;
const invites = (hub: HubPath) => `hubs/${hub.domain_handle}/invites/`;
const tokenIn = (link: string | undefined): string => link?.split('/').at(-1) ?? 'no-link';
const someEmail = () => `person-${randomUUID().slice(-12)}@example.test`;

const makeLink = async (by: TestAccount, hub: HubPath, body: object = {}) =>
  expectData(await by.client.post<InviteLink>(links(hub), body), 201);

test('several people join by one link, with its role, until it is revoked', async () => {
  const { hub, admin, stranger } = await createMembers(server.client);
  const link = await makeLink(admin, hub, { role: 'member', expires_in_days: 30 });
  expect(Date.parse(link.expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000);
  const token = tokenIn(link.link);
  const shown = expectData(await server.client.get(`invites/${token}/`));
  expect(shown).toMatchObject({ email: null, role: 'member', invited_by: 'Ada Lovelace' });

  const joined = expectData(await stranger.client.post(`invites/${token}/accept/`));
  expect(joined.active_organization).toMatchObject({ id: hub.id, role: 'member' });
  expectData(await stranger.client.post(`invites/${token}/accept/`));
  const other = await registerUser(server.client, { invite_token: token });
  expect(other.user.active_organization).toMatchObject({ id: hub.id, role: 'member' });
  expectRefusal(await other.client.post(`invites/${token}/decline/`), 409, 'not_personal');

  const pending = expectData(
    await admin.client.get<PendingInvite[]>(invites(hub), { query: { kind: 'link' } }),
  );
  expect(pending).toMatchObject([{ id: link.id, email: null, role: 'member', status: 'invited', joined: 2 }]);
  expect(JSON.stringify(pending)).not.toContain(token);
  expectData(await admin.client.delete(`${invites(hub)}${link.id}/`));
  const late = await registerUser(server.client);
  expectRefusal(await late.client.post(`invites/${token}/accept/`), 404);
  expectRefusal(await server.client.get(`invites/${token}/`), 404);
});

test('a link grants no role above its creator’s, and never that of an owner', async () => {
  const { hub, owner, member, guest } = await createMembers(server.client);
  expectRefusal(await owner.client.post(links(hub), { role: 'owner' }), 422);
  for (const expires_in_days of [0, 366, 1.5, '7']) {
    expectRefusal(await owner.client.post(links(hub), { expires_in_days }), 422);
  }
  for (const person of [member, guest]) expectRefusal(await person.client.post(links(hub), {}), 403);
  expect(await makeLink(owner, hub, { role: 'admin' })).toMatchObject({ role: 'admin' });
});

test('a renewed link revokes the old one, and a link stops working when its creator loses the right', async () => {
  const { hub, owner, admin, stranger } = await createMembers(server.client);
  const first = await makeLink(admin, hub);
  const again = expectData(await admin.client.post<InviteLink>(`${invites(hub)}${first.id}/resend/`));
  expect(again.id).toBe(first.id);
  expectRefusal(await stranger.client.post(`invites/${tokenIn(first.link)}/accept/`), 404);
  expectData(
    await owner.client.patch(`hubs/${hub.domain_handle}/members/${admin.user.id}/`, { role: 'member' }),
  );
  expectRefusal(await stranger.client.post(`invites/${tokenIn(again.link)}/accept/`), 404);
  const [lapsed] = expectData(await owner.client.get<PendingInvite[]>(invites(hub)));
  expect(lapsed).toMatchObject({ id: first.id, status: 'lapsed' });
  const taken = expectData(await owner.client.post<InviteLink>(`${invites(hub)}${first.id}/resend/`));
  expectData(await stranger.client.post(`invites/${tokenIn(taken.link)}/accept/`));
});

test('an expired invitation is refused, stays listed, and can be renewed', async () => {
  const { hub, owner } = await createMembers(server.client);
  const email = someEmail();
  const [outcome] = expectData(await owner.client.post<InviteOutcome[]>(invites(hub), [{ email }]));
  const database = openDatabase(openPool(server.databaseUrl, 1));
  await database
    .updateTable('invite')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', outcome?.id ?? '')
    .execute();
  await database.destroy();
  const person = await registerUser(server.client, { email });
  expectRefusal(await person.client.post(`invites/${tokenIn(outcome?.link)}/accept/`), 404);
  const [invite] = expectData(await owner.client.get<PendingInvite[]>(invites(hub)));
  expect(invite).toMatchObject({ email, status: 'expired', allowed: ['invite.resend', 'invite.withdraw'] });
  const again = expectData(await owner.client.post<InviteOutcome>(`${invites(hub)}${outcome?.id}/resend/`));
  expectData(await person.client.post(`invites/${tokenIn(again.link)}/accept/`));
});

test('an invitation to a space adds a guest who sees that space alone', async () => {
  const { hub, member } = await createMembers(server.client);
  const [space, other] = [
    await createSpace(member, hub, { visibility: 'private' }),
    await createSpace(member, hub, { visibility: 'shared' }),
  ];
  const email = someEmail();
  const invited = expectData(
    await member.client.in(hub).post(`spaces/${space.slug}/members/`, {
      email,
      role: 'editor',
    }),
  );
  expect(invited.status).toBe('invited');
  const token = tokenIn(invited.link);
  const person = await registerUser(server.client, { email, invite_token: token });
  expect(person.user.active_organization).toMatchObject({ id: hub.id, role: 'guest' });
  const spaces = expectData(await person.client.in(hub).get('spaces/'));
  expect(spaces.map((one) => [one.slug, one.my_role])).toEqual([[space.slug, 'editor']]);
  expectRefusal(await person.client.in(hub).get(`spaces/${other.slug}/`), 404);
  expectRefusal(await person.client.get(`hubs/${hub.domain_handle}/members/`), 403);
});

test('an invitation to a space grants what its inviter may still grant on acceptance', async () => {
  const { hub, owner, member, other } = await createMembers(server.client);
  const space = await createSpace(member, hub, { visibility: 'private' });
  const inHub = member.client.in(hub);
  expectData(await inHub.post(`spaces/${space.slug}/members/`, { user_id: other.user.id, role: 'editor' }));
  const email = someEmail();
  const { link } = expectData(
    await other.client.in(hub).post(`spaces/${space.slug}/members/`, { email, role: 'viewer' }),
  );
  expectData(await inHub.patch(`spaces/${space.slug}/members/${other.user.id}/`, { role: 'viewer' }));
  const person = await registerUser(server.client, { email });
  expectData(await person.client.post(`invites/${tokenIn(link)}/accept/`));
  expectRefusal(await person.client.in(hub).get(`spaces/${space.slug}/`), 404);
  const list = expectData(await owner.client.get(`hubs/${hub.domain_handle}/members/`));
  expect(list.find((one) => one.email === email)?.role).toBe('guest');
});

test('with mail, sends the invitation link to the address only, and verifies it on acceptance', async () => {
  const mailing = await startServerWithMailForTest();
  const owner = await registerUser(mailing.client);
  const hub = await createHub(owner);
  const email = someEmail();
  const [outcome] = expectData(await owner.client.post<InviteOutcome[]>(invites(hub), [{ email }]));
  expect(outcome).toEqual({ id: outcome?.id, email, status: 'invited' });
  const mail = await mailing.mail.mailTo(email, /invites you/);
  const token = linkIn(mail).pathname.split('/').at(-1) ?? '';
  const again = await owner.client.post(`${invites(hub)}${outcome?.id}/resend/`);
  expect(expectData(again)).not.toHaveProperty('link');
  const second = await mailing.mail.mailTo(email, /invites you/);
  expectRefusal(await mailing.client.get(`invites/${token}/`), 404);
  const person = await registerUser(mailing.client, {
    email,
    invite_token: linkIn(second).pathname.split('/').at(-1) ?? '',
  });
  expect(person.user).toMatchObject({ is_email_verified: true, active_organization: { id: hub.id } });
});

test('limits a hub to 200 invitation mails an hour, and reports each address beyond', async () => {
  const mailing = await startServerWithMailForTest({ env: { RATE_LIMIT_FACTOR: '0.01' } });
  const owner = await registerUser(mailing.client);
  const hub = await createHub(owner);
  const list = Array.from({ length: 4 }, () => ({ email: someEmail() }));
  const outcomes = expectData(await owner.client.post<InviteOutcome[]>(invites(hub), list));
  expect(outcomes.map((one) => one.status)).toEqual(['invited', 'invited', 'refused', 'refused']);
  const refused = await owner.client.post(invites(hub), [{ email: someEmail() }]);
  expectRefusal(refused, 429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  // A link does not count as a mail.
  expectData(await owner.client.post(links(hub), {}), 201);
  expect(expectData(await owner.client.get<PendingInvite[]>(invites(hub)))).toHaveLength(3);
});
