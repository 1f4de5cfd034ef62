import { expect, test } from 'vitest';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item } from '#lib/contract/item.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { createForm } from '#tests/harness/forms.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

// Bug class 17 of docs/permissions.md: a change of a folder or space that shows its contents to more people
// without a confirmation.

const server = sharedServer({ plans: 'default' });

const NOBODY = {
  anyone: false,
  members: false,
  admins: false,
  links: false,
  people: [],
  more: 0,
  nameless: 0,
};
const ANYONE = { ...NOBODY, anyone: true };
const HUB = { ...NOBODY, members: true, admins: true };

/** What a refused request would disclose. */
function disclosed(response: ClientResponse<unknown>): Disclosure {
  expectRefusal(response, 409, 'more_would_see');
  return response.data as Disclosure;
}

const granted = (person: TestAccount, role = 'editor') => ({ people: [{ user_id: person.user.id, role }] });

/**
 * A private space of two members, in it a private folder of the same two, in it a folder with a public
 * document: only the members of the space see the folders.
 */
async function createVault() {
  const cast = await createMembers(server.client);
  const { hub, owner, other } = cast;
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const members = `spaces/${space.slug}/members/`;
  expectData(await owner.client.in(hub).post(members, { user_id: other.user.id, role: 'editor' }));
  const place = { hub, space };
  const vault = await createItem(owner, place, { kind: 'folder', title: 'Vault', visibility: 'private' });
  expectData(await owner.client.put(`items/${vault.id}/access/`, granted(other)));
  const project = await createItem(owner, place, { kind: 'folder', title: 'Project', parent: vault.id });
  const plan = await createItem(owner, place, { title: 'Plan', parent: project.id, visibility: 'public' });
  return { ...cast, space, place, vault, project, plan };
}

const status = async (id: string) => (await server.client.get(`items/${id}/`)).status;

test('refuses a move that discloses a descendant, with its name, until exactly that is confirmed', async () => {
  const { other, project, plan } = await createVault();
  const move = (disclosure?: string) =>
    other.client.patch(`items/${project.id}/`, { parent: null, ...(disclosure ? { disclosure } : {}) });
  const required = disclosed(await move());
  expect(required).toMatchObject({
    would_see: ANYONE,
    things: [{ kind: 'item', id: plan.id, title: 'Plan', in_trash: false, inheriting: 0, would_see: ANYONE }],
    things_count: 1,
  });
  expect(disclosed(await move('something else'))).toEqual(required);
  expect(await status(plan.id)).toBe(404);
  expect(expectData(await move(required.disclosure)).parent_id).toBeNull();
  expect(await status(plan.id)).toBe(200);
});

test('does not apply a confirmation to what was added meanwhile', async () => {
  const { owner, place, project, plan } = await createVault();
  const move = (disclosure: object) =>
    owner.client.patch(`items/${project.id}/`, { parent: null, ...disclosure });
  const { disclosure } = disclosed(await move({}));
  const late = await createItem(owner, place, { title: 'Late', parent: project.id, visibility: 'public' });
  const again = disclosed(await move({ disclosure }));
  expect(again.things.map(({ title }) => title)).toEqual(['Late', 'Plan']);
  expectData(await move({ disclosure: again.disclosure }));
  for (const { id } of [late, plan]) expect(await status(id)).toBe(200);
});

test('requires confirmation for descendants with own settings although a visibility is chosen with the move', async () => {
  const { owner, project, plan } = await createVault();
  const change = (body: object) => owner.client.patch(`items/${project.id}/`, { parent: null, ...body });
  const { things: resources } = disclosed(await change({ visibility: 'shared' }));
  expect(resources.map(({ id }) => id)).toEqual([plan.id]);
  expect(await status(plan.id)).toBe(404);
  expectData(await change({ visibility: 'private' }));
  expect(await status(plan.id)).toBe(404);
  const { disclosure } = disclosed(await change({ visibility: 'shared' }));
  expectData(await change({ visibility: 'shared', disclosure }));
  expect(await status(plan.id)).toBe(200);
});

