import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkIdOfPass } from '#lib/browser/share-passes.ts';
import { createItem, uploadFixture } from '#tests/harness/content.ts';
import { openLink, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { openSocket, openSocketAt } from '#tests/harness/socket.ts';

let server: TestServer;
let startedAt = 0;
beforeAll(async () => {
  server = await startServer();
  startedAt = Date.now();
});
afterAll(() => server.stop());

test('publishes created, changed and processed items to the members who may see them', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const socket = await openSocket(server.url, other, hub);
  const made = await createItem(member, { hub, space });
  await socket.receives(made.id);
  await socket.receives(space.id);
  const uploaded = await uploadFixture(member, { hub, space }, 'files/notes.md');
  await socket.receives(uploaded.id);
  socket.close();
});

test('publishes change events to a second process on the same database', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const second = await startServer({ env: { DATABASE_URL: server.databaseUrl } });
  try {
    const socket = await openSocket(second.url, other, hub);
    const made = await createItem(member, { hub, space });
    await socket.receives(made.id);
    socket.close();
  } finally {
    await second.stop();
  }
});

test('sends what was missed before a socket was open, to those who may see it', async () => {
  const { hub, space, member, other, owner } = await createEditorAndPlace(server.client);
  const headers = { authorization: `JWT ${other.token}` };
  const before = Date.now();
  const seen = await createItem(member, { hub, space });
  const hidden = await createItem(member, { hub, space }, { visibility: 'private' });
  expectData(
    await owner.client.patch(`hubs/${hub.domain_handle}/members/${member.user.id}/`, { role: 'admin' }),
  );
  const path = (missed: number) => `/ws?hub=${hub.domain_handle}&missed=${missed}`;
  // A connection takes time to be made; what happened before the process began is unknown.
  const missed = Math.min(Date.now() - before + 5_000, Date.now() - startedAt);
  const socket = await openSocketAt(server.url, path(missed), headers);
  await socket.receives(seen.id);
  await socket.receives(hub.id);
  const late = await openSocketAt(server.url, path(0), headers);
  const after = await createItem(member, { hub, space });
  await Promise.all([socket.receives(after.id), late.receives(after.id)]);
  expect(socket.received.map(({ id }) => id)).not.toContain(hidden.id);
  expect(late.received.map(({ id }) => id)).not.toContain(seen.id);
  const stale = await openSocketAt(server.url, path(3_600_000), headers);
  await stale.receives(hub.id);
  expect(stale.received).toEqual([{ about: 'gap', id: hub.id }]);
  for (const one of [socket, late, stale]) one.close();
});

test('closes sockets at once when the server stops', async () => {
  const short = await startServer();
  const { hub, member } = await createEditorAndPlace(short.client);
  const socket = await openSocket(short.url, member, hub);
  await short.stop();
  expect(await socket.closed).toBe(1001);
});

async function openLinkSocket(link: { token: string }, password?: string) {
  const { pass } = expectData(await openLink(server.client, link, password));
  const id = linkIdOfPass(pass);
  const headers = { cookie: `hubkeep_links=${pass}` };
  return openSocketAt(server.url, `/ws?link=${id}`, headers);
}

test('closes a link holder’s socket when the link is revoked or expires, or its item is trashed', async () => {
  const { hub, space, member, owner } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const other = await createItem(member, { hub, space });
  const revoked = await shareByLink(member, item.id, { password: 'boat' });
  const trashed = await shareByLink(member, other.id);
  const makers = await shareByLink(member, item.id);
  const sockets = await Promise.all([
    openLinkSocket(revoked, 'boat'),
    openLinkSocket(trashed),
    openLinkSocket(makers),
  ]);
  const short = await openLinkSocket(
    await shareByLink(member, item.id, { expires_at: new Date(Date.now() + 5_000).toISOString() }),
  );
  expectData(await member.client.delete(`items/${item.id}/share-links/${revoked.id}/`));
  expect(await sockets[0].closed).toBe(4404);
  expectData(await member.client.delete(`items/${other.id}/`));
  expect(await sockets[1].closed).toBe(4404);
  expect(await short.closed).toBe(4404);
  expect((await owner.client.delete(`hubs/${hub.domain_handle}/members/${member.user.id}/`)).ok).toBe(true);
  expect(await sockets[2].closed).toBe(4404);
  expect([...sockets, short].flatMap(({ received }) => received)).toEqual([]);
});

test('refuses the socket of a link that the caller has not opened', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const [link, locked] = [
    await shareByLink(member, item.id),
    await shareByLink(member, item.id, { password: 'boat' }),
  ];
  const { pass } = expectData(await openLink(server.client, link));
  const headers = { cookie: `hubkeep_links=${pass}` };
  for (const [id, own] of [
    [locked.id, headers],
    [link.id, {}],
    [link.id, { ...headers, origin: 'https://elsewhere.example' }],
    ['nonsense', headers],
  ] as const) {
    await expect(openSocketAt(server.url, `/ws?link=${id}`, own)).rejects.toThrow('refused: 404');
  }
});
