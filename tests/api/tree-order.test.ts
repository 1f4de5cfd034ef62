import { expect, test } from 'vitest';
import { createSpace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importArchive, importEnded } from '#tests/harness/imports.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket } from '#tests/harness/socket.ts';

const server = sharedServer();

async function ordered(titles: readonly string[]) {
  const cast = await createEditorAndPlace(server.client);
  const { hub, space, member } = cast;
  const ids = new Map<string, string>();
  for (const title of titles) {
    const kind = title.startsWith('Folder') ? 'folder' : 'document';
    ids.set(title, (await createItem(member, { hub, space }, { title, kind })).id);
  }
  const client = member.client.in(hub);
  const idOf = (title: string) => ids.get(title) ?? '';
  return {
    ...cast,
    client,
    idOf,
    order: async (slug = space.slug, parent = '') =>
      expectData(await client.get(`spaces/${slug}/tree/`, { query: { parent } })).map(({ title }) => title),
    put: (title: string, before: string | null, parent: string | null = null) =>
      client.post(`items/${idOf(title)}/move/`, { parent, before: before && idOf(before) }),
  };
}

test('puts documents and folders where somebody wants them in the tree, and lists stay in their own order', async () => {
  const { order, put, client, space, idOf } = await ordered(['A', 'B', 'C', 'D', 'Folder 1', 'Folder 2']);
  expectData(await put('C', 'A'));
  expect(await order()).toEqual(['Folder 1', 'Folder 2', 'C', 'A', 'B', 'D']);
  expectData(await put('A', null));
  expect(await order()).toEqual(['Folder 1', 'Folder 2', 'C', 'B', 'D', 'A']);
  expectData(await put('Folder 2', 'Folder 1'));
  expect((await order()).slice(0, 2)).toEqual(['Folder 2', 'Folder 1']);
  const listed = expectData(await client.get(`spaces/${space.slug}/items/`, { query: { sort: 'title' } }));
  expect(listed.map(({ title }) => title)).toEqual(['Folder 1', 'Folder 2', 'A', 'B', 'C', 'D']);
  const byHand = expectData(
    await client.get(`spaces/${space.slug}/items/`, { query: { sort: 'position', parent: 'root' } }),
  );
  expect(byHand.map(({ title }) => title)).toEqual(await order());

  // What is moved elsewhere is there by its title, unless it is put somewhere.
  const folder = idOf('Folder 1');
  expectData(await put('C', null, folder));
  expectData(await put('B', 'C', folder));
  expect(await order(space.slug, folder)).toEqual(['B', 'C']);
  expectData(await client.post(`items/${idOf('B')}/move/`, { parent: null }));
  expect(await order()).toEqual(['Folder 2', 'Folder 1', 'D', 'A', 'B']);
});

test('many are put between the same two, one after the other and at once', async () => {
  const titles = Array.from({ length: 30 }, (_, n) => `Page ${n}`);
  const { order, put } = await ordered(titles);
  for (let n = 2; n < 16; n += 1) expectData(await put(`Page ${n}`, 'Page 1'));
  expect((await order()).slice(0, 16)).toEqual([
    'Page 0',
    ...Array.from({ length: 14 }, (_, n) => `Page ${n + 2}`),
    'Page 1',
  ]);
  const at = await Promise.all(titles.slice(16).map((title) => put(title, 'Page 0')));
  for (const response of at) expectData(response);
  const now = await order();
  expect(now.toSorted()).toEqual(titles.toSorted());
  expect(now.indexOf('Page 0')).toBe(14);
});

test('needs the right to move, and a place that the mover sees', async () => {
  const { order, put, client, member, other, owner, hub, idOf, space } = await ordered([
    'A',
    'B',
    'C',
    'Folder 1',
  ]);
  for (const before of ['Folder 1', 'no such'])
    expectRefusal(
      await client.post(`items/${idOf('A')}/move/`, { parent: null, before: idOf(before) || before }),
      422,
    );
  expectRefusal(await put('A', 'B', idOf('Folder 1')), 422);
  expect(await order()).toEqual(['Folder 1', 'A', 'B', 'C']);
  expectData(await member.client.patch(`items/${idOf('B')}/`, { visibility: 'private' }));
  const byOther = (before: string | null) =>
    other.client.in(hub).post(`items/${idOf('C')}/move/`, { parent: null, before });
  expectRefusal(await byOther(idOf('B')), 422);
  expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { default_role: 'viewer' }));
  expectRefusal(await byOther(idOf('A')), 403);
  expect(await order()).toEqual(['Folder 1', 'A', 'B', 'C']);
});

test('is in the archive of a space, and comes back from it', async () => {
  const found = await ordered(['A', 'B', 'C', 'Folder 1', 'Folder 2']);
  const { order, put, client, space, hub, owner } = found;
  expectData(await put('C', 'A'));
  expectData(await put('Folder 2', 'Folder 1'));
  const archive = await client.fetch('GET', `spaces/${space.slug}/export/?format=md`);
  const bytes = Buffer.from(await archive.arrayBuffer());
  const copy = await createSpace(owner, hub, { visibility: 'shared', default_role: 'editor' });
  expect(await importArchive({ owner, hub, space: copy }, { bytes })).toMatchObject({ rejected: 0 });
  expect(await order(copy.slug)).toEqual(await order());
  expect(await order(copy.slug)).toEqual(['Folder 2', 'Folder 1', 'C', 'A', 'B']);
});

