import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpaceMember } from '#lib/contract/space-member.ts';
import { openPool } from '#server/platform/database/database.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { createEditorAndPlace, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('makes a private space indistinguishable from a missing one: pages, requests, members and timing', async () => {
  const { hub, admin, member, other, guest } = await createMembers(server.client);
  const space = await createSpace(member, hub, { visibility: 'private' });
  const shape = (response: { status: number; body: unknown }) => [response.status, response.body];
  for (const person of [admin, other, guest]) {
    const at = person.client.in(hub);
    for (const subpath of ['', 'items/', 'members/', 'invites/', 'candidates/', 'who-can-see/']) {
      const there = await at.get(`spaces/${space.slug}/${subpath}`);
      expectRefusal(there, 404);
      expect(shape(there), subpath).toEqual(shape(await at.get(`spaces/no-such-space/${subpath}`)));
    }
    for (const slug of [space.slug, 'no-such-space']) {
      const began = performance.now();
      const response = await at.post(`spaces/${slug}/access-requests/`, { message: 'x' });
      expect(response.status).toBe(202);
      expect(performance.now() - began).toBeGreaterThanOrEqual(245);
    }
    const [here] = expectData(await at.get<{ id: string }[]>(`spaces/${space.slug}/access-requests/`));
    const [nowhere] = expectData(await at.get<{ id: string }[]>('spaces/no-such-space/access-requests/'));
    expect(Object.keys(here ?? {})).toEqual(Object.keys(nowhere ?? {}));
  }
  const log = expectData(
    await admin.client.get(`hubs/${hub.domain_handle}/audit-log/`, {
      query: { page_size: 100 },
    }),
  );
  expect(JSON.stringify(log)).not.toContain(space.id);
});

test('refuses restore, purge and emptying by a viewer, and hides the trash', async () => {
  const { hub, owner, member } = await createMembers(server.client);
  const space = await createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' });
  const item = await createItem(owner, { hub, space });
  expectData(await owner.client.delete(`items/${item.id}/`));
  const at = member.client.in(hub);
  expect(expectData(await at.get('trash/'))).toEqual([]);
  expect(expectData(await at.delete('trash/'))).toEqual({ deleted: 0, more: false });
  expectRefusal(await at.post(`items/${item.id}/restore/`), 404);
  expectRefusal(await at.delete(`trash/${item.id}/`), 404);
  expectRefusal(await server.client.delete(`trash/${item.id}/`), 401);
});

test('hides a trashed item from a creator who lost access, and refuses its restore', async () => {
  const { hub, owner, member } = await createMembers(server.client);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const path = `spaces/${space.slug}/`;
  const body = { user_id: member.user.id, role: 'editor' };
  expectData(await owner.client.in(hub).post(`${path}members/`, body), 201);
  const item = await uploadFixture(member, { hub, space }, 'files/handbook.pdf');
  await waitUntilReady(member, item.id);
  expectData(await member.client.delete(`items/${item.id}/`));
  expect(expectData(await member.client.in(hub).get('trash/'))).toHaveLength(1);
  expectData(await owner.client.in(hub).patch(`${path}members/${member.user.id}/`, { role: 'viewer' }));
  expect(expectData(await member.client.in(hub).get('trash/'))).toEqual([]);
  expectRefusal(await member.client.post(`items/${item.id}/restore/`), 404);
  for (const subpath of ['', 'file/', 'thumbnail/', 'preview/', 'text/', 'content/']) {
    expectRefusal(await member.client.get(`items/${item.id}/${subpath}`), 404);
  }
});

