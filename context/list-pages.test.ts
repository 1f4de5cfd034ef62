import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { ListPage } from '#services/http.ts';
import {
  asPages,
  insertEntry,
  type ListPages,
  nextPlace,
  removeEntry,
  replaceEntry,
  uniqueEntries,
} from './list-pages.ts';

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

  const full = (number: number, ids: string[]) =>
    page(
      ids.map((id) => entry(id)),
      { page: number, hasMore: true },
    );
  const read = (...pages: ListPage<Entry>[]): ListPages<Entry> => ({
    pages,
    pageParams: pages.map((one) => ({ page: one.page, after: null })),
  });
  const nextOf = (pages: { pages: ListPage<Entry>[] }) => {
    const last = pages.pages.at(-1);
    return last && nextPlace(last)?.page;
  };

  test('continues at the current place of the first unread entry, however many of the list were removed', () => {
    let list = read(full(1, ['a', 'b']), full(2, ['c', 'd']));
    strictEqual(nextOf(list), 3);
    // The unread ones are e, f, …; the server has b c | d e | f by now.
    list = removeEntry(list, 'a', idOf);
    strictEqual(nextOf(list), 2);
    list = removeEntry(list, 'd', idOf);
    strictEqual(nextOf(list), 2);
    list = removeEntry(list, 'b', idOf);
    strictEqual(nextOf(list), 1);
    // It was not among those that were read.
    strictEqual(nextOf(removeEntry(list, 'z', idOf)), 1);
    // A page loaded from then on defines the next place.
    strictEqual(nextOf({ pages: [...list.pages, full(1, ['c', 'e'])] }), 2);
  });

  test('continues at the current place of the first unread entry, however many were inserted', () => {
    let list = read(full(1, ['a', 'b']));
    list = insertEntry(list, entry('x'), idOf);
    strictEqual(nextOf(list), 2);
    list = insertEntry(list, entry('y'), idOf);
    strictEqual(nextOf(list), 3);
    list = removeEntry(list, 'a', idOf);
    strictEqual(nextOf(list), 2);
    strictEqual(nextOf(insertEntry(read(full(1, ['a', 'b'])), entry('b'), idOf)), 2);
  });

  test('holds the rendered page as the first of the list', () => {
    deepStrictEqual(idsOf(asPages(page([entry('a')]))), ['a']);
  });
});
