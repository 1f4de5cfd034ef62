import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSE_CODES } from '#server/web/realtime/send-events.ts';
import { createSpace, PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { openSocket } from '#tests/harness/socket.ts';

// Bug class 5 of docs/permissions.md: a live socket that outlives access, or one for reading that can write.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('a live socket', () => {
  test('opens for an active session of a member only', async () => {
    const { hub, member, stranger } = await createEditorAndPlace(server.client);
    await expect(openSocket(server.url, { headers: {} }, hub)).rejects.toThrow('refused: 401');
    await expect(openSocket(server.url, { token: 'no.token.atall' }, hub)).rejects.toThrow('refused: 401');
    await expect(openSocket(server.url, stranger, hub)).rejects.toThrow('refused: 404');
    await expect(openSocket(server.url, member, { domain_handle: 'no-such-hub' })).rejects.toThrow(
      'refused: 404',
    );
    expectData(await member.client.get('auth/logout/'));
    await expect(openSocket(server.url, member, hub)).rejects.toThrow('refused: 401');
  });

  test('refuses another site’s page, though its browser sends the cookie', async () => {
    const { hub, member } = await createEditorAndPlace(server.client);
    const cookie = `hubkeep_session=${member.token}`;
    const foreign = { cookie, origin: 'https://elsewhere.example' };
    await expect(openSocket(server.url, { headers: foreign }, hub)).rejects.toThrow('refused: 403');
    const own = await openSocket(server.url, { headers: { cookie, origin: server.url } }, hub);
    own.close();
  });

  test('never names what its subscriber may not see', async () => {
    const { hub, space, owner, admin, member, other } = await createEditorAndPlace(server.client);
    const listeners = await Promise.all([owner, admin, other].map((one) => openSocket(server.url, one, hub)));
    const hidden = await createItem(member, { hub, space }, { visibility: 'private' });
    const secret = await createSpace(member, hub, { visibility: 'private' });
    const below = await createItem(member, { hub, space: secret });
    expectData(await member.client.patch(`items/${hidden.id}/`, { title: 'Still mine' }));
    const shown = await createItem(member, { hub, space });
    for (const socket of listeners) {
      await socket.receives(shown.id);
      const received = socket.received.map((one) => one.id);
      for (const unseen of [hidden.id, secret.id, below.id]) expect(received).not.toContain(unseen);
      // Nor is anything of what they may see in an event but its id.
      for (const one of socket.received) expect(Object.keys(one).sort()).toEqual(['about', 'id']);
      socket.close();
    }
  });

  test('closes on any message from the client', async () => {
    const { hub, member } = await createEditorAndPlace(server.client);
    const socket = await openSocket(server.url, member, hub);
    socket.send(JSON.stringify({ about: 'item', id: 'x' }));
    expect(await socket.closed).toBe(CLOSE_CODES.writes);
  });

  test('closes when its session is revoked: by sign-out, from elsewhere, or by a new password', async () => {
    const { hub, member } = await createEditorAndPlace(server.client);
    const second = await openSocket(server.url, await signInTo(member), hub);
    const changed = { old_password: PASSWORD, password: 'Another-Boat-8' };
    expectData(await member.client.post('auth/password/change/', changed));
    expect(await second.closed).toBe(CLOSE_CODES.signedOut);
    const own = await openSocket(server.url, member, hub);
    expectData(await member.client.get('auth/logout/'));
    expect(await own.closed).toBe(CLOSE_CODES.signedOut);
  });

  test('is limited to a number of sockets per session', async () => {
    const { hub, member } = await createEditorAndPlace(server.client);
    const open = await Promise.all(Array.from({ length: 31 }, () => openSocket(server.url, member, hub)));
    const code = await Promise.race(open.map((one) => one.closed));
    expect(code).toBe(CLOSE_CODES.tooMany);
    for (const one of open) one.close();
  });
});

async function signInTo(person: { email: string; password: string }): Promise<{ token: string }> {
  const { email, password } = person;
  return expectData(await server.client.post('auth/login/', { email, password }));
}

test('a new account has no hub to subscribe to', async () => {
  const { hub } = await createEditorAndPlace(server.client);
  const stranger = await registerUser(server.client);
  await expect(openSocket(server.url, stranger, hub)).rejects.toThrow('refused: 404');
});

type Cast = Awaited<ReturnType<typeof createEditorAndPlace>>;

/** How a member can lose membership or session; and by whom. */
const REVOCATIONS: [string, (cast: Cast) => Promise<ClientResponse>, number][] = [
  [
    'suspended',
    ({ owner, hub, member }) =>
      owner.client.patch(`hubs/${hub.domain_handle}/members/${member.user.id}/`, { suspended: true }),
    CLOSE_CODES.noMember,
  ],
  [
    'removed',
    ({ admin, hub, member }) => admin.client.delete(`hubs/${hub.domain_handle}/members/${member.user.id}/`),
    CLOSE_CODES.noMember,
  ],
  [
    'gone of their own accord',
    ({ hub, member }) => member.client.delete(`hubs/${hub.domain_handle}/members/${member.user.id}/`),
    CLOSE_CODES.noMember,
  ],
  [
    'without their hub, which was deleted',
    ({ owner, hub }) => owner.client.delete(`hubs/${hub.domain_handle}/`, { password: PASSWORD }),
    CLOSE_CODES.noMember,
  ],
  [
    'without their account',
    ({ member }) => member.client.delete('auth/me/', { password: PASSWORD }),
    CLOSE_CODES.signedOut,
  ],
];

