import { expect } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Client } from '#tests/harness/client.ts';
import { EDITOR, inSpace, isListed, isReachable, type ModelItem } from './model.ts';
import { ACCOUNTS, ITEM_NAMES, type ItemName, type Name, type Scene } from './names.ts';

type Copy = { by: Name; item: ItemName; space: 'first' | 'second' };

/** The items that a user's copy of an item contains: top-down, as far as the user sees them. */
function seenBelow({ model }: Scene, by: Name, name: ItemName): ItemName[] {
  const inside = ITEM_NAMES.filter(
    (one) => model.items.get(one)?.parent === name && isListed(model, by, one),
  );
  return [name, ...inside.flatMap((one) => seenBelow({ model } as Scene, by, one))];
}

/** The titles of an item and of all its contents. */
async function titlesBelow(client: Client, { id, kind, title }: Item): Promise<string[]> {
  if (kind !== 'folder') return [title];
  const { data } = await client.get(`items/${id}/items/`, { query: { page_size: 100 } });
  const inside = await Promise.all(data.map((one) => titlesBelow(client, one)));
  return [title, ...inside.flat()];
}

/**
 * Copies an item to the top of a space, and checks who sees the copy: everybody who sees items there, and for
 * a private item only the user who copied it. The copy is trashed again.
 */
export async function expectCopied(scene: Scene, { by, item, space }: Copy): Promise<void> {
  const { model, people, items, spaces, hub } = scene;
  const client = people[by].client.in(hub);
  const body = { space: spaces[space].slug, parent: null };
  const { status, data: copy } = await client.post(`items/${items[item].id}/copy/`, body);
  const may = isListed(model, by, item) && inSpace(model, by, space) >= EDITOR;
  expect(status === 201, `${by} copies ${item} to ${space}: ${status}`).toBe(may);
  if (!may) return;
  const original = model.items.get(item);
  const expected: ModelItem = {
    space,
    parent: null,
    visibility: original?.visibility === 'private' ? 'private' : 'shared',
    creator: by,
    people: new Map(),
    trashed: false,
  };
  const withCopy = { ...model, items: new Map([...model.items, ['copy', expected]]) };
  for (const name of ACCOUNTS) {
    const response = await people[name].client.in(hub).get(`items/${copy.id}/`);
    const sees = isReachable(withCopy, name, 'copy');
    expect(response.status, `${name} asks for the copy of ${item} in ${space}`).toBe(sees ? 200 : 404);
  }
  const [, ...inside] = seenBelow(scene, by, item);
  const [, ...titles] = await titlesBelow(client, copy);
  expect(titles.sort(), `${by} copies what is seen in ${item}`).toEqual(
    inside.map((name) => items[name].title).sort(),
  );
  const deleted = await client.delete(`items/${copy.id}/`);
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
}
