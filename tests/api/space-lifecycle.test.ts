import { expect, test } from 'vitest';
import type { OwnerlessSpace, Space } from '#lib/contract/space.ts';
import type { SpaceMember } from '#lib/contract/space-member.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember, createEditorAndPlace, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer } from '#tests/harness/server.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const slugs = async (person: TestAccount, hub: { domain_handle: string }, query = {}) =>
  expectData(await person.client.in(hub).get('spaces/', { query })).map(({ slug }) => slug);

test('an archived space is read-only until it is unarchived', async () => {
  const { hub, space, owner, member } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const item = await createItem(member, place, { title: 'Quokka', content: 'Text' });
  const binned = await createItem(member, place, { title: 'Binned' });
  expectData(await member.client.delete(`items/${binned.id}/`));
  const path = `spaces/${space.slug}/`;
  expectRefusal(await member.client.in(hub).post(`${path}archive/`), 403, 'not_allowed');
  const archived = expectData(await owner.client.in(hub).post(`${path}archive/`));
  expect(archived.archived_at).not.toBeNull();
  expect(archived.allowed).not.toContain('space.create_item');
  expect(await slugs(owner, hub)).not.toContain(space.slug);
  expect(await slugs(owner, hub, { archived: true })).toEqual([space.slug]);
  expect(expectData(await member.client.get(`items/${item.id}/`)).allowed).not.toContain('item.change');
  expectData(await member.client.get(`items/${item.id}/content/`));
  const found = await member.client.in(hub).get('search/', { query: { q: 'quokka' } });
  // Its items are reported as archived everywhere.
  expect(expectData(found)).toMatchObject([{ item: { archived: true } }]);
  expect(expectData(await member.client.get(`items/${item.id}/`)).archived).toBe(true);
  for (const person of [owner, member]) {
    const { client } = person;
    const body = { kind: 'document', title: 'New' };
    for (const response of [
      await client.in(hub).post(`${path}items/`, body),
      await uploadBytes(person, place, [{ name: 'a.txt', bytes: 'x' }]),
      await client.patch(`items/${item.id}/`, { title: 'Other' }),
      await client.delete(`items/${item.id}/`),
      await client.post(`items/${binned.id}/restore/`),
      await client.post(`items/${item.id}/retry/`),
    ]) {
      expectRefusal(response, 409, 'space_archived');
    }
  }
  expectData(await owner.client.in(hub).patch(path, { visibility: 'private' }));
  expectRefusal(await member.client.in(hub).get(path), 404);
  const back = expectData(await owner.client.in(hub).post(`${path}unarchive/`));
  expect(back.archived_at).toBeNull();
  expectData(await owner.client.patch(`items/${item.id}/`, { title: 'Other' }));
});

test('lets editors share a space up to their own role, and only owners hide or rename it', async () => {
  const { hub, space, member, owner } = await createEditorAndPlace(server.client);
  const as = (person: TestAccount) => person.client.in(hub);
  const path = `spaces/${space.slug}/`;
  expect(expectData(await as(member).patch<Space>(path, { visibility: 'public' })).visibility).toBe('public');
  expectData(await as(member).patch(path, { default_role: 'viewer' }));
  expectRefusal(await as(member).patch(path, { default_role: 'editor' }), 403, 'not_allowed');
  expectData(await as(owner).patch(path, { default_role: 'editor' }));
  expectRefusal(await as(member).patch(path, { visibility: 'private' }), 403, 'not_allowed');
  expectRefusal(await as(member).patch(path, { name: 'Mine' }), 403, 'not_allowed');
  expectRefusal(await as(member).patch(path, { visibility: 'shared', slug: 'mine' }), 403, 'not_allowed');
  const log = await server.sql<{ details: { from: string; to: string } }>(
    "select details from audit_entry where hub_id = $1 and action = 'space.visibility_changed'",
    [hub.id],
  );
  expect(log.map(({ details }) => details)).toEqual([{ from: 'shared', to: 'public' }]);
});

test('an admin who makes a space private becomes its owner by name', async () => {
  const { hub, space, admin, owner } = await createEditorAndPlace(server.client);
  expectData(await admin.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'private' }));
  const people = expectData(await admin.client.in(hub).get(`spaces/${space.slug}/members/`));
  expect(people.map(({ user, role }) => [user.id, role]).sort()).toEqual(
    [
      [owner.user.id, 'owner'],
      [admin.user.id, 'owner'],
    ].sort(),
  );
});

