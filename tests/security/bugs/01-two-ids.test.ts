import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InviteOutcome } from '#lib/contract/invite.ts';
import { openPool } from '#server/platform/database/database.ts';
import { createPlace, createSpace, signInAgain, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

// Bug class 1 of docs/permissions.md: two ids in a request, only one of them authorized.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('folders and spaces of another hub grant nothing', async () => {
  const mine = await createPlace(server.client);
  const theirs = await createPlace(server.client);
  const folder = await createItem(theirs.owner, theirs, { kind: 'folder', title: 'Theirs' });
  const item = await createItem(mine.owner, mine);
  const client = mine.owner.client;
  const body = { kind: 'document', title: 'A', parent: folder.id };
  expectRefusal(
    await client.in(mine.hub).post(`spaces/${mine.space.slug}/items/`, body),
    422,
    'invalid_fields',
  );
  expectRefusal(
    await uploadBytes(mine.owner, mine, [{ name: 'a.txt', bytes: 'x' }], { parent: folder.id }),
    422,
    'invalid_fields',
  );
  expectRefusal(await client.patch(`items/${item.id}/`, { parent: folder.id }), 422, 'invalid_fields');
  expectRefusal(await client.in(theirs.hub).get(`spaces/${theirs.space.slug}/`), 404);
  expectRefusal(await client.in(theirs.hub).get(`spaces/${mine.space.slug}/items/`), 404);
  expectRefusal(await client.in(mine.hub).get(`spaces/${theirs.space.slug}/items/`), 404);
  const listed = await client
    .in(mine.hub)
    .get(`spaces/${mine.space.slug}/items/`, { query: { parent: folder.id } });
  expect(expectData(listed)).toEqual([]);
  // The hub in the header does not matter for an item of another hub.
  for (const subpath of ['', 'file/', 'content/', 'access/', 'who-can-see/', 'share-links/'])
    expectRefusal(await client.in(mine.hub).get(`items/${folder.id}/${subpath}`), 404);
});

test('refuses a folder of another space, or an item that is no folder, as destination', async () => {
  const { hub, space, owner, member } = await createEditorAndPlace(server.client);
  const second = await createSpace(owner, hub, { visibility: 'shared', default_role: 'editor' });
  const elsewhere = await createItem(owner, { hub, space: second }, { kind: 'folder', title: 'Elsewhere' });
  const document = await createItem(owner, { hub, space });
  const item = await createItem(member, { hub, space });
  for (const parent of [elsewhere.id, document.id, item.id]) {
    expectRefusal(await member.client.patch(`items/${item.id}/`, { parent }), 422, 'invalid_fields');
    const body = { kind: 'folder', title: 'A', parent };
    expectRefusal(await member.client.in(hub).post(`spaces/${space.slug}/items/`, body), 422);
    expectRefusal(
      await uploadBytes(member, { hub, space }, [{ name: 'a.txt', bytes: 'x' }], { parent }),
      422,
    );
  }
  expect(expectData(await owner.client.get(`items/${item.id}/`)).parent_id).toBeNull();
});

test('neither lists nor revokes a link of one item through another', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const mine = await createItem(member, { hub, space }, { visibility: 'private' });
  const theirs = await createItem(other, { hub, space });
  const elsewhere = await createPlace(server.client);
  const foreign = await createItem(elsewhere.owner, elsewhere);
  const link = await shareByLink(member, mine.id);
  expectRefusal(await other.client.delete(`items/${theirs.id}/share-links/${link.id}/`), 404);
  expectRefusal(await other.client.delete(`items/${mine.id}/share-links/${link.id}/`), 404);
  expectRefusal(await elsewhere.owner.client.delete(`items/${foreign.id}/share-links/${link.id}/`), 404);
  expect(expectData(await other.client.get(`items/${theirs.id}/share-links/`))).toEqual([]);
  expectData(await (await linkHolder(server, link)).get(`items/${mine.id}/`));
  const holder = await linkHolder(server, link);
  for (const { id } of [theirs, foreign]) expectRefusal(await holder.get(`items/${id}/`), 404);
});

