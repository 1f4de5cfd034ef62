import { expect, test } from 'vitest';
import { createSpace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { addMember, createEditorAndPlace, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('reveals no hidden space by refusing its address', async () => {
  const { hub, owner, admin, member } = await createMembers(server.client);
  await createSpace(member, hub, { name: 'Board', slug: 'board', visibility: 'private' });
  for (const { client } of [owner, admin]) {
    const input = { name: 'Mine', slug: 'BOARD', visibility: 'shared' };
    const made = expectData(await client.in(hub).post('spaces/', input), 201);
    expect(made.slug).toMatch(/^BOARD-[a-z2-9]{6}$/);
    const named = expectData(await client.in(hub).post('spaces/', { name: 'Board' }), 201);
    expect(named.slug).toMatch(/^board-[a-z2-9]{6}$/);
    const moved = await client.in(hub).patch(`spaces/${named.slug}/`, { slug: 'board' });
    expect(expectData(moved).slug).toMatch(/^board-[a-z2-9]{6}$/);
  }
  // A user who can see it gets an error.
  const seen = await member.client.in(hub).post('spaces/', {
    name: 'Mine',
    slug: 'board',
  });
  expectRefusal(seen, 409, 'slug_taken');
});

test('generates unguessable slugs for private spaces', async () => {
  const { hub, member, other } = await createMembers(server.client);
  const input = { name: 'Layoffs', visibility: 'private' };
  const closed = expectData(await member.client.in(hub).post('spaces/', input), 201);
  expect(closed.slug).toMatch(/^layoffs-[a-z2-9]{6}$/);
  const probe = { name: 'Layoffs', slug: 'layoffs', visibility: 'shared' };
  expect(expectData(await other.client.in(hub).post('spaces/', probe), 201).slug).toBe('layoffs');
  const long = { name: `${'x'.repeat(80)}-`, visibility: 'private' };
  const made = expectData(await member.client.in(hub).post('spaces/', long), 201);
  expect(made.slug.length).toBeLessThanOrEqual(63);
});

test('returns an empty list for a hidden folder, whatever it contains', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', visibility: 'private' });
  const shown = await createItem(member, place, { parent: folder.id });
  const people = [{ user_id: other.user.id, role: 'viewer' }];
  expectData(await member.client.put(`items/${shown.id}/access/`, { people }));
  const list = async (parent: string) =>
    expectData(await other.client.in(hub).get(`spaces/${space.slug}/items/`, { query: { parent } })).map(
      ({ id }) => id,
    );
  expect(await list(folder.id)).toEqual([]);
  // It is listed, without the id of its folder.
  const all = expectData(await other.client.in(hub).get(`spaces/${space.slug}/items/`));
  expect(all.find(({ id }) => id === shown.id)?.parent_id).toBeNull();
  expect(JSON.stringify(all)).not.toContain(folder.id);
  const open = await createItem(member, place, { kind: 'folder' });
  const inside = await createItem(member, place, { parent: open.id });
  expect(await list(open.id)).toEqual([inside.id]);
});

test('hides addresses from a guest: of invited and unnamed members, and of deleters', async () => {
  const { hub, space, owner, member, guest } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const nameless = await addMember(server.client, owner, hub, 'guest');
  await server.sql("update app_user set first_name = '', last_name = '' where id = $1", [nameless.user.id]);
  const role = 'editor';
  expectData(
    await owner.client.in(hub).post(`spaces/${space.slug}/members/`, { user_id: guest.user.id, role }),
  );
  expectData(
    await owner.client
      .in(hub)
      .post(`spaces/${space.slug}/members/`, { email: 'new@example.test', role: 'viewer' }),
  );
  const folder = await createItem(member, place, { kind: 'folder', visibility: 'private' });
  const people = [guest, nameless].map(({ user }) => ({ user_id: user.id, role }));
  expectData(await member.client.put(`items/${folder.id}/access/`, { people }));
  const item = await createItem(guest, place);
  const trashed = await createItem(member, place, { parent: folder.id, title: 'Trashed' });
  expectData(await nameless.client.delete(`items/${trashed.id}/`));
  const client = guest.client.in(hub);
  const responses = [
    await client.get(`spaces/${space.slug}/invites/`),
    await client.get(`spaces/${space.slug}/members/`),
    await client.get(`spaces/${space.slug}/who-can-see/`),
    await client.get(`items/${item.id}/access/`),
    await client.get(`items/${folder.id}/access/`),
    await client.get('trash/'),
  ];
  for (const { body } of responses) {
    const text = JSON.stringify(body);
    for (const { email } of [owner, member, nameless, { email: 'new@example.test' }])
      expect(text).not.toContain(email);
  }
});

test('counts who would gain access by a move for a guest, without addresses', async () => {
  const { hub, space, owner, member, guest } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const nameless = await addMember(server.client, owner, hub, 'guest');
  await server.sql("update app_user set first_name = '', last_name = '' where id = $1", [nameless.user.id]);
  const folder = await createItem(member, place, { kind: 'folder', visibility: 'private' });
  const start = await createItem(member, place, { kind: 'folder', visibility: 'private' });
  const named = (...people: { user: { id: string } }[]) =>
    people.map(({ user }) => ({ user_id: user.id, role: 'editor' }));
  expectData(await member.client.put(`items/${folder.id}/access/`, { people: named(guest, nameless) }));
  expectData(await member.client.put(`items/${start.id}/access/`, { people: named(guest) }));
  const item = await createItem(member, place, { parent: start.id });
  const disclosureFor = async (client: typeof guest.client) => {
    const response = await client.patch<{ would_see: object }>(`items/${item.id}/`, { parent: folder.id });
    expectRefusal(response, 409, 'more_would_see');
    return response.data.would_see;
  };
  expect(await disclosureFor(guest.client)).toMatchObject({ people: [], nameless: 1 });
  expect(await disclosureFor(member.client)).toMatchObject({ people: [nameless.email], nameless: 0 });
});

test('hides addresses from a guest who owns a space when adding, approving or searching members', async () => {
  const { hub, owner, member, other, guest } = await createEditorAndPlace(server.client);
  const space = await createSpace(owner, hub, { visibility: 'shared' });
  const path = `spaces/${space.slug}/`;
  const by = guest.client.in(hub);
  expectData(await owner.client.in(hub).post(`${path}members/`, { user_id: guest.user.id, role: 'owner' }));
  const added = await by.post<{ email: string | null }>(`${path}members/`, { user_id: member.user.id });
  expect(expectData(added).email).toBeNull();
  expectData(await other.client.in(hub).post(`${path}access-requests/`, { role: 'editor' }));
  const waiting = await by.get(`${path}access-requests/`);
  expect(expectData(waiting)).toHaveLength(1);
  for (const { body } of [added, waiting]) {
    for (const { email } of [member, other]) expect(JSON.stringify(body)).not.toContain(email);
  }
  const found = async (q: string) => expectData(await by.get(`${path}members/`, { query: { q } })).length;
  expect(await found(member.email)).toBe(0);
  const names = await owner.client.in(hub).get(`${path}members/`, { query: { q: member.email } });
  expect(expectData(names)).toHaveLength(1);
});
