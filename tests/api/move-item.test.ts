import { expect, test } from 'vitest';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item } from '#lib/contract/item.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/** Two shared spaces and a private one; `other` is an editor of the first. */
async function createScene() {
  const cast = await createMembers(server.client);
  const { owner, hub, other } = cast;
  const from = await createSpace(owner, hub, { visibility: 'shared' });
  const to = await createSpace(owner, hub, { visibility: 'shared' });
  const vault = await createSpace(owner, hub, { visibility: 'private' });
  const people = (slug: string) => `spaces/${slug}/members/`;
  const add = (slug: string, person: TestAccount) =>
    owner.client.in(hub).post(people(slug), { user_id: person.user.id, role: 'editor' });
  expectData(await add(from.slug, other));
  const make = (input: Parameters<typeof createItem>[2], space = from) =>
    createItem(owner, { hub, space }, input);
  const move = (by: TestAccount, item: Item, body: object) => by.client.post(`items/${item.id}/move/`, body);
  const found = async (by: TestAccount, q: string, space: string) =>
    expectData(await by.client.in(hub).get('search/', { query: { q, space } })).length;
  return { ...cast, from, to, vault, make, move, add, found };
}

test('moves a folder to another space with access, links, search, trash and audit log', async () => {
  const { from, to, make, move, owner, hub, member, found } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  const page = await make({ title: 'Boathouse', content: '# Boathouse\n\nheron', parent: folder.id });
  const hidden = await make({ title: 'Hidden', visibility: 'private', parent: folder.id });
  const gone = await make({ title: 'Gone', parent: folder.id });
  expectData(await owner.client.delete(`items/${gone.id}/`));
  const link = expectData(await owner.client.post(`items/${page.id}/share-links/`, { role: 'viewer' }), 201);
  const moved = expectData(await move(owner, folder, { space: to.slug, parent: null }));
  expect(moved).toMatchObject({ space_slug: to.slug, parent_id: null });
  expect(expectData(await member.client.get(`items/${page.id}/`)).space_slug).toBe(to.slug);
  expectRefusal(await member.client.get(`items/${hidden.id}/`), 404, 'not_found');
  expect(await found(member, 'heron', to.slug)).toBe(1);
  expect(await found(member, 'heron', from.slug)).toBe(0);
  expectData(await server.client.post('auth/share-link/', { token: link.token }));
  const restored = expectData(await owner.client.post(`items/${gone.id}/restore/`));
  expect(restored).toMatchObject({ space_slug: to.slug, parent_id: folder.id });
  const list = expectData(await owner.client.in(hub).get(`spaces/${to.slug}/items/`));
  expect(list.map(({ title }) => title).sort()).toEqual(['Boathouse', 'Folder', 'Gone', 'Hidden']);
  expect(expectData(await owner.client.in(hub).get(`spaces/${from.slug}/items/`))).toEqual([]);
});

test('shows moved items to the destination’s members, and no longer to the source’s', async () => {
  const { vault, make, move, owner, admin, other, add } = await createScene();
  const page = await make({ title: 'Page' });
  expectData(await move(owner, page, { space: vault.slug, parent: null }));
  for (const person of [admin, other])
    expectRefusal(await person.client.get(`items/${page.id}/`), 404, 'not_found');
  expectData(await add(vault.slug, other));
  expectData(await other.client.get(`items/${page.id}/`));
});

test('requires confirmation for a move that discloses items to more people', async () => {
  const { vault, to, make, move, owner, member } = await createScene();
  const page = await make({ title: 'Page' }, vault);
  const response = await move(owner, page, { space: to.slug, parent: null });
  expectRefusal(response, 409, 'more_would_see');
  const { disclosure } = response.data as unknown as Disclosure;
  expectRefusal(await member.client.get(`items/${page.id}/`), 404, 'not_found');
  expectData(await move(owner, page, { space: to.slug, parent: null, disclosure }));
  expectData(await member.client.get(`items/${page.id}/`));
});

test('needs no confirmation when a visibility is chosen with the move', async () => {
  const { vault, to, make, move, owner, member } = await createScene();
  const page = await make({ title: 'Page' }, vault);
  const body = { space: to.slug, parent: null, visibility: 'private' };
  expect(expectData(await move(owner, page, body))).toMatchObject({
    space_slug: to.slug,
    visibility: 'private',
  });
  expectRefusal(await member.client.get(`items/${page.id}/`), 404, 'not_found');
});