test('gives a member of another hub no access', async () => {
  const { hub, owner, admin } = await createMembers(server.client);
  const elsewhere = await createMembers(server.client);
  const members = (of: { domain_handle: string }, id: string) => `hubs/${of.domain_handle}/members/${id}/`;
  const { id } = elsewhere.member.user;
  for (const person of [owner, admin]) {
    expectRefusal(await person.client.patch(members(hub, id), { role: 'guest' }), 404);
    expectRefusal(await person.client.delete(members(hub, id)), 404);
    expectRefusal(await person.client.get(members(hub, id)), 404);
    expectRefusal(await person.client.delete(members(elsewhere.hub, id)), 404);
    const transfer = { user_id: id, password: person.password };
    expect((await person.client.post(`hubs/${hub.domain_handle}/transfer/`, transfer)).ok).toBe(false);
  }
  for (const wrong of ['nobody', '%00', "' or 1=1"])
    expectRefusal(await owner.client.delete(members(hub, encodeURIComponent(wrong))), 404);
});

test('returns 404 for invitations, join requests and spaces through another hub', async () => {
  const mine = await createMembers(server.client);
  const theirs = await createMembers(server.client);
  const path = (of: { domain_handle: string }, rest: string) => `hubs/${of.domain_handle}/${rest}`;
  const [invite] = expectData(
    await theirs.owner.client.post<InviteOutcome[]>(path(theirs.hub, 'invites/'), [
      { email: 'x@example.test' },
    ]),
  );
  expectRefusal(await mine.owner.client.delete(path(mine.hub, `invites/${invite?.id}/`)), 404);
  expectRefusal(await mine.owner.client.post(path(mine.hub, `invites/${invite?.id}/resend/`)), 404);
  expectData(await theirs.owner.client.patch(path(theirs.hub, ''), { visibility: 'shared' }));
  expectData(await mine.stranger.client.post(path(theirs.hub, 'join-requests/')));
  const [joinRequest] = expectData(
    await theirs.owner.client.get<{ id: string }[]>(path(theirs.hub, 'join-requests/')),
  );
  for (const act of ['approve', 'reject'])
    expectRefusal(
      await mine.owner.client.post(path(mine.hub, `join-requests/${joinRequest?.id}/${act}/`)),
      404,
    );
  expect(
    expectData(await theirs.owner.client.get<unknown[]>(path(theirs.hub, 'join-requests/'))),
  ).toHaveLength(1);
  // A deleted space can be restored, or permanently deleted, only by its own hub's owner.
  const gone = await createSpace(theirs.owner, theirs.hub);
  expectData(await theirs.owner.client.in(theirs.hub).delete(`spaces/${gone.slug}/`));
  const trash = mine.owner.client.in(mine.hub);
  expectRefusal(await trash.post(`trash/spaces/${gone.id}/restore/`), 404);
  expectRefusal(await trash.delete(`trash/spaces/${gone.id}/`), 404);
  expectData(await theirs.owner.client.in(theirs.hub).post(`trash/spaces/${gone.id}/restore/`));
});

test('returns 404 for an access request, member or invitation through another space', async () => {
  const { hub, owner, member, other, guest } = await createMembers(server.client);
  const theirs = await createSpace(owner, hub, { visibility: 'private' });
  const mine = await createSpace(member, hub, { visibility: 'private' });
  const by = member.client.in(hub);
  expectData(await other.client.in(hub).post(`spaces/${theirs.slug}/access-requests/`, {}));
  const [accessRequest] = expectData(
    await owner.client.in(hub).get(`spaces/${theirs.slug}/access-requests/`),
  );
  for (const slug of [mine.slug, theirs.slug]) {
    for (const act of ['approve', 'reject'])
      expectRefusal(await by.post(`spaces/${slug}/access-requests/${accessRequest?.id}/${act}/`, {}), 404);
  }
  const added = { user_id: guest.user.id, role: 'viewer' };
  expectData(await owner.client.in(hub).post(`spaces/${theirs.slug}/members/`, added));
  for (const slug of [mine.slug, theirs.slug]) {
    expectRefusal(await by.delete(`spaces/${slug}/members/${guest.user.id}/`), 404);
    expectRefusal(await by.patch(`spaces/${slug}/members/${guest.user.id}/`, { role: 'owner' }), 404);
  }
  const invited = { email: 'somebody@example.test', role: 'viewer' };
  expectData(await owner.client.in(hub).post(`spaces/${theirs.slug}/members/`, invited));
  const [open] = expectData(await owner.client.in(hub).get(`spaces/${theirs.slug}/invites/`));
  for (const slug of [mine.slug, theirs.slug])
    expectRefusal(await by.delete(`spaces/${slug}/invites/${open?.id}/`), 404);
  expect(expectData(await owner.client.in(hub).get(`spaces/${theirs.slug}/invites/`))).toHaveLength(1);
});