test('a restore to another folder requires an accepted disclosure of its descendants too', async () => {
  const { owner, vault, project, plan } = await createVault();
  for (const { id } of [project, vault]) expectData(await owner.client.delete(`items/${id}/`));
  const restore = (body: object) => owner.client.post(`items/${project.id}/restore/`, body);
  const { things: resources, disclosure } = disclosed(await restore({}));
  expect(resources).toMatchObject([{ id: plan.id, would_see: ANYONE }]);
  disclosed(await restore({ visibility: 'shared' }));
  expect(expectData(await owner.client.get(`items/${project.id}/`)).trashed_at).not.toBeNull();
  expect(await status(plan.id)).toBe(404);
  expect(expectData(await restore({ disclosure })).parent_id).toBeNull();
  expect(await status(plan.id)).toBe(200);
});

test('a restore requires an accepted disclosure where the folder was widened meanwhile', async () => {
  const { owner, other, place, project, vault } = await createVault();
  const note = await createItem(owner, place, { title: 'Note', parent: vault.id });
  const below = await createItem(owner, place, { kind: 'folder', title: 'Below', parent: vault.id });
  const inBelow = await createItem(owner, place, { title: 'In below', parent: below.id });
  for (const { id } of [note, below]) expectData(await owner.client.delete(`items/${id}/`));
  const restore = (id: string, disclosure?: string) =>
    owner.client.post(`items/${id}/restore/`, disclosure ? { disclosure } : {});
  // Nothing was disclosed yet; a grant by name needs no confirmation.
  expectData(await owner.client.put(`items/${vault.id}/access/`, granted(other, 'viewer')));
  expectData(await restore(note.id));
  expectData(await owner.client.delete(`items/${note.id}/`));
  const open = { visibility: 'public' };
  const { disclosure } = disclosed(await owner.client.patch(`items/${vault.id}/`, open));
  expectData(await owner.client.patch(`items/${vault.id}/`, { ...open, disclosure }));
  expect(await status(project.id)).toBe(200);
  for (const item of [note, below, inBelow]) {
    const required = disclosed(await restore(item.id));
    expect(required.would_see).toMatchObject({ anyone: true });
    expect(required.things).toMatchObject([{ id: item.id, title: item.title }]);
    expect(await status(item.id)).toBe(404);
    if (item === below) continue;
    expectData(await restore(item.id, required.disclosure));
    expect(await status(item.id)).toBe(200);
  }
});

test('a link that became inactive with its creator’s access stays inactive after a move', async () => {
  const { owner, other, place, vault } = await createVault();
  const shared = await createItem(owner, place, { kind: 'folder', title: 'Shared' });
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Inside', parent: shared.id });
  const plan = await createItem(owner, place, { title: 'Linked', parent: folder.id });
  const links = await Promise.all([shareByLink(other, plan.id), shareByLink(owner, plan.id)]);
  const holders = await Promise.all(links.map((link) => linkHolder(server, link)));
  const seen = async () =>
    Promise.all(holders.map(async (one) => (await one.get(`items/${plan.id}/`)).status));
  expect(await seen()).toEqual([200, 200]);
  expectData(await owner.client.put(`items/${vault.id}/access/`, { people: [] }));
  const move = async (parent: string | null) => {
    const path = `items/${folder.id}/`;
    const response = await owner.client.patch<Item>(path, { parent });
    if (response.status === 200) return;
    const { disclosure } = disclosed(response);
    expectData(await owner.client.patch<Item>(path, { parent, disclosure }));
  };
  await move(vault.id);
  expect(await seen()).toEqual([404, 200]);
  await move(shared.id);
  expect(await seen()).toEqual([404, 200]);
  const revoked = await server.sql(
    "select from audit_entry where action = 'link.revoked' and details ->> 'item_id' = $1",
    [plan.id],
  );
  expect(revoked).toHaveLength(1);
});

test('widening a private folder discloses its public items, also those in the trash', async () => {
  const { owner, other, place, vault, plan } = await createVault();
  const gone = await createItem(owner, place, { title: 'Gone', parent: vault.id, visibility: 'public' });
  expectData(await owner.client.delete(`items/${gone.id}/`));
  const open = { visibility: 'shared' };
  const required = disclosed(await owner.client.patch(`items/${vault.id}/`, open));
  expect(required.things).toMatchObject([
    { id: gone.id, in_trash: true },
    { id: plan.id, in_trash: false, would_see: ANYONE },
  ]);
  expect(disclosed(await owner.client.put(`items/${vault.id}/access/`, open))).toEqual(required);
  expect(expectData(await owner.client.get(`items/${vault.id}/`)).visibility).toBe('private');
  const { disclosure } = required;
  const body = { ...open, disclosure };
  expectData(await owner.client.put(`items/${vault.id}/access/`, body));
  expect(await status(plan.id)).toBe(200);
  // A user who is added by name was chosen for all contents.
  expectData(await owner.client.patch(`items/${vault.id}/`, { visibility: 'private' }));
  expectData(await owner.client.put(`items/${vault.id}/access/`, granted(other, 'viewer')));
});