test('refuses to move to a space, folder or top level where the caller may not create', async () => {
  const { from, to, vault, make, move, other, guest, owner, hub, stranger } = await createScene();
  const page = await make({ title: 'Page' });
  expectRefusal(await move(other, page, { space: to.slug, parent: null }), 403, 'not_allowed');
  expectRefusal(await move(other, page, { space: vault.slug, parent: null }), 404, 'not_found');
  const folder = await make({ kind: 'folder', title: 'Folder' }, to);
  expectRefusal(await move(other, page, { parent: folder.id }), 403, 'not_allowed');
  expectRefusal(await move(other, page, { space: from.slug, parent: folder.id }), 422, 'invalid_fields');
  expectRefusal(await move(stranger, page, { space: to.slug, parent: null }), 404, 'not_found');
  const shared = await make({ kind: 'folder', title: 'Shared' });
  const inside = await make({ title: 'Inside', parent: shared.id });
  const people = { people: [{ user_id: guest.user.id, role: 'editor' }] };
  expectData(await owner.client.in(hub).put(`items/${shared.id}/access/`, people));
  for (const send of [
    () => move(guest, inside, { parent: null }),
    () => guest.client.patch(`items/${inside.id}/`, { parent: null }),
  ])
    expect([403, 404]).toContain((await send()).status);
  expect(expectData(await owner.client.get(`items/${inside.id}/`)).parent_id).toBe(shared.id);
});

test('refuses to move a folder into itself, and a stale revision', async () => {
  const { make, move, owner } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  const inner = await make({ kind: 'folder', title: 'Inner', parent: folder.id });
  expectRefusal(await move(owner, folder, { parent: inner.id }), 422, 'invalid_fields');
  const stale = { headers: { 'if-match': '99' } };
  const response = await owner.client.post(`items/${inner.id}/move/`, { parent: null }, stale);
  expectRefusal(response, 409, 'stale_revision');
});

test('requires confirmation of lost access, with names, when the request asks for it', async () => {
  const { vault, from, make, move, owner, other, member, guest, hub } = await createScene();
  const page = await make({ title: 'Page' });
  const people = [{ user_id: member.user.id, role: 'editor' }];
  expectData(await owner.client.in(hub).put(`items/${page.id}/access/`, { people }));
  const to = { space: vault.slug, parent: null, ask_losses: true };
  const response = await move(owner, page, to);
  expectRefusal(response, 409, 'fewer_would_see');
  const {
    would_lose,
    would_see,
    things: resources,
    things_count: resourceCount,
    disclosure,
  } = response.data as unknown as Disclosure;
  expect(would_lose).toEqual({
    anyone: false,
    members: true,
    admins: true,
    links: false,
    people: ['Ada Lovelace'],
    more: 0,
    nameless: 0,
  });
  expect(would_see.people).toEqual([]);
  expect([resources, resourceCount]).toEqual([[], 0]);
  expectData(await other.client.get(`items/${page.id}/`));
  expectRefusal(await move(owner, page, { ...to, disclosure: 'another' }), 409, 'fewer_would_see');
  expectData(await move(owner, page, { ...to, disclosure }));
  expectRefusal(await other.client.get(`items/${page.id}/`), 404, 'not_found');
  expectData(await member.client.get(`items/${page.id}/`));
  expectRefusal(await guest.client.get(`items/${page.id}/`), 404, 'not_found');
  const back = await owner.client.in(hub).post('items/move/', {
    ids: [page.id],
    space: from.slug,
    parent: null,
    ask_losses: true,
  });
  expectRefusal(back, 409, 'more_would_see');
  expect((back.data as unknown as Disclosure).would_lose).toBeUndefined();
});

test('reports no loss for members with other access, suspended ones, and those hidden from the caller', async () => {
  const { from, to, make, move, owner, other, member, guest, hub } = await createScene();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  const page = await make({ title: 'Page', parent: folder.id });
  const ask = (by: TestAccount, item: Item, body: object) => move(by, item, { ...body, ask_losses: true });
  // An editor of the previous space has access to the new one, too.
  const loose = await make({ title: 'Loose' });
  expectData(await ask(owner, loose, { space: to.slug, parent: null }));

  const people = [{ user_id: guest.user.id, role: 'viewer' }];
  expectData(await owner.client.in(hub).put(`items/${folder.id}/access/`, { people }));
  const hidden = await make({ title: 'Hidden', visibility: 'private', parent: folder.id });
  const response = await ask(other, page, { parent: null });
  expectRefusal(response, 409, 'fewer_would_see');
  expect((response.data as unknown as Disclosure).would_lose?.people).toEqual(['Ada Lovelace']);
  expect(JSON.stringify(response.data)).not.toContain(hidden.id);
  const suspended = { suspended: true };
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/members/${guest.user.id}/`, suspended));
  expectData(await ask(other, page, { space: from.slug, parent: null }));
  expectRefusal(await ask(guest, loose, { parent: null }), 404, 'not_found');
  expectData(await member.client.get(`items/${page.id}/`));
});