test('authorizes the second id of a request too: members, requests, invitations and trash of another space', async () => {
  const mine = await createPlace(server.client, { visibility: 'private' });
  const theirs = await createPlace(server.client, { visibility: 'private' });
  const item = await createItem(theirs.owner, theirs);
  expectData(await theirs.owner.client.delete(`items/${item.id}/`));
  const deleted = await createSpace(theirs.owner, theirs.hub);
  expectData(await theirs.owner.client.in(theirs.hub).delete(`spaces/${deleted.slug}/`));
  const at = mine.owner.client.in(mine.hub);
  const path = `spaces/${mine.space.slug}/`;
  const them = theirs.owner.user.id;
  expectRefusal(await at.post(`${path}members/`, { user_id: them }), 422);
  expectRefusal(await at.patch(`${path}members/${them}/`, { role: 'viewer' }), 404);
  expectRefusal(await at.delete(`${path}members/${them}/`), 404);
  expectRefusal(await at.delete(`${path}invites/${item.id}/`), 404);
  expectRefusal(await at.delete(`trash/${item.id}/`), 404);
  expectRefusal(await at.post(`trash/spaces/${deleted.id}/restore/`), 404);
  expectRefusal(await at.delete(`trash/spaces/${deleted.id}/`), 404);
  expectRefusal(await at.get('trash/', { query: { space: theirs.space.slug } }), 404);
  for (const id of ['nothing', '../x', "'; --"]) {
    expectRefusal(await at.delete(`trash/${encodeURIComponent(id)}/`), 404);
    expectRefusal(await at.post(`trash/spaces/${encodeURIComponent(id)}/restore/`), 404);
  }
});

test('refuses an editor who makes an owner, on every route', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const at = member.client.in(hub);
  const path = `spaces/${space.slug}/`;
  for (const response of [
    await at.post(`${path}members/`, { user_id: member.user.id, role: 'owner' }),
    await at.post(`${path}members/`, { user_id: other.user.id, role: 'owner' }),
    await at.post(`${path}members/`, { email: 'friend@example.test', role: 'owner' }),
    await at.patch(`${path}members/${owner.user.id}/`, { role: 'viewer' }),
    await at.delete(`${path}members/${owner.user.id}/`),
    await at.delete(path),
    await at.post(`${path}archive/`),
    await at.post(`${path}take-over/`, { password: member.password }),
  ]) {
    expectRefusal(response, 403, 'not_allowed');
  }
  const people = expectData(await at.get<SpaceMember[]>(`${path}members/`));
  expect(people.map(({ user }) => user.id)).toEqual([owner.user.id]);
});

test('hides member addresses from a guest, and everything from a suspended member', async () => {
  const { hub, member, guest } = await createMembers(server.client);
  const space = await createSpace(member, hub, { visibility: 'private' });
  const path = `spaces/${space.slug}/`;
  const body = { user_id: guest.user.id, role: 'viewer' };
  expectData(await member.client.in(hub).post(`${path}members/`, body), 201);
  const people = expectData(await guest.client.in(hub).get<SpaceMember[]>(`${path}members/`));
  expect(people.map(({ user }) => user.email).sort()).toEqual(['', guest.email]);
  const pool = openPool(server.databaseUrl, 1);
  await pool.query('update membership set suspended_at = now() where user_id = $1', [guest.user.id]);
  await pool.end();
  const at = guest.client.in(hub);
  for (const subpath of ['', 'members/', 'access-requests/']) {
    expect([403, 404], subpath).toContain((await at.get(`${path}${subpath}`)).status);
  }
});

test('returns 404 for everything in a deleted space', async () => {
  const { hub, owner, member } = await createEditorAndPlace(server.client);
  const space = await createSpace(owner, hub, { visibility: 'public', default_role: 'editor', slug: 'gone' });
  const item = await uploadFixture(owner, { hub, space }, 'files/handbook.pdf');
  await waitUntilReady(owner, item.id);
  expectData(
    await server.client.get(`items/${item.id}/file/`).then(() => server.client.get(`items/${item.id}/`)),
  );
  expectData(await owner.client.in(hub).delete('spaces/gone/'));
  const clients: [string, TestAccount['client']][] = [
    ['owner', owner.client],
    ['member', member.client],
    ['nobody', server.client],
  ];
  for (const [who, client] of clients) {
    for (const subpath of ['', 'file/', 'thumbnail/', 'preview/', 'preview/?page=1', 'text/', 'content/']) {
      expect((await client.get(`items/${item.id}/${subpath}`)).status, `${who} ${subpath}`).toBe(404);
    }
    const listed = await client.in(hub).get('spaces/');
    expect(JSON.stringify(listed.body)).not.toContain(space.id);
  }
  for (const { client } of [owner, member]) {
    expect(expectData(await client.in(hub).get('search/', { query: { q: 'handbook' } }))).toEqual([]);
  }
  expectRefusal(await member.client.in(hub).post(`trash/spaces/${space.id}/restore/`), 404);
});
