import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { itemWith } from '#tests/component/item.ts';
import { placeOf } from './item-place.ts';

const item = (title: string, more: Partial<Item> = {}) => itemWith({ id: title, title, ...more });

test('puts a new item behind the folders, and a new folder before everything else', () => {
  const old = { updated_at: '2026-01-01T00:00:00Z' };
  const items = [item('Folder', { kind: 'folder', ...old }), item('Document', old)];
  const now = { updated_at: '2026-02-01T00:00:00Z' };
  expect(placeOf(items, item('New', now), '-updated_at')).toBe(1);
  expect(placeOf(items, item('New folder', { kind: 'folder', ...now }), '-updated_at')).toBe(0);
  expect(placeOf(items, item('New', now), 'updated_at')).toBe(2);
});

test('orders titles by the numbers in them, without regard to case, in both directions', () => {
  const items = [item('part 2'), item('Part 10')];
  expect(placeOf(items, item('Part 9'), 'title')).toBe(1);
  expect(placeOf(items, item('Apple'), 'title')).toBe(0);
  expect(placeOf([...items].reverse(), item('Part 9'), '-title')).toBe(1);
  expect(placeOf([item('A', { size: 5 }), item('B', { size: 9 })], item('C', { size: 7 }), 'size')).toBe(1);
});
