import { expect, test } from 'vitest';
import type { Row } from '#lib/contract/table.ts';
import { buildRow } from '#tests/component/table.ts';
import {
  addPage,
  insertRow,
  missingPage,
  NO_ROWS,
  putRow,
  type RowWindow,
  removeRow,
  rowTotal,
  unbrokenRows,
} from './row-window.ts';

const SIZE = 100;
const rows = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => buildRow({ id: `r${from + at}` }));
const page = (from: number, count: number, more: object = {}) => ({
  data: rows(from, count),
  next: `after-${from + count}`,
  previous: from > 0 ? `before-${from}` : null,
  count: 1_000_000,
  ...more,
});
const first = addPage(NO_ROWS, 0, page(0, 50));
const ids = ({ rows: known }: RowWindow) =>
  [...known].sort(([one], [other]) => one - other).map(([at, { id }]) => `${at}:${id}`);

test('reads on after known rows by their cursor, before them by the other one, and anywhere else by the page', () => {
  expect(missingPage(first, 0, 50, SIZE)).toBeNull();
  expect(missingPage(first, 20, 80, SIZE)).toEqual({ offset: 50, size: SIZE, place: { after: 'after-50' } });
  expect(missingPage(first, 499_950, 500_010, SIZE)).toEqual({
    offset: 499_900,
    size: SIZE,
    place: { page: 5000 },
  });
  const middle = addPage(first, 500_000, page(500_000, 100));
  expect(missingPage(middle, 499_950, 500_020, SIZE)).toEqual({
    offset: 499_900,
    size: SIZE,
    place: { before: 'before-500000' },
  });
});

test('knows the last row of a million, and asks for none after it', () => {
  const bottom = addPage(first, 999_900, page(999_900, 100, { next: null }));
  expect(rowTotal(bottom, SIZE)).toBe(1_000_000);
  expect(missingPage(bottom, 999_950, 1_000_020, SIZE)).toBeNull();
});

test('ends where an empty page says that there are fewer rows than were counted', () => {
  const shorter = addPage(first, 900, { data: [], next: null, count: 1000 });
  expect(rowTotal(shorter, SIZE)).toBe(900);
});

test('shows one page more than is known while the number of rows is not', () => {
  const uncounted = addPage(NO_ROWS, 0, page(0, 50, { count: null }));
  expect(rowTotal(uncounted, SIZE)).toBe(150);
  expect(rowTotal({ ...uncounted, count: 400 }, SIZE)).toBe(400);
});

test('keeps a row in its newer revision when an older page arrives', () => {
  const changed = { ...buildRow({ id: 'r3' }), revision: 7 };
  const known = putRow(first, changed);
  expect(addPage(known, 0, page(0, 50)).rows.get(3)?.revision).toBe(7);
});

test('moves rows up after a removed one and back when it is restored, with their cursors', () => {
  const small = addPage(NO_ROWS, 0, page(0, 4, { count: 10 }));
  const without = removeRow(small, 'r1');
  expect(ids(without)).toEqual(['0:r0', '1:r2', '2:r3']);
  expect(without.next.get(3)).toBe('after-4');
  expect(without.count).toBe(9);
  const row = small.rows.get(1);
  const back = row ? insertRow(without, row, 1) : without;
  expect(ids(back)).toEqual(['0:r0', '1:r1', '2:r2', '3:r3']);
  expect(back.next.get(4)).toBe('after-4');
  expect(back.count).toBe(10);
});

test('adds a new row after the last one where that is known, and only counts it elsewhere', () => {
  const whole = addPage(NO_ROWS, 0, { data: rows(0, 2), next: null, count: 2 });
  const added = putRow(whole, buildRow({ id: 'new' }));
  expect(ids(added)).toEqual(['0:r0', '1:r1', '2:new']);
  expect([added.length, added.count]).toEqual([3, 3]);
  const counted = putRow(first, buildRow({ id: 'new' }));
  expect([counted.rows.size, counted.count]).toEqual([50, 1_000_001]);
});

test('finds the rows around one that follow each other without a gap', () => {
  const middle = addPage(first, 500, page(500, 3));
  expect(unbrokenRows(middle, 501)).toMatchObject({
    from: 500,
    rows: [{ id: 'r500' }, { id: 'r501' }, { id: 'r502' }],
  });
  expect(unbrokenRows(middle, 0).rows).toHaveLength(50);
});