test('widening a space discloses items and forms with own members, not those that inherit', async () => {
  const { hub, owner, member, guest } = await createMembers(server.client);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const place = { hub, space };
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Contracts' });
  await createItem(owner, place, { title: 'Clause', parent: folder.id });
  const form = await createForm(owner, place, { title: 'Complaints', visibility: 'shared' });
  const draft = await createForm(owner, place, { title: 'Draft', visibility: 'shared' });
  expectData(await owner.client.post(`forms/${form.id}/publish/`));
  expectData(await owner.client.put(`items/${folder.id}/access/`, granted(guest, 'viewer')));
  for (const { id } of [form, draft])
    expectData(await owner.client.put(`forms/${id}/access/`, granted(guest)));
  const open = (body: object) =>
    owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'shared', ...body });
  const { things: resources, disclosure } = disclosed(await open({}));
  expect(resources).toMatchObject([
    { kind: 'form', id: form.id, title: 'Complaints', would_see: HUB },
    { kind: 'item', id: folder.id, title: 'Contracts', inheriting: 1, would_see: HUB },
    // Members are viewers here, and don't see drafts; admins do.
    { kind: 'form', id: draft.id, would_see: { ...HUB, members: false } },
  ]);
  expectRefusal(await member.client.get(`items/${folder.id}/`), 404);
  expect(expectData(await open({ disclosure })).visibility).toBe('shared');
  expectData(await member.client.get(`items/${folder.id}/`));
  const plain = await createSpace(owner, hub, { visibility: 'private' });
  const note = await createItem(owner, { hub, space: plain });
  expectData(await owner.client.in(hub).patch(`spaces/${plain.slug}/`, { visibility: 'public' }));
  expect(await status(note.id)).toBe(200);
});

test('discloses nothing by unarchiving or restoring a space', async () => {
  const { hub, owner, space } = await createVault();
  const lists = () =>
    server.sql('select scope_id, principal, role from scope_access where space_id = $1 order by 1, 2', [
      space.id,
    ]);
  const before = await lists();
  const by = owner.client.in(hub);
  expectData(await by.post(`spaces/${space.slug}/archive/`));
  expectData(await by.post(`spaces/${space.slug}/unarchive/`));
  expect(await lists()).toEqual(before);
  expectData(await by.delete(`spaces/${space.slug}/`));
  expectData(await by.post(`trash/spaces/${space.id}/restore/`));
  expect(await lists()).toEqual(before);
});

test('compares a folder of 10,000 public items in few statements, and names twenty', async () => {
  const { hub, owner, space, project } = await createVault();
  await server.sql(
    `with made as (
       insert into scope (id, hub_id, space_id, parent_id)
       select gen_random_uuid(), $1, $2, item.scope_id from item, generate_series(1, 10000) where item.id = $3
       returning id, parent_id
     ), items as (
       insert into item (id, hub_id, space_id, scope_id, parent_id, visibility, kind, title, created_by, updated_by)
       select gen_random_uuid(), $1, $2, made.id, $3, 'public', 'document', 'Thing', $4, $4 from made
       returning scope_id
     ) insert into scope_source (scope_id, source_id)
       select made.id, source.source_id from made join scope_source source on source.scope_id = made.parent_id
       union all select id, id from made`,
    [hub.id, space.id, project.id, owner.user.id],
  );
  await server.sql(
    'update scope set item_id = item.id from item where item.scope_id = scope.id and item.parent_id = $1 and scope.item_id is null',
    [project.id],
  );
  await server.sql('analyze scope, item, scope_entry, scope_source');
  const response = await owner.client.patch(`items/${project.id}/`, { parent: null });
  const { things: resources, things_count: resourceCount } = disclosed(response);
  expect([resources.length, resourceCount]).toEqual([20, 10_001]);
  const queries = Number(/desc="(\d+) queries"/.exec(response.headers.get('server-timing') ?? '')?.[1]);
  expect(queries).toBeGreaterThan(0);
  expect(queries).toBeLessThan(40);
});
