import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const foldersTo = (person: TestAccount, { id }: Item) => person.client.get(`items/${id}/folders/`);
const titles = async (person: TestAccount, item: Item) =>
  expectData(await foldersTo(person, item)).map(({ title }) => title);

test('lists the folders above an item, the outermost first, and with a folder itself', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const outer = await createItem(member, place, { kind: 'folder', title: 'Outer' });
  const inner = await createItem(member, place, { kind: 'folder', title: 'Inner', parent: outer.id });
  const leaf = await createItem(member, place, { title: 'Leaf', parent: inner.id });
  expect(expectData(await foldersTo(member, leaf))).toEqual([
    { id: outer.id, title: 'Outer' },
    { id: inner.id, title: 'Inner' },
  ]);
  expect(await titles(member, inner)).toEqual(['Outer', 'Inner']);
  expect(await titles(member, await createItem(member, place))).toEqual([]);
});

test('names no folder above the first that the caller can’t see, and nothing to who can’t see the item', async () => {
  const { hub, member, other, stranger } = await createEditorAndPlace(server.client);
  const space = await createSpace(member, hub, { visibility: 'private' });
  const place = { hub, space };
  const within = (parent: Item | null, title: string) =>
    createItem(member, place, { kind: 'folder', title, ...(parent ? { parent: parent.id } : {}) });
  const top = await within(null, 'Top');
  const shared = await within(top, 'Shared');
  const inner = await within(shared, 'Inner');
  const people = [{ user_id: other.user.id, role: 'viewer' }];
  expectRefusal(await foldersTo(other, inner), 404);
  expectData(await member.client.put(`items/${shared.id}/access/`, { people }));
  expect(await titles(other, inner)).toEqual(['Shared', 'Inner']);
  expect(await titles(other, shared)).toEqual(['Shared']);
  expect(await titles(member, inner)).toEqual(['Top', 'Shared', 'Inner']);
  // A hidden folder in between ends the path, even if one above it can be seen.
  expectData(await member.client.put(`items/${top.id}/access/`, { people }));
  expectData(await member.client.put(`items/${shared.id}/access/`, { visibility: 'private', people: [] }));
  expectData(await member.client.put(`items/${inner.id}/access/`, { people }));
  expect(await titles(other, top)).toEqual(['Top']);
  expectRefusal(await foldersTo(other, shared), 404);
  expect(await titles(other, inner)).toEqual(['Inner']);
  expectRefusal(await foldersTo(stranger, inner), 404);
});

test('lists the nearest twenty of more folders', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  let deepest: Item | null = null;
  for (let depth = 1; depth <= 22; depth += 1) {
    deepest = await createItem(
      member,
      { hub, space },
      {
        kind: 'folder',
        title: `Level ${depth}`,
        ...(deepest ? { parent: deepest.id } : {}),
      },
    );
  }
  if (!deepest) throw new Error('no folder was made');
  const breadcrumb = await titles(member, deepest);
  expect(breadcrumb).toHaveLength(20);
  expect(breadcrumb.at(0)).toBe('Level 3');
  expect(breadcrumb.at(-1)).toBe('Level 22');
});