test('lets a hub owner take over a private space with the password, notifies its members and logs it', async () => {
  const { hub, owner, admin, member, other, stranger } = await createMembers(server.client);
  const space = await createSpace(member, hub, { slug: 'secret', name: 'Secret', visibility: 'private' });
  const item = await createItem(member, { hub, space });
  const take = (person: TestAccount, body: object = { password: person.password }) =>
    person.client.in(hub).post<Space>('spaces/secret/take-over/', body);
  for (const person of [admin, other, stranger]) expectRefusal(await take(person), 404);
  expectRefusal(await take(member), 403, 'not_allowed');
  expectRefusal(await take(owner, {}), 422, 'invalid_fields');
  expectRefusal(await take(owner, { password: 'Wrong-pass-1' }), 422, 'invalid_fields');
  const nowhere = await owner.client.in(hub).post('spaces/nowhere/take-over/', { password: 'Wrong-pass-1' });
  expectRefusal(nowhere, 422, 'invalid_fields');
  expectRefusal(await owner.client.get(`items/${item.id}/`), 404);
  expect(expectData(await take(owner)).my_role).toBe('owner');
  expectData(await owner.client.get(`items/${item.id}/`));
  const people = expectData(await member.client.in(hub).get<SpaceMember[]>('spaces/secret/members/'));
  expect(people.find(({ user }) => user.id === owner.user.id)).toMatchObject({
    role: 'owner',
    reason: 'took_over',
  });
  expectRefusal(await take(owner), 409, 'already_owner');
  const [entry] = await server.sql(
    'select actor_id, target_id, was_open from audit_entry where action = $1 and hub_id = $2',
    ['space.taken_over', hub.id],
  );
  expect(entry).toEqual({ actor_id: owner.user.id, target_id: space.id, was_open: false });
});

test('refuses a take-over by somebody who is made an admin while their password is checked', async () => {
  const { hub, owner, member } = await createMembers(server.client);
  const space = await createSpace(member, hub, { slug: 'secret', visibility: 'private' });
  await server.sql('begin');
  await server.sql('select from hub where id = $1 for update', [hub.id]);
  const taken = owner.client.in(hub).post('spaces/secret/take-over/', { password: owner.password });
  await eventually(async () => {
    const waiting = await server.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting).toHaveLength(1);
  });
  await server.sql("update membership set role = 'admin' where hub_id = $1 and user_id = $2", [
    hub.id,
    owner.user.id,
  ]);
  await server.sql('commit');
  expectRefusal(await taken, 404);
  expect(
    await server.sql('select from space_member where space_id = $1 and user_id = $2', [
      space.id,
      owner.user.id,
    ]),
  ).toEqual([]);
});

test('limits wrong passwords at a take-over like those at sign-in, also in parallel', async () => {
  const limited = await startServer({ env: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const { hub, owner, member } = await createMembers(limited.client);
    await createSpace(member, hub, { slug: 'secret', visibility: 'private' });
    const take = (password: string) => owner.client.in(hub).post('spaces/secret/take-over/', { password });
    const responses = await Promise.all(Array.from({ length: 25 }, (_, n) => take(`Wrong-pass-${n}`)));
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
    expectRefusal(await take(owner.password), 429);
  } finally {
    await limited.stop();
  }
});

test('lists private spaces without an owner to a hub owner, and no others', async () => {
  const { hub, owner, admin, member } = await createMembers(server.client);
  const leaver = await addMember(server.client, owner, hub);
  await createSpace(member, hub, { name: 'Kept', visibility: 'private' });
  const left = await createSpace(leaver, hub, { name: 'Left behind', visibility: 'private' });
  const body = { user_id: member.user.id, role: 'viewer' };
  expectData(await leaver.client.in(hub).post(`spaces/${left.slug}/members/`, body), 201);
  const path = `hubs/${hub.domain_handle}/ownerless-spaces/`;
  expect(expectData(await owner.client.get(path))).toEqual([]);
  await server.sql('update membership set suspended_at = now() where user_id = $1', [leaver.user.id]);
  expect(expectData(await owner.client.get<OwnerlessSpace[]>(path))).toMatchObject([
    { slug: left.slug, name: 'Left behind', people: 1 },
  ]);
  expectRefusal(await admin.client.get(path), 403);
  expectRefusal(await member.client.get(path), 403);
});
