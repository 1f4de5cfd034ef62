import { expect, test } from 'vitest';
import type { SpaceSort } from '#components/space/view/space-view.ts';
import type { Item } from '#lib/contract/item.ts';
import { buildItem } from '#tests/component/item.ts';
import { addPage, firstItems, type ItemList, nextItemList } from './item-list.ts';

const item = (id: string, title = id): Item => buildItem({ id, title });
const page = (number: number, ids: string[], hasMore = true) => ({
  data: ids.map((id) => item(id)),
  count: null,
  page: number,
  hasMore,
  error: null,
});
const listOf = (response: ReturnType<typeof page>, sort: SpaceSort = 'title') => firstItems(response, sort);
const ids = ({ items }: { items: Item[] }) => items.map(({ id }) => id);

test('pages follow one another, and what shifted between them stands once', () => {
  const list = addPage(listOf(page(1, ['a', 'b'])), page(2, ['b', 'c'], false));
  expect(ids(list)).toEqual(['a', 'b', 'c']);
  expect(list).toMatchObject({ page: 2, hasMore: false, error: null });
});

test('removes a trashed item and inserts a restored one at its former index', () => {
  const first = listOf(page(1, ['a', 'b', 'c']));
  const without = nextItemList(first, { type: 'removed', id: 'b' });
  expect(ids(without)).toEqual(['a', 'c']);
  expect(ids(nextItemList(without, { type: 'inserted', item: item('b'), at: 1 }))).toEqual(['a', 'b', 'c']);
});

test('an item that is there already is not listed twice', () => {
  const first = listOf(page(1, ['a', 'b']));
  const again = nextItemList(first, { type: 'inserted', item: item('b', 'Newer'), at: 0 });
  expect(again.items.map(({ title }) => title)).toEqual(['Newer', 'a']);
});

test('items come back in the order of the list, folders first, those behind what is shown with their page', () => {
  const folder = buildItem({ id: 'e', title: 'e', kind: 'folder' });
  const back = [item('d'), item('b'), folder];
  const shown = { ...page(1, ['a', 'c']) };
  const returned = { type: 'returned', items: back } as const;
  expect(ids(nextItemList(listOf({ ...shown, hasMore: false }), returned))).toEqual([
    'e',
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(ids(nextItemList(listOf(shown), returned))).toEqual(['e', 'a', 'b', 'c']);
  expect(ids(nextItemList(listOf(page(1, [], false), '-title'), returned))).toEqual(['e', 'd', 'b']);
  // Those that never left the list change their place only.
  const moved = { ...returned, items: [item('c'), item('b')] };
  expect(ids(nextItemList(listOf(page(1, ['c', 'a', 'b'], false)), moved))).toEqual(['a', 'b', 'c']);
});

const renamed = (list: ItemList, id: string, title: string) =>
  nextItemList(list, { type: 'changed', item: { ...item(id), title } });

test('a renamed item moves to its place in a list by name, in both directions, and folders stay first', () => {
  const folder = buildItem({ id: 'z', title: 'z', kind: 'folder' });
  const shown = { ...page(1, [], false), data: [folder, item('a'), item('b'), item('c')] };
  expect(ids(renamed(listOf(shown), 'a', 'bb'))).toEqual(['z', 'b', 'a', 'c']);
  expect(ids(renamed(listOf(shown), 'c', '1'))).toEqual(['z', 'c', 'a', 'b']);
  const down = { ...shown, data: [folder, item('c'), item('b'), item('a')] };
  expect(ids(renamed(listOf(down, '-title'), 'a', 'd'))).toEqual(['z', 'a', 'c', 'b']);
  const other = nextItemList(listOf(shown), { type: 'changed', item: { ...folder, title: '0' } });
  expect(ids(other)).toEqual(['z', 'a', 'b', 'c']);
});

test('a changed item becomes the first in a list by the last change, and several together keep their order', () => {
  const at = (id: string, day: number) => buildItem({ id, updated_at: `2026-01-0${day}T00:00:00Z` });
  const first = listOf({ ...page(1, []), data: [at('a', 5), at('b', 4), at('c', 3)] }, '-updated_at');
  expect(ids(nextItemList(first, { type: 'changed', item: at('c', 6) }))).toEqual(['c', 'a', 'b']);
  const settled = {
    type: 'settled',
    changed: [at('b', 7), at('c', 8)],
    removed: new Set(['a', 'missing']),
  } as const;
  expect(ids(nextItemList(first, settled))).toEqual(['c', 'b']);
});

test('an item that is changed in nothing that the list is sorted by stays where it is', () => {
  // As the server has them, whose order of some scripts is another than the browser's.
  const first = listOf(page(1, ['b', 'a', 'c']));
  const list = nextItemList(first, { type: 'changed', item: { ...item('b'), visibility: 'private' } });
  expect(ids(list)).toEqual(['b', 'a', 'c']);
  expect(list.items[0]?.visibility).toBe('private');
  expect(ids(renamed(first, 'missing', 'a'))).toEqual(['b', 'a', 'c']);
});

test('an item renamed to behind what is shown stays as the last one, until its page shows its place', () => {
  const last = renamed(listOf(page(1, ['a', 'b', 'c'])), 'a', 'e');
  expect(ids(last)).toEqual(['b', 'c', 'a']);
  const second = addPage(last, page(2, ['d']));
  expect(ids(second)).toEqual(['b', 'c', 'd', 'a']);
  const moved = { ...page(3, ['f'], false), data: [{ ...item('a'), title: 'e' }, item('f')] };
  expect(ids(addPage(second, moved))).toEqual(['b', 'c', 'd', 'a', 'f']);
  const skipped = addPage(last, page(2, ['d', 'f'], false));
  expect(ids(skipped)).toEqual(['b', 'c', 'd', 'a', 'f']);
});

test('updates an item changed by others in place, and inserts it in order when it is not listed', () => {
  const first = listOf(page(1, ['a', 'c']));
  const publish = (list: ItemList, id: string, title = id) =>
    nextItemList(list, { type: 'published', item: item(id, title) });
  expect(ids(publish(first, 'b'))).toEqual(['a', 'b', 'c']);
  // What belongs behind what is shown comes with its page.
  expect(ids(publish(first, 'd'))).toEqual(['a', 'c']);
  expect(ids(publish(listOf(page(1, ['a', 'c'], false)), 'd'))).toEqual(['a', 'c', 'd']);
  const renamed = publish(first, 'a', 'e');
  expect(renamed.items.map(({ title }) => title)).toEqual(['c', 'e']);
});
