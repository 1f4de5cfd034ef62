import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSED } from '#server/realtime/socket.ts';
import { expectData } from '#tests/harness/answers.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorsPlace } from '#tests/harness/members.ts';
import { createSpace, PASSWORD, registerUser } from '#tests/harness/people.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { openSocket } from '#tests/harness/socket.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('a live socket', () => {
  test('is opened for a member’s living session alone', async () => {
    const { hub, member, stranger } = await createEditorsPlace(server.client);
    await expect(openSocket(server.url, { headers: {} }, hub)).rejects.toThrow('refused: 401');
    await expect(openSocket(server.url, { token: 'no.token.atall' }, hub)).rejects.toThrow('refused: 401');
    await expect(openSocket(server.url, stranger, hub)).rejects.toThrow('refused: 404');
    await expect(openSocket(server.url, member, { domain_handle: 'no-such-hub' })).rejects.toThrow(
      'refused: 404',
    );
    expectData(await member.client.get('auth/logout/'));
    await expect(openSocket(server.url, member, hub)).rejects.toThrow('refused: 401');
  });

  test('is refused to another site’s page, whose browser sends the cookie along', async () => {
    const { hub, member } = await createEditorsPlace(server.client);
    const cookie = `hubkeep_session=${member.token}`;
    const foreign = { cookie, origin: 'https://elsewhere.example' };
    await expect(openSocket(server.url, { headers: foreign }, hub)).rejects.toThrow('refused: 403');
    const own = await openSocket(server.url, { headers: { cookie, origin: server.url } }, hub);
    own.close();
  });

  test('never names what its listener may not see', async () => {
    const { hub, space, owner, admin, member, other } = await createEditorsPlace(server.client);
    const listeners = await Promise.all([owner, admin, other].map((one) => openSocket(server.url, one, hub)));
    const hidden = await createItem(member, { hub, space }, { visibility: 'private' });
    const secret = await createSpace(member, hub, { visibility: 'private' });
    const below = await createItem(member, { hub, space: secret });
    expectData(await member.client.patch(`items/${hidden.id}/`, { title: 'Still mine' }));
    const shown = await createItem(member, { hub, space });
    for (const socket of listeners) {
      await socket.hears(shown.id);
      const told = socket.told.map((one) => one.id);
      for (const unseen of [hidden.id, secret.id, below.id]) expect(told).not.toContain(unseen);
      socket.close();
    }
  });

  test('takes nothing: whoever writes to it is cut off', async () => {
    const { hub, member } = await createEditorsPlace(server.client);
    const socket = await openSocket(server.url, member, hub);
    socket.send(JSON.stringify({ about: 'item', id: 'x' }));
    expect(await socket.closed).toBe(CLOSED.writes);
  });

  test('ends with its session: signed out here, from elsewhere, or by another password', async () => {
    const { hub, member } = await createEditorsPlace(server.client);
    const second = await openSocket(server.url, await signInTo(member), hub);
    const changed = { old_password: PASSWORD, password: 'Another-Boat-8' };
    expectData(await member.client.post('auth/password/change/', changed));
    expect(await second.closed).toBe(CLOSED.signedOut);
    const own = await openSocket(server.url, member, hub);
    expectData(await member.client.get('auth/logout/'));
    expect(await own.closed).toBe(CLOSED.signedOut);
  });

  test('is kept to a number that tabs never reach, a session', async () => {
    const { hub, member } = await createEditorsPlace(server.client);
    const open = await Promise.all(Array.from({ length: 31 }, () => openSocket(server.url, member, hub)));
    const code = await Promise.race(open.map((one) => one.closed));
    expect(code).toBe(CLOSED.tooMany);
    for (const one of open) one.close();
  });
});

async function signInTo(person: { email: string; password: string }): Promise<{ token: string }> {
  const { email, password } = person;
  return expectData(await server.client.post<{ token: string }>('auth/login/', { email, password }));
}

test('a stranger’s new account has no hub to listen to', async () => {
  const { hub } = await createEditorsPlace(server.client);
  const stranger = await registerUser(server.client);
  await expect(openSocket(server.url, stranger, hub)).rejects.toThrow('refused: 404');
});
