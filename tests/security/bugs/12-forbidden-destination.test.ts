import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

// Bug class 12 of docs/permissions.md: something moved into a parent where its user may not write, or that
// shows it to more people.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Place = { hub: { domain_handle: string }; space: { slug: string } };

/** Every way to put something into a folder, or at the top of a space. */
async function bringInto(person: TestAccount, { hub, space }: Place, parent?: string): Promise<number[]> {
  const by = person.client.in(hub);
  const path = `spaces/${space.slug}/items/`;
  const at = parent ? { parent } : {};
  const responses = [
    await by.post(path, { kind: 'document', title: 'Mine', ...at }),
    await by.post(path, { kind: 'folder', title: 'Mine', ...at }),
    await by.post(path, { kind: 'document', title: 'Mine', visibility: 'private', ...at }),
    await uploadBytes(person, { hub, space }, [{ name: 'a.txt', bytes: 'words' }], at),
    await uploadBytes(person, { hub, space }, [{ name: 'a.txt', bytes: 'words' }], {
      kind: 'general',
      ...at,
    }),
  ];
  return responses.map(({ status }) => status);
}

test('refuses writes to a space by viewers, commenters, guests, strangers and visitors', async () => {
  const { hub, owner, member, other, guest, stranger } = await createEditorAndPlace(server.client);
  const space = await createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' });
  const people = `spaces/${space.slug}/members/`;
  expectData(await owner.client.in(hub).post(people, { user_id: other.user.id, role: 'commenter' }));
  expectData(await owner.client.in(hub).post(people, { user_id: guest.user.id, role: 'viewer' }));
  for (const person of [member, other, guest])
    expect(new Set(await bringInto(person, { hub, space }))).toEqual(new Set([403]));
  expect(new Set(await bringInto(stranger, { hub, space }))).toEqual(new Set([404]));
  const archived = await createSpace(owner, hub, { visibility: 'shared', default_role: 'editor' });
  expectData(await owner.client.in(hub).post(`spaces/${archived.slug}/archive/`));
  for (const person of [owner, member])
    expect(new Set(await bringInto(person, { hub, space: archived }))).toEqual(new Set([409]));
  for (const one of [space, archived])
    expect(expectData(await owner.client.in(hub).get(`spaces/${one.slug}/items/`))).toEqual([]);
});

test('refuses writes to a folder by those who may write beside it only', async () => {
  const { hub, space, owner, member, other, guest } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const hidden = await createItem(member, place, { kind: 'folder', title: 'Hidden', visibility: 'private' });
  const deep = await createItem(member, place, { kind: 'folder', title: 'Deep', parent: hidden.id });
  const shown = await createItem(member, place, { kind: 'folder', title: 'Shown', visibility: 'private' });
  const people = [other, guest].map(({ user }) => ({ user_id: user.id, role: 'viewer' }));
  expectData(await member.client.put(`items/${shown.id}/access/`, { people }));
  const mine = await createItem(other, place);
  for (const { id } of [hidden, deep]) {
    for (const person of [owner, other])
      expect(new Set(await bringInto(person, place, id))).toEqual(new Set([422]));
    expectRefusal(await other.client.patch(`items/${mine.id}/`, { parent: id }), 422);
  }
  // A user can't put anything into a folder that they may only view, wherever else they may write.
  for (const status of await bringInto(other, place, shown.id)) expect([403, 422]).toContain(status);
  const moved = await other.client.patch(`items/${mine.id}/`, { parent: shown.id });
  expect([403, 422]).toContain(moved.status);
  for (const status of await bringInto(guest, place, shown.id)) expect([403, 404, 422]).toContain(status);
  for (const { id } of [hidden, deep, shown]) {
    const inside = expectData(await member.client.get(`items/${id}/items/`));
    expect(inside.map(({ title }) => title).filter((title) => title !== 'Deep')).toEqual([]);
  }
});

