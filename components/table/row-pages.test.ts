import { describe, expect, test } from 'vitest';
import type { Row } from '#lib/contract/table.ts';
import { ROW_PAGE_SIZE } from '#services/table.ts';
import {
  firstRowPages,
  fromTableStart,
  isOnePage,
  putRow,
  type RowPages,
  type RowPlace,
  removeRow,
  restoreRow,
  TABLE_START,
} from './row-pages.ts';
import type { TableData } from './table-data.ts';

const row = (id: string, revision = 1): Row => ({
  id,
  position: 1,
  values: {},
  revision,
  created_at: '2026-01-15T12:00:00Z',
  updated_at: '2026-01-15T12:00:00Z',
  created_by: { id: '', name: '' },
  updated_by: { id: '', name: '' },
});

/** One page per text, whose letters are the ids of its rows. */
const pagesOf = (texts: string[], count: number | null = 4, place: RowPlace = TABLE_START): RowPages => ({
  pages: texts.map((ids) => ({ data: [...ids].map((id) => row(id)), count, next: null, previous: null })),
  pageParams: texts.map((_, index) => (index === 0 ? place : { after: `page ${index}` })),
});
const idsOf = ({ pages }: RowPages) => pages.map(({ data }) => data.map(({ id }) => id).join(''));
const countsOf = ({ pages }: RowPages) => pages.map(({ count }) => count);

describe('the rows that the server rendered', () => {
  const first = (asked: TableData['asked']): TableData => ({
    columns: [],
    rows: [row('a')],
    next: 'n',
    previous: 'p',
    asked,
    count: 9,
    writtenIn: {},
    country: null,
  });

  test('begin around the requested row, with both cursors', () => {
    expect(firstRowPages(first({ id: 'a', gone: false }))).toEqual({
      pages: [{ data: [row('a')], next: 'n', previous: 'p', count: 9 }],
      pageParams: [{ around: 'a' }],
    });
  });

  test('begin at the start of the table when no row was requested or the row is deleted', () => {
    expect(firstRowPages(first(null)).pageParams).toEqual([TABLE_START]);
    expect(firstRowPages(first({ id: 'x', gone: true })).pageParams).toEqual([TABLE_START]);
  });
});

describe('a row that was saved', () => {
  test('takes the place of the one that it changes, on whichever page that is', () => {
    const known = putRow(pagesOf(['ab', 'cd']), row('c', 2));
    expect(idsOf(known)).toEqual(['ab', 'cd']);
    expect(known.pages[1]?.data[0]?.revision).toBe(2);
    expect(countsOf(known)).toEqual([4, 4]);
  });

  test('is the last one and is counted where it is new', () => {
    const known = putRow(pagesOf(['ab', 'cd']), row('e'));
    expect(idsOf(known)).toEqual(['ab', 'cde']);
    expect(countsOf(known)).toEqual([5, 5]);
  });

  test('leaves an unknown count unknown', () => {
    expect(countsOf(putRow(pagesOf(['ab'], null), row('c')))).toEqual([null]);
  });
});

describe('a row that is there again', () => {
  test.each([
    [0, ['xab', 'cd']],
    [1, ['axb', 'cd']],
    [2, ['abx', 'cd']],
    [3, ['ab', 'cxd']],
    [4, ['ab', 'cdx']],
    [9, ['ab', 'cdx']],
  ])('is put at index %i across the pages', (at, ids) => {
    const known = restoreRow(pagesOf(['ab', 'cd']), row('x'), at);
    expect(idsOf(known)).toEqual(ids);
    expect(countsOf(known)).toEqual([5, 5]);
  });

  test('is put into a table whose only row it was', () => {
    expect(idsOf(restoreRow(pagesOf(['']), row('x'), 0))).toEqual(['x']);
  });

  test('is listed and counted once where it was read again meanwhile', () => {
    const known = restoreRow(pagesOf(['ab', 'cd']), row('c', 3), 0);
    expect(idsOf(known)).toEqual(['ab', 'cd']);
    expect(known.pages[1]?.data[0]?.revision).toBe(3);
    expect(countsOf(known)).toEqual([4, 4]);
  });
});

describe('a row that was deleted', () => {
  test('is on no page, and every count is one less', () => {
    const known = removeRow(pagesOf(['ab', 'bc']), 'b');
    expect(idsOf(known)).toEqual(['a', 'c']);
    expect(countsOf(known)).toEqual([3, 3]);
  });

  test('changes nothing where it was not read, and no unknown count', () => {
    const known = pagesOf(['ab']);
    expect(removeRow(known, 'z')).toBe(known);
    expect(countsOf(removeRow(pagesOf(['ab'], null), 'a'))).toEqual([null]);
  });
});

test('are read again from the beginning of the table after they were read around a row', () => {
  const known = fromTableStart(pagesOf(['ab', 'cd'], 4, { around: 'a' }));
  expect(known.pageParams).toEqual([TABLE_START, { after: 'page 1' }]);
  expect(idsOf(known)).toEqual(['ab', 'cd']);
});

test('are one page up to the size of a page, and not with a second one', () => {
  const full = (size: number): RowPages => ({
    pages: [{ data: Array.from({ length: size }, (_, index) => row(String(index))) }],
    pageParams: [TABLE_START],
  });
  expect(isOnePage(full(0))).toBe(true);
  expect(isOnePage(full(ROW_PAGE_SIZE))).toBe(true);
  expect(isOnePage(full(ROW_PAGE_SIZE + 1))).toBe(false);
  expect(isOnePage(pagesOf(['ab', 'cd']))).toBe(false);
});
