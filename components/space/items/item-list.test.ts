import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { buildItem } from '#tests/component/item.ts';
import { firstItems, nextItemList } from './item-list.ts';

const item = (id: string, title = id): Item => buildItem({ id, title });
const page = (number: number, ids: string[], hasMore = true) => ({
  data: ids.map((id) => item(id)),
  count: null,
  page: number,
  hasMore,
  error: null,
});
const ids = ({ items }: { items: Item[] }) => items.map(({ id }) => id);

test('pages follow one another, and what shifted between them stands once', () => {
  const list = nextItemList(firstItems(page(1, ['a', 'b'])), {
    type: 'loaded',
    answer: page(2, ['b', 'c'], false),
  });
  expect(ids(list)).toEqual(['a', 'b', 'c']);
  expect(list).toMatchObject({ page: 2, hasMore: false, loading: false });
});

test('a failed page keeps the list and its error, and a retry clears the error', () => {
  const first = firstItems(page(1, ['a']));
  const answer = { ...page(2, [], false), error: 'Too many requests.' };
  const failed = nextItemList(first, { type: 'loaded', answer });
  expect(failed).toMatchObject({ page: 1, hasMore: true, error: 'Too many requests.' });
  expect(ids(failed)).toEqual(['a']);
  expect(nextItemList(failed, { type: 'asked' })).toMatchObject({ loading: true, error: null });
});

test('what is trashed goes, and comes back to its place', () => {
  const first = firstItems(page(1, ['a', 'b', 'c']));
  const without = nextItemList(first, { type: 'removed', id: 'b' });
  expect(ids(without)).toEqual(['a', 'c']);
  expect(ids(nextItemList(without, { type: 'inserted', item: item('b'), at: 1 }))).toEqual(['a', 'b', 'c']);
});

test('an item that is there already is not listed twice', () => {
  const first = firstItems(page(1, ['a', 'b']));
  const again = nextItemList(first, { type: 'inserted', item: item('b', 'Newer'), at: 0 });
  expect(again.items.map(({ title }) => title)).toEqual(['Newer', 'a']);
});

test('items come back in the order of the list, folders first, those behind what is shown with their page', () => {
  const folder = buildItem({ id: 'e', title: 'e', kind: 'folder' });
  const back = [item('d'), item('b'), folder];
  const shown = { ...page(1, ['a', 'c']) };
  const returned = { type: 'returned', items: back, sort: 'title' } as const;
  expect(ids(nextItemList(firstItems({ ...shown, hasMore: false }), returned))).toEqual([
    'e',
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(ids(nextItemList(firstItems(shown), returned))).toEqual(['e', 'a', 'b', 'c']);
  const other = { ...returned, sort: '-title' } as const;
  expect(ids(nextItemList(firstItems(page(1, [], false)), other))).toEqual(['e', 'd', 'b']);
  // Those that never left the list change their place only.
  const moved = { ...returned, items: [item('c'), item('b')] };
  expect(ids(nextItemList(firstItems(page(1, ['c', 'a', 'b'], false)), moved))).toEqual(['a', 'b', 'c']);
});
