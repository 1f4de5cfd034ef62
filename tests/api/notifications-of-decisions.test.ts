import { describe, expect, onTestFinished, test } from 'vitest';
import type { Hub } from '#lib/contract/hub.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { migrations } from '#server/platform/database/migrations/index.ts';
import { createHub, createSpace, PASSWORD, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket } from '#tests/harness/socket.ts';

const server = sharedServer();

const notificationsOf = async ({ client }: TestAccount) => expectData(await client.get('notifications/'));
const unreadOf = async ({ client }: TestAccount) =>
  expectData(await client.get('notifications/unread-count/')).count;
const choose = async ({ client }: TestAccount, settings: Record<string, string>) =>
  expectData(await client.patch('notifications/settings/', settings));

async function ownHub(more: { visibility?: 'private' | 'shared' } = {}) {
  const owner = await registerUser(server.client, { first_name: 'Olga' });
  return { owner, hub: await createHub(owner, { name: 'Nordwind', ...more }) };
}

describe('a request for access', () => {
  const requestAndReject = async (owner: TestAccount, member: TestAccount, hub: Hub, slug: string) => {
    const path = `spaces/${slug}/access-requests/` as const;
    expectData(await member.client.in(hub).post(path, { role: 'editor' }), 202);
    const [request] = expectData(await owner.client.in(hub).get(path));
    expectData(await owner.client.in(hub).post(`${path}${request?.id}/reject/`));
  };

  test('notifies its author where it is rejected, with a link to the space, as long as they may see that', async () => {
    const { owner, hub } = await ownHub();
    const member = await addMember(server.client, owner, hub);
    const space = await createSpace(owner, hub, { name: 'Board', default_role: 'viewer' });
    await requestAndReject(owner, member, hub, space.slug);
    expect(await notificationsOf(member)).toMatchObject([
      {
        event: 'access_refused',
        thing: { kind: 'space', title: 'Board' },
        url: `/${hub.domain_handle}/${space.slug}`,
        text: '',
      },
    ]);
    expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'private' }));
    expect(await notificationsOf(member)).toEqual([]);
    expect(await unreadOf(member)).toBe(0);
  });

  test('notifies nobody who wants no decisions, where it is approved as where it is rejected', async () => {
    const { owner, hub } = await ownHub();
    const member = await addMember(server.client, owner, hub);
    await choose(member, { decided: 'off' });
    const space = await createSpace(owner, hub, { default_role: 'viewer' });
    await requestAndReject(owner, member, hub, space.slug);
    const path = `spaces/${space.slug}/access-requests/` as const;
    expectData(await member.client.in(hub).post(path, { role: 'editor' }), 202);
    const [request] = expectData(await owner.client.in(hub).get(path));
    expectData(await owner.client.in(hub).post(`${path}${request?.id}/approve/`));
    expect(await notificationsOf(member)).toEqual([]);
  });

  test('notifies nobody who may not know of the space that it was rejected', async () => {
    const { owner, hub } = await ownHub();
    const member = await addMember(server.client, owner, hub);
    const space = await createSpace(owner, hub, { name: 'Hidden', visibility: 'private' });
    await requestAndReject(owner, member, hub, space.slug);
    expect(await notificationsOf(member)).toEqual([]);
    // Nor later, as a sign of what was there.
    expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'shared' }));
    expect(await notificationsOf(member)).toEqual([]);
  });
});

test('settings without notifications of access are also without those of decisions, which were among them', async () => {
  const [all, none, some] = [
    await registerUser(server.client),
    await registerUser(server.client),
    await registerUser(server.client),
  ];
  await choose(none, { access: 'off' });
  await choose(some, { access: 'off', decided: 'app' });
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  await migrations['0069-decisions-on-requests']?.up(database);
  const decided = async ({ client }: TestAccount) =>
    expectData(await client.get('notifications/settings/')).decided;
  expect([await decided(all), await decided(none), await decided(some)]).toEqual(['mail', 'off', 'app']);
});

test('settings without any mails are also without those of decisions after the update, and settings with one are not', async () => {
  const person = async (settings: object, mail: boolean) => {
    const one = await registerUser(server.client);
    expectData(await one.client.patch('notifications/settings/', settings));
    expectData(await one.client.patch('watch-mails/', { mail }));
    return one;
  };
  const stopped = await person({ mentioned: 'app', task: 'off' }, false);
  const others = [
    await person({ mentioned: 'app', task: 'app' }, true),
    await person({ mentioned: 'app', task: 'app', replied: 'mail' }, false),
    await person({ mentioned: 'app' }, false),
  ];
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  await migrations['0071-mails-nobody-chose']?.up(database);
  const decided = async ({ client }: TestAccount) =>
    expectData(await client.get('notifications/settings/')).decided;
  expect(await decided(stopped)).toBe('app');
  expect(await Promise.all(others.map(decided))).toEqual(['mail', 'mail', 'mail']);
});