describe('a member who is', () => {
  test.each(REVOCATIONS)(
    '%s is disconnected in this process and in another, and others are not',
    async (how, act, code) => {
      const cast = await createEditorAndPlace(server.client);
      const second = await startServer({ env: { DATABASE_URL: server.databaseUrl } });
      try {
        const sockets = await Promise.all(
          [server.url, second.url].map((url) => openSocket(url, cast.member, cast.hub)),
        );
        const bystander = await openSocket(second.url, cast.other, cast.hub);
        expectData(await act(cast));
        const began = performance.now();
        expect(await Promise.all(sockets.map((one) => one.closed))).toEqual([code, code]);
        // At once, not only when the heartbeat checks all sockets again.
        expect(performance.now() - began).toBeLessThan(5_000);
        await expect(openSocket(server.url, cast.member, cast.hub)).rejects.toThrow(/refused: 40[14]/);
        if (code === CLOSE_CODES.signedOut || how === 'suspended') {
          const item = await createItem(cast.other, cast);
          await bystander.receives(item.id);
        }
        bystander.close();
      } finally {
        await second.stop();
      }
    },
  );
});

test('closes the socket of a session that was revoked from another device, and no other', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const elsewhere = await signInTo(member);
  const [own, ended] = await Promise.all([member, elsewhere].map((one) => openSocket(server.url, one, hub)));
  const sessions = expectData(await member.client.get('auth/sessions/'));
  const other = sessions.find((one) => !one.is_current);
  expectData(await member.client.delete(`auth/sessions/${other?.id}/`));
  expect(await ended?.closed).toBe(CLOSE_CODES.signedOut);
  const item = await createItem(member, { hub, space });
  await own?.receives(item.id);
  own?.close();
});

test('sends no more events of a resource after its access was revoked', async () => {
  const { hub, owner, member, other, guest } = await createEditorAndPlace(server.client);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const place = { hub, space };
  const open = await createSpace(owner, hub, { visibility: 'public' });
  const people = `spaces/${space.slug}/members/`;
  for (const { user } of [other, guest])
    expectData(await owner.client.in(hub).post(people, { user_id: user.id, role: 'viewer' }));
  const secret = await createItem(owner, place, { title: 'Named', visibility: 'private' });
  const named = { people: [{ user_id: member.user.id, role: 'viewer' }] };
  expectData(await owner.client.put(`items/${secret.id}/access/`, named));
  const [taken, demoted, unnamed] = await Promise.all(
    [other, guest, member].map((one) => openSocket(server.url, one, hub)),
  );
  const witness = await openSocket(server.url, owner, hub);
  const before = await createItem(owner, place);
  for (const socket of [taken, demoted]) await socket?.receives(before.id);
  expectData(await owner.client.patch(`items/${secret.id}/`, { title: 'Told' }));
  await unnamed?.receives(secret.id);

  for (const { user } of [other, guest])
    expectData(await owner.client.in(hub).delete(`${people}${user.id}/`));
  expectData(await owner.client.put(`items/${secret.id}/access/`, { people: [] }));
  for (const socket of [taken, demoted, unnamed]) socket?.received.splice(0);
  const after = await createItem(owner, place);
  expectData(await owner.client.patch(`items/${secret.id}/`, { title: 'Not told' }));
  await witness.receives(after.id);
  await witness.receives(secret.id);
  // An event that all of them receive, so that earlier ones have arrived.
  const shown = await createItem(owner, { hub, space: open });
  for (const socket of [taken, demoted, unnamed]) {
    await socket?.receives(shown.id);
    const received = socket?.received.map((one) => one.id);
    for (const id of [after.id, secret.id, space.id]) expect(received).not.toContain(id);
    socket?.close();
  }
  witness.close();
});

test('sends no more member events to a member who became a guest', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const open = await createSpace(owner, hub, { visibility: 'public' });
  const socket = await openSocket(server.url, member, hub);
  const path = `hubs/${hub.domain_handle}/members/${member.user.id}/`;
  expectData(await owner.client.patch(path, { role: 'guest' }));
  socket.received.splice(0);
  const item = await createItem(other, { hub, space });
  const shown = await createItem(owner, { hub, space: open });
  await socket.receives(shown.id);
  expect(socket.received.map((one) => one.id)).not.toContain(item.id);
  socket.close();
});

test('closes on large or malformed frames without harm to the server', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const witness = await openSocket(server.url, other, hub);
  for (const text of ['x'.repeat(100_000), '\0', '{"subscribe":"*"}', '']) {
    const socket = await openSocket(server.url, member, hub);
    socket.send(text);
    expect([CLOSE_CODES.writes, 1009]).toContain(await socket.closed);
  }
  // Bytes that are no frame, and incomplete handshakes.
  for (const bytes of [
    'GET /ws?hub=x HTTP/1.1\r\nUpgrade: websocket\r\n\r\n',
    '\xff\xff\xff\xff',
    'GET /ws',
  ]) {
    const raw = createConnection(Number(new URL(server.url).port), '127.0.0.1');
    raw.on('error', () => undefined).resume();
    await once(raw, 'connect');
    raw.end(bytes);
    await once(raw, 'close');
  }
  const item = await createItem(member, { hub, space });
  await witness.receives(item.id);
  witness.close();
});
