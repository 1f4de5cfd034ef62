import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { ListPage } from '#services/http.ts';
import { asPages, insertEntry, nextPlace, removeEntry, replaceEntry, uniqueEntries } from './list-pages.ts';

type Entry = { id: string; name: string };

const idOf = ({ id }: Entry) => id;
const entry = (id: string, name = id): Entry => ({ id, name });
const page = (data: Entry[], more: Partial<ListPage<Entry>> = {}): ListPage<Entry> => ({
  data,
  count: 3,
  page: 1,
  hasMore: false,
  error: null,
  ...more,
});
const two = {
  pages: [page([entry('a'), entry('b')]), page([entry('b'), entry('c')], { page: 2 })],
  pageParams: [
    { page: 1, after: null },
    { page: 2, after: null },
  ],
};
const idsOf = (pages: { pages: ListPage<Entry>[] }) => uniqueEntries(pages.pages, idOf).map(idOf);

describe('pages of a list', () => {
  test('lists an entry once that stands on two pages', () => {
    deepStrictEqual(idsOf(two), ['a', 'b', 'c']);
  });

  test('removes an entry from every page and counts one less', () => {
    const left = removeEntry(two, 'b', idOf);
    deepStrictEqual(idsOf(left), ['a', 'c']);
    deepStrictEqual(
      left.pages.map(({ count }) => count),
      [2, 2],
    );
  });

  test('keeps the count when the removed entry was not read', () => {
    strictEqual(removeEntry(two, 'z', idOf).pages[0]?.count, 3);
  });

  test('replaces an entry where it stands', () => {
    const changed = replaceEntry(two, entry('b', 'Berta'), idOf);
    deepStrictEqual(
      uniqueEntries(changed.pages, idOf).map(({ name }) => name),
      ['a', 'Berta', 'c'],
    );
  });

  test('inserts a new entry first and counts one more, and moves a known one without counting it again', () => {
    const added = insertEntry(two, entry('d'), idOf);
    deepStrictEqual(idsOf(added), ['d', 'a', 'b', 'c']);
    strictEqual(added.pages[0]?.count, 4);
    const moved = insertEntry(two, entry('c'), idOf);
    deepStrictEqual(idsOf(moved), ['c', 'a', 'b']);
    strictEqual(moved.pages[0]?.count, 3);
  });

  test('begins the next page at the cursor, and ends where there is no more', () => {
    deepStrictEqual(nextPlace(page([], { hasMore: true, next: 'x9' })), { page: 2, after: 'x9' });
    strictEqual(nextPlace(page([])), undefined);
  });

  test('holds the rendered page as the first of the list', () => {
    deepStrictEqual(idsOf(asPages(page([entry('a')]))), ['a']);
  });
});