test('refuses to add users of another hub, or of none, by id', async () => {
  const { hub, space, owner, member, stranger } = await createEditorAndPlace(server.client);
  const elsewhere = await createMembers(server.client);
  const item = await createItem(member, { hub, space });
  for (const { user } of [stranger, elsewhere.member]) {
    const added = { user_id: user.id, role: 'viewer' };
    const responses = [
      await owner.client.in(hub).post(`spaces/${space.slug}/members/`, added),
      await member.client.put(`items/${item.id}/access/`, { people: [added] }),
    ];
    for (const response of responses) {
      expect(response.ok, JSON.stringify(response.body)).toBe(false);
      expect(JSON.stringify(response.body)).not.toContain(user.email);
    }
  }
  for (const one of [stranger, elsewhere.member])
    expectRefusal(await one.client.get(`items/${item.id}/`), 404);
});

test('lets only the own account revoke a session', async () => {
  const { member, other } = await createMembers(server.client);
  const second = await signInAgain(server.client, other);
  const sessions = async (of: TestAccount) => expectData(await of.client.get('auth/sessions/'));
  for (const { id } of await sessions(other))
    expectRefusal(await member.client.delete(`auth/sessions/${id}/`), 404);
  expectData(await second.client.get('auth/me/'));
  expect(await sessions(other)).toHaveLength(2);
});

test('returns a job only to those who may see its item', async () => {
  const { hub, space, owner, member } = await createEditorAndPlace(server.client);
  const folder = await createItem(
    member,
    { hub, space },
    { kind: 'folder', title: 'F', visibility: 'private' },
  );
  const item = await uploadFixture(member, { hub, space }, 'files/notes.md', { parent: folder.id });
  await waitUntilReady(member, item.id);
  const pool = openPool(server.databaseUrl, 1);
  const { rows } = await pool.query('select id from job where item_id = $1', [item.id]);
  await pool.end();
  const path = `jobs/${rows[0].id}/`;
  expect(expectData(await member.client.get(path))).toMatchObject({
    state: 'ready',
    progress: 1,
    done: 1,
    rejected: 0,
    errors_url: null,
  });
  expectRefusal(await owner.client.get(path), 404);
  expectRefusal(await server.client.get(path), 404);
  expectRefusal(await member.client.get('jobs/no-job/'), 404);
});

test('separates idempotency keys by caller and hub', async () => {
  const mine = await createEditorAndPlace(server.client);
  const theirs = await createEditorAndPlace(server.client);
  const write = ({ hub, space }: typeof mine, by: TestAccount, title: string) =>
    by.client
      .in(hub)
      .post(
        `spaces/${space.slug}/items/`,
        { kind: 'folder', title },
        { headers: { 'idempotency-key': 'the same for all' } },
      );
  const first = expectData(await write(mine, mine.member, 'First'));
  const second = expectData(await write(mine, mine.other, 'Second'));
  const third = expectData(await write(theirs, theirs.member, 'Third'));
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  // A suspended member does not get the stored response again.
  const suspended = { suspended: true };
  expectData(
    await mine.owner.client.patch(
      `hubs/${mine.hub.domain_handle}/members/${mine.member.user.id}/`,
      suspended,
    ),
  );
  expectRefusal(await write(mine, mine.member, 'First'), 404);
});