describe('a request to join a hub', () => {
  const ask = async (person: TestAccount, owner: TestAccount, hub: Hub) => {
    const path = `hubs/${hub.domain_handle}/join-requests/` as const;
    expectData(await person.client.post(path, { message: 'Buy at https://spam.test' }));
    const [request] = expectData(await owner.client.get(path));
    return `${path}${request?.id}/` as const;
  };

  test('notifies its author where it is rejected, who is shown no person and no page, once while unread', async () => {
    const { owner, hub } = await ownHub({ visibility: 'shared' });
    const person = await registerUser(server.client);
    for (let time = 0; time < 2; time += 1)
      expectData(await owner.client.post(`${await ask(person, owner, hub)}reject/`));
    expect(await notificationsOf(person)).toMatchObject([
      {
        event: 'join_refused',
        actor: null,
        thing: { kind: 'hub', id: hub.id, title: 'Nordwind' },
        url: null,
        text: '',
        count: 2,
      },
    ]);
    expect(await unreadOf(person)).toBe(1);
    const [notice] = await notificationsOf(person);
    const read = await person.client.patch(`notifications/${notice?.id}/`, { read: true });
    expect(expectData(read).read_at).not.toBeNull();
    // A hub that is private by now is known to its members alone.
    expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { visibility: 'private' }));
    expect(await notificationsOf(person)).toEqual([]);
  });

  test('notifies its author where it is approved, as long as they belong to the hub, and nobody who wants none', async () => {
    const { owner, hub } = await ownHub({ visibility: 'shared' });
    const person = await registerUser(server.client);
    const quiet = await registerUser(server.client);
    await choose(quiet, { decided: 'off' });
    for (const one of [person, quiet])
      expectData(await owner.client.post(`${await ask(one, owner, hub)}approve/`, { role: 'member' }));
    expect(await notificationsOf(person)).toMatchObject([
      { event: 'join_granted', actor: { id: owner.user.id }, url: `/${hub.domain_handle}` },
    ]);
    expect(await notificationsOf(quiet)).toEqual([]);
    expectData(await owner.client.delete(`hubs/${hub.domain_handle}/members/${person.user.id}/`));
    expect(await notificationsOf(person)).toEqual([]);
    expect(await unreadOf(person)).toBe(0);
  });
});

describe('an invitation', () => {
  const invite = async (inviter: TestAccount, hub: Hub, email: string) => {
    const [outcome] = expectData(
      await inviter.client.post(`hubs/${hub.domain_handle}/invites/`, [{ email, role: 'member' }]),
    );
    return outcome?.link?.split('/').at(-1) ?? '';
  };

  test('notifies who invited when it is accepted, live, also by signing up with it', async () => {
    const { owner, hub } = await ownHub();
    const socket = await openSocket(server.url, owner, hub);
    const person = await registerUser(server.client, { first_name: 'Mira' });
    expectData(await person.client.post(`invites/${await invite(owner, hub, person.email)}/accept/`));
    expect(await notificationsOf(owner)).toMatchObject([
      {
        event: 'joined',
        actor: { id: person.user.id, name: 'Mira Lovelace' },
        thing: { kind: 'hub', title: 'Nordwind' },
        url: `/${hub.domain_handle}/members`,
        count: 1,
      },
    ]);
    await eventually(async () =>
      expect(socket.received).toContainEqual(expect.objectContaining({ about: 'notifications' })),
    );
    socket.close();
    expectData(await owner.client.post('notifications/read-all/'));
    const email = `new-${person.email}`;
    const account = { email, password: PASSWORD, invite_token: await invite(owner, hub, email) };
    expectData(await server.client.post('auth/register/', { ...account, first_name: 'Noor' }), 201);
    expect(await notificationsOf(owner)).toMatchObject([
      { event: 'joined', actor: { name: 'Noor' }, read_at: null },
      { event: 'joined', actor: { id: person.user.id } },
    ]);
    // Who left is named no more.
    expectData(await owner.client.delete(`hubs/${hub.domain_handle}/members/${person.user.id}/`));
    expect((await notificationsOf(owner)).map(({ actor }) => actor?.name)).toEqual(['Noor']);
  });

  test('by a link is one unread notification however many join, and none of who belonged to the hub', async () => {
    const { owner, hub } = await ownHub();
    const path = `hubs/${hub.domain_handle}/invite-links/` as const;
    const { link } = expectData(await owner.client.post(path, { role: 'member' }), 201);
    const token = link.split('/').at(-1) ?? '';
    const people = await Promise.all([1, 2, 3].map(() => registerUser(server.client)));
    for (const { client } of [...people, ...people.slice(0, 1)])
      expectData(await client.post(`invites/${token}/accept/`));
    expect(await notificationsOf(owner)).toMatchObject([
      { event: 'joined', actor: { id: people[2]?.user.id }, count: 3 },
    ]);
    expect(await unreadOf(owner)).toBe(1);
  });

  test('notifies nobody who wants none, or left the hub', async () => {
    const { owner, hub } = await ownHub();
    const admin = await addMember(server.client, owner, hub, 'admin');
    const person = await registerUser(server.client);
    const token = await invite(admin, hub, person.email);
    expectData(await person.client.post(`invites/${token}/accept/`));
    expect(await notificationsOf(admin)).toHaveLength(1);
    // A guest reads of nobody who joined, and nobody of who was suspended.
    const changed = (who: TestAccount, change: string) =>
      server.sql(`update membership set ${change} where user_id = $1`, [who.user.id]);
    await changed(admin, "role = 'guest'");
    expect(await notificationsOf(admin)).toEqual([]);
    await changed(admin, "role = 'admin'");
    await changed(person, 'suspended_at = now()');
    expect(await notificationsOf(admin)).toEqual([]);
    await changed(person, 'suspended_at = null');
    expect(await notificationsOf(admin)).toHaveLength(1);
    expectData(await owner.client.delete(`hubs/${hub.domain_handle}/members/${admin.user.id}/`));
    expect(await notificationsOf(admin)).toEqual([]);
    await choose(owner, { joined: 'off' });
    const other = await registerUser(server.client);
    expectData(await other.client.post(`invites/${await invite(owner, hub, other.email)}/accept/`));
    expect(await notificationsOf(owner)).toEqual([]);
  });
});
