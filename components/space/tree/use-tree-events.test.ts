import { describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { staleLevels } from './use-tree-events.ts';

const KNOWN = new Map([
  [
    null,
    [
      { id: 'full', title: 'Full', kind: 'folder' as const, opens: true },
      { id: 'empty', title: 'Empty', kind: 'folder' as const, opens: false },
    ],
  ],
  ['full', [{ id: 'page', title: 'Page', kind: 'document' as const, opens: false }]],
]);
const page = (change: Partial<Item>) =>
  ({
    id: 'page',
    title: 'Page',
    kind: 'document',
    parent_id: 'full',
    space_slug: 'ours',
    trashed_at: null,
    ...change,
  }) as Item;

describe('staleLevels', () => {
  it('is empty for a change of a document’s text', () => {
    expect(staleLevels(KNOWN, 'ours', 'page', page({ revision: 7 }))).toEqual([]);
  });
  it('has the level of what was renamed, trashed, hidden, or moved to another space', () => {
    for (const now of [page({ title: 'New' }), page({ trashed_at: 'now' }), page({ space_slug: 'other' })])
      expect(staleLevels(KNOWN, 'ours', 'page', now)).toEqual(['full']);
    expect(staleLevels(KNOWN, 'ours', 'page', 'gone')).toEqual(['full']);
  });
  it('has both levels of a move, and the one that lists an empty folder which it fills', () => {
    expect(staleLevels(KNOWN, 'ours', 'page', page({ parent_id: null }))).toEqual(['full', null]);
    expect(staleLevels(KNOWN, 'ours', 'page', page({ parent_id: 'empty' }))).toEqual(['full', null]);
    expect(staleLevels(KNOWN, 'ours', 'new', page({ id: 'new', parent_id: 'empty' }))).toEqual([null]);
  });
  it('is empty for a new item that the tree does not list', () => {
    expect(staleLevels(KNOWN, 'ours', 'x', page({ id: 'x', kind: 'image', parent_id: 'full' }))).toEqual([]);
  });
});
