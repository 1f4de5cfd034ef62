import { basename } from 'node:path/posix';
import { expect } from 'vitest';
import { readArchive } from '#tests/harness/archive.ts';
import type { Client } from '#tests/harness/client.ts';
import { inSpace, isListed } from './model.ts';
import { ITEM_NAMES, type ItemName, type Name, type Scene, SPACE_NAMES } from './names.ts';

type Reader = { name: Name | null; client: Client };

/**
 * Checks which spaces a user has in their shortcuts and finds by name; and the authors with items in each.
 */
export async function expectAllowedActions(scene: Scene, { name, client }: Reader): Promise<void> {
  const { model, spaces, people } = scene;
  const seen = SPACE_NAMES.filter((space) => inSpace(model, name, space) > 0);
  const shortcuts = await client.get('space-shortcuts/');
  if (shortcuts.ok) {
    const text = JSON.stringify(shortcuts.data);
    const named = SPACE_NAMES.filter((space) => text.includes(spaces[space].id));
    expect([named, shortcuts.data.count], `${name} has spaces at hand`).toEqual([seen, seen.length]);
  }
  for (const space of SPACE_NAMES) {
    const { slug, id } = spaces[space];
    const found = await client.get('search/directory/', { query: { q: slug } });
    if (found.ok) {
      const isNamed = JSON.stringify(found.data).includes(id);
      expect(isNamed, `${name} finds ${space}`).toBe(seen.includes(space));
    }
    const response = await client.get(`spaces/${slug}/creators/`, {
      query: { page_size: 100 },
    });
    expect(response.ok, `${name} asks who made what in ${space}`).toBe(seen.includes(space));
    const member = name === null ? null : model.hub.get(name);
    if (!response.ok || !member || member.suspended) continue;
    const listed = ITEM_NAMES.filter(
      (item) => model.items.get(item)?.space === space && isListed(model, name, item),
    );
    const creators = new Set(listed.map((item) => model.items.get(item)?.creator as Name));
    expect(response.data.map((one) => one.id).sort(), `${name} asks who made what in ${space}`).toEqual(
      [...creators].map((creator) => people[creator].user.id).sort(),
    );
  }
}

const ENDINGS: Partial<Record<ItemName, string>> = { ledger: 'csv', scan: 'txt' };

/** Checks an archive of all items: it contains exactly those that are listed for the user. */
export async function expectArchived(scene: Scene, { name, client }: Reader): Promise<void> {
  const { model, items } = scene;
  const ids = ITEM_NAMES.map((item) => items[item].id).join();
  const response = await client.fetch('GET', 'items/archive/', undefined, { query: { ids } });
  const listed = ITEM_NAMES.filter((item) => isListed(model, name, item));
  expect(response.status, `${name} downloads an archive`).toBe(listed.length > 0 ? 200 : 404);
  if (!response.ok) return;
  const files = await readArchive(Buffer.from(await response.arrayBuffer()));
  const names = new Set(
    [...files.keys()].filter((path) => !path.endsWith('/')).map((path) => basename(path)),
  );
  const fileOf = (item: ItemName) => `Thing ${item}.${ENDINGS[item] ?? 'md'}`;
  expect([...names].sort(), `${name} downloads an archive`).toEqual(
    listed
      .filter((item) => !item.includes('folder'))
      .map(fileOf)
      .sort(),
  );
}
