import { expect, test } from 'vitest';
import type { TableCursor } from '#lib/contract/table-cursor.ts';
import { cursorsByRow, GONE_MS, withCursor, withoutGone } from './other-cursors.ts';

const cursor = (tab: string, row_id: string | null, column_id: string | null = 'c1'): TableCursor => ({
  tab,
  row_id,
  column_id,
  user: { id: 'ada', name: 'Ada' },
});

test('has the last place of each page, and evicts silent pages', () => {
  const [first, isNew] = withCursor(new Map(), cursor('a', 'r1'), 0);
  const [second, isNewAgain] = withCursor(first, cursor('a', 'r2'), 10);
  const [both] = withCursor(second, cursor('b', 'r1'), GONE_MS);
  expect([isNew, isNewAgain]).toEqual([true, false]);
  expect([...cursorsByRow(both, new Map()).keys()]).toEqual(['r2', 'r1']);
  const left = withoutGone(both, GONE_MS + 10);
  expect([...left.values()].map(({ tab }) => tab)).toEqual(['b']);
  expect(withoutGone(left, GONE_MS + 11)).toBe(left);
});

test('renders only the rows again in which a cursor moved', () => {
  const [one] = withCursor(new Map(), cursor('a', 'r1'), 0);
  const [two] = withCursor(one, cursor('b', 'r2'), 0);
  const before = cursorsByRow(two, new Map());
  const [moved] = withCursor(two, cursor('b', 'r2', 'c2'), 5);
  const after = cursorsByRow(moved, before);
  expect(after.get('r1')).toBe(before.get('r1'));
  expect(after.get('r2')).not.toBe(before.get('r2'));
  const [left] = withCursor(moved, cursor('b', null, null), 6);
  expect([...cursorsByRow(left, after).keys()]).toEqual(['r1']);
});

test('lists cursors that are at a row without a cell', () => {
  const [known] = withCursor(new Map(), cursor('a', 'r1', null), 0);
  expect(
    cursorsByRow(known, new Map())
      .get('r1')
      ?.map(({ user }) => user.name),
  ).toEqual(['Ada']);
});