test('has an event of its own, for those who see the item', async () => {
  const { put, client, member, other, hub, idOf } = await ordered(['A', 'B', 'C']);
  expectData(await client.patch(`items/${idOf('C')}/`, { visibility: 'private' }));
  const sockets = [await openSocket(server.url, member, hub), await openSocket(server.url, other, hub)];
  expectData(await put('C', 'A'));
  expectData(await put('B', 'A'));
  for (const socket of sockets)
    await eventually(async () => {
      expect(socket.received).toContainEqual({ about: 'order', id: idOf('B') });
    });
  const [own, others] = sockets.map(({ received }) => received.map(({ id }) => id));
  expect(own).toContain(idOf('C'));
  expect(others).not.toContain(idOf('C'));
  for (const socket of sockets) socket.close();
});

test('a copy stands behind its original, and what is in it in the same order', async () => {
  const { order, put, client, member, idOf, space } = await ordered(['A', 'B', 'C', 'Folder 1', 'Folder 2']);
  expectData(await put('B', null, idOf('Folder 1')));
  expectData(await put('A', null, idOf('Folder 1')));
  // Nobody ordered this level: it is by title.
  const copied = expectData(await client.post(`items/${idOf('Folder 1')}/copy/`, {}), 201);
  expect((await order()).slice(0, 3)).toEqual(['Copy of Folder 1', 'Folder 1', 'Folder 2']);
  expect(await order(space.slug, copied.id)).toEqual(['B', 'A']);
  expectData(await client.delete(`items/${copied.id}/`));
  expectData(await put('Folder 2', 'Folder 1'));
  const next = expectData(await client.post(`items/${idOf('Folder 2')}/copy/`, {}), 201);
  expect(await order()).toEqual(['Folder 2', 'Copy of Folder 2', 'Folder 1', 'C']);
  const job = expectData(await client.post(`items/${idOf('Folder 1')}/copy/job/`, {}), 202);
  await importEnded(member, job.id);
  const [, , , large] = expectData(await client.get(`spaces/${space.slug}/tree/`));
  expect(large?.title).toBe('Copy of Folder 1');
  expect(await order(space.slug, large?.id)).toEqual(['B', 'A']);
  // In another folder it is there by its title.
  expectData(await client.post(`items/${idOf('B')}/copy/`, { parent: next.id, title: 'Z' }), 201);
  expectData(await client.post(`items/${idOf('B')}/copy/`, { parent: next.id, title: 'Y' }), 201);
  expect(await order(space.slug, next.id)).toEqual(['Y', 'Z']);
});

test('a move that is undone and a restore return an item to its place', async () => {
  const { order, put, client, idOf } = await ordered(['A', 'B', 'C', 'D', 'Folder 1']);
  for (const title of ['C', 'A', 'D']) expectData(await put(title, null));
  expectData(await put('B', null));
  expect(await order()).toEqual(['Folder 1', 'C', 'A', 'D', 'B']);
  const at = expectData(await client.get(`items/${idOf('A')}/`));
  expectData(await client.post(`items/${at.id}/move/`, { parent: idOf('Folder 1') }));
  expectData(await client.post(`items/${at.id}/move/`, { parent: null, position: at.position }));
  expect(await order()).toEqual(['Folder 1', 'C', 'A', 'D', 'B']);
  const ids = [idOf('A'), idOf('D')];
  const positions: Record<string, number> = {};
  for (const id of ids) positions[id] = expectData(await client.get(`items/${id}/`)).position ?? 0;
  expectData(await client.post('items/move/', { ids, parent: idOf('Folder 1') }));
  expectData(await client.post('items/move/', { ids, parent: null, positions }));
  expect(await order()).toEqual(['Folder 1', 'C', 'A', 'D', 'B']);

  // It keeps its place while others are ordered around it until the level is numbered again.
  expectData(await client.delete(`items/${idOf('A')}/`));
  for (let turn = 0; turn < 14; turn += 1) expectData(await put(turn % 2 ? 'D' : 'B', turn % 2 ? 'B' : 'D'));
  expectRefusal(await client.post(`items/${idOf('B')}/move/`, { parent: null, before: idOf('A') }), 422);
  const before = await order();
  expectData(await client.post(`items/${idOf('A')}/restore/`, {}));
  const after = await order();
  expect(after.filter((title) => title !== 'A')).toEqual(before);
  expect(after.indexOf('A')).toBe(after.indexOf('C') + 1);
});

test('places an item that returns from the trash to another folder by its title', async () => {
  const { order, put, client, idOf } = await ordered(['A', 'B', 'C', 'D', 'Folder 1']);
  for (const title of ['C', 'B']) expectData(await put(title, null, idOf('Folder 1')));
  for (const title of ['C', 'B']) expectData(await client.delete(`items/${idOf(title)}/`));
  expectData(await put('D', 'A'));
  expectData(await client.delete(`items/${idOf('Folder 1')}/`));
  expectData(await client.post(`items/${idOf('C')}/restore/`, {}));
  expectData(await client.post('items/restore/', { ids: [idOf('B')] }));
  expect(await order()).toEqual(['D', 'A', 'B', 'C']);
});