test('refuses to move an item that the caller may only view, or out of such a folder', async () => {
  const { hub, owner, member, other } = await createEditorAndPlace(server.client);
  const space = await createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' });
  const place = { hub, space };
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const item = await createItem(owner, place, { parent: folder.id });
  const own = await createItem(owner, place, { kind: 'folder', title: 'Theirs' });
  const people = [{ user_id: other.user.id, role: 'editor' }];
  expectData(await owner.client.put(`items/${own.id}/access/`, { people }));
  for (const person of [member, other]) {
    for (const parent of [null, own.id])
      expectRefusal(await person.client.patch(`items/${item.id}/`, { parent }), 403);
  }
  // An editor by a share link can't move anything.
  const holder = await linkHolder(server, await shareByLink(owner, item.id, { role: 'editor' }), {
    person: other,
  });
  for (const parent of [null, own.id])
    expectRefusal(await holder.patch(`items/${item.id}/`, { parent }), 403);
  expect(expectData(await owner.client.get(`items/${item.id}/`)).parent_id).toBe(folder.id);
});

test('discloses nothing by a move: by space, grants, links or public ancestors', async () => {
  const { hub, space, member, other, guest } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const makeFolder = (title: string, visibility: 'shared' | 'private' | 'public' = 'private') =>
    createItem(member, place, { kind: 'folder', title, visibility });
  const hidden = await makeFolder('Hidden');
  const named = await makeFolder('Named');
  const linked = await makeFolder('Linked');
  const open = await makeFolder('Open', 'public');
  const people = [{ user_id: guest.user.id, role: 'viewer' }];
  expectData(await member.client.put(`items/${named.id}/access/`, { people }));
  const holder = await linkHolder(server, await shareByLink(member, linked.id));
  const leaf = await createItem(member, place, { title: 'Leaf', parent: hidden.id });
  const folder = await createItem(member, place, { kind: 'folder', title: 'Inner', parent: hidden.id });
  const deep = await createItem(member, place, { title: 'Deep', parent: folder.id });
  for (const id of [leaf.id, folder.id]) {
    for (const parent of [null, named.id, linked.id, open.id])
      expectRefusal(await member.client.patch(`items/${id}/`, { parent }), 409, 'more_would_see');
  }
  for (const client of [other.client, guest.client, holder, server.client]) {
    for (const id of [leaf.id, folder.id, deep.id]) expectRefusal(await client.get(`items/${id}/`), 404);
  }
  // With an explicit visibility exactly that applies; moving it back ends it.
  expectData(await member.client.patch(`items/${folder.id}/`, { parent: named.id, visibility: 'shared' }));
  expectData(await guest.client.get(`items/${deep.id}/`));
  expectRefusal(await other.client.get(`items/${deep.id}/`), 404);
  expectData(await member.client.patch(`items/${folder.id}/`, { parent: hidden.id }));
  expectRefusal(await guest.client.get(`items/${deep.id}/`), 404);
});

test('discloses nothing by a restore, and restores into no closed folder', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'F', visibility: 'private' });
  const item = await createItem(member, place, { parent: folder.id });
  expectData(await member.client.delete(`items/${item.id}/`));
  expectData(await member.client.delete(`items/${folder.id}/`));
  expectRefusal(await member.client.post(`items/${item.id}/restore/`), 409, 'more_would_see');
  expectRefusal(await other.client.post(`items/${item.id}/restore/`), 404);
  expectRefusal(await other.client.get(`items/${item.id}/`), 404);
  expectData(await member.client.post(`items/${folder.id}/restore/`));
  expectRefusal(await other.client.get(`items/${item.id}/`), 404);
});

test('stores nothing of an upload whose sender loses access meanwhile', async () => {
  const { hub, space, owner, member } = await createEditorAndPlace(server.client);
  const path = `spaces/${space.slug}/upload/`;
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let go = (): void => undefined;
  const mayGoOn = new Promise<void>((resolve) => {
    go = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const put = (text: string) => controller.enqueue(Buffer.from(text));
      put('--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nwords ');
      begin();
      await mayGoOn;
      put('and more words\r\n--x--\r\n');
      controller.close();
    },
  });
  const sent = fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    body,
    headers: {
      authorization: `JWT ${member.token}`,
      'org-handle': hub.domain_handle,
      'content-type': 'multipart/form-data; boundary=x',
    },
    // Node’s fetch requires this option for a streamed body.
    ...{ duplex: 'half' },
  });
  await begun;
  const role = { suspended: true };
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/members/${member.user.id}/`, role));
  go();
  expect((await sent).status).toBe(404);
  expect(expectData(await owner.client.in(hub).get(`spaces/${space.slug}/items/`))).toEqual([]);
});
