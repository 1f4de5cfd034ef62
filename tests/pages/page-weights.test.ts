import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folder, isBuilt, partsOf, readBuilt, scriptsOf } from './built-pages.ts';

/**
 * What each page names of JavaScript, compressed, in bytes: without the layout, which is the same for all that are signed in
 * (docs/decisions/0114-what-an-item-page-loads.md).
 */
const LIMITS = {
  '/[handle]/[space]/[item]': 206_500,
  '/auth/signin': 180_000,
  '/f/[slug]': 160_000,
};

const ITEM_PAGE = '/[handle]/[space]/[item]';

/**
 * What the page of an item names besides, by its kind, and messages that only these parts have. With the layout a table's page
 * comes to 300 kB at most (`npm run bench -- page-weight`, docs/decisions/0249-what-a-table-loads-first.md).
 */
const WITH_PARTS = {
  table: { parts: ['table.requested_row_gone'], limit: 269_000 },
  'contact list': { parts: ['table.requested_row_gone', 'contacts.view_duplicates'], limit: 270_500 },
};

const weightOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(readBuilt(name)).length, 0);

/** The scripts of the part of the item page whose own code has a message. */
function scriptsOfPart(message: string): string[] {
  const found = [...partsOf(ITEM_PAGE).values()]
    .map((files) => files.filter(isBuilt))
    .filter((files) => files.some((name) => readBuilt(name).includes(`"${message}"`)));
  return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

describe.skipIf(folder === null)('the weight of a page', () => {
  it.each(Object.entries(LIMITS))('of %s is at most %i bytes', (page, limit) => {
    const scripts = scriptsOf(page);
    expect(scripts.size).toBeGreaterThan(0);
    expect(weightOf(scripts)).toBeLessThan(limit);
  });

  it.each(Object.entries(WITH_PARTS))('of a %s stays below its limit', (_, { parts, limit }) => {
    const scripts = scriptsOf(ITEM_PAGE);
    for (const message of parts) {
      const files = scriptsOfPart(message);
      expect(files, message).not.toEqual([]);
      for (const name of files) scripts.add(name);
    }
    expect(weightOf(scripts)).toBeLessThan(limit);
  });
});
