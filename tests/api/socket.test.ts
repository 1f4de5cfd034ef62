import { afterAll, beforeAll, expect, test } from 'vitest';
import { createItem, uploadFixture } from '#tests/harness/content.ts';
import { createEditorsPlace } from '#tests/harness/members.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { openSocket } from '#tests/harness/socket.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('members of a hub are told of what they may see: an item made, changed, read', async () => {
  const { hub, space, member, other } = await createEditorsPlace(server.client);
  const socket = await openSocket(server.url, other, hub);
  const made = await createItem(member, { hub, space });
  await socket.hears(made.id);
  await socket.hears(space.id);
  const uploaded = await uploadFixture(member, { hub, space }, 'files/notes.md');
  await socket.hears(uploaded.id);
  socket.close();
});

test('a second process on the same database hears of it too', async () => {
  const { hub, space, member, other } = await createEditorsPlace(server.client);
  const second = await startServer({ env: { DATABASE_URL: server.databaseUrl } });
  try {
    const socket = await openSocket(second.url, other, hub);
    const made = await createItem(member, { hub, space });
    await socket.hears(made.id);
    socket.close();
  } finally {
    await second.stop();
  }
});

test('a stop of the server ends sockets at once', async () => {
  const short = await startServer();
  const { hub, member } = await createEditorsPlace(short.client);
  const socket = await openSocket(short.url, member, hub);
  await short.stop();
  expect(await socket.closed).toBe(1001);
});
