import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { buildItem } from '#tests/component/item.ts';
import { insertionIndex } from './item-index.ts';

const item = (title: string, more: Partial<Item> = {}) => buildItem({ id: title, title, ...more });

test('puts a new item behind the folders, and a new folder before everything else', () => {
  const old = { updated_at: '2026-01-01T00:00:00Z' };
  const items = [item('Folder', { kind: 'folder', ...old }), item('Document', old)];
  const now = { updated_at: '2026-02-01T00:00:00Z' };
  expect(insertionIndex(items, item('New', now), '-updated_at')).toBe(1);
  expect(insertionIndex(items, item('New folder', { kind: 'folder', ...now }), '-updated_at')).toBe(0);
  expect(insertionIndex(items, item('New', now), 'updated_at')).toBe(2);
});

test('orders titles by the numbers in them, without regard to case, in both directions', () => {
  const items = [item('part 2'), item('Part 10')];
  expect(insertionIndex(items, item('Part 9'), 'title')).toBe(1);
  expect(insertionIndex(items, item('Apple'), 'title')).toBe(0);
  expect(insertionIndex([...items].reverse(), item('Part 9'), '-title')).toBe(1);
  expect(
    insertionIndex([item('A', { size: 5 }), item('B', { size: 9 })], item('C', { size: 7 }), 'size'),
  ).toBe(1);
});
