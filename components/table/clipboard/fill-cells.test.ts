import { expect, test } from 'vitest';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { type GridColumn, shownColumns } from '../columns/grid-columns.ts';
import { draggedFill } from './dragged-fill.ts';
import { cellsBeside, cellsOfFilledRows, type FillOrder, fillDirection, seriesSource } from './fill-cells.ts';

const columns = shownColumns([
  buildColumn('number', 'a'),
  buildColumn('number', 'b'),
  buildColumn('text', 'c'),
  buildColumn('date', 'd'),
]);
const [a, b, c, d] = columns;
if (!a || !b || !c || !d) throw new Error('columns are shown');
const rowsOf = (...all: Record<string, unknown>[]) =>
  all.map((values, at) => buildRow({ id: `r${at}`, position: at, values }));
const shownOf = (row: { values: Record<string, unknown> }, { name }: { name: string }) => row.values[name];

test.each([
  ['down', { row: 6, column: 3 }, { top: 2, bottom: 6, left: 2, right: 3 }],
  ['up', { row: 0, column: 1 }, { top: 0, bottom: 3, left: 2, right: 3 }],
  ['right', { row: 4, column: 4 }, { top: 2, bottom: 3, left: 2, right: 4 }],
  ['left', { row: 2, column: 0 }, { top: 2, bottom: 3, left: 0, right: 3 }],
  [null, { row: 3, column: 2 }, { top: 2, bottom: 3, left: 2, right: 3 }],
])('fills %s where the pointer is further out that way', (direction, at, whole) => {
  const source = { top: 2, bottom: 3, left: 2, right: 3 };
  expect(draggedFill(source, at)).toEqual(whole);
  expect(fillDirection(source, whole)).toBe(direction);
});

test('fills rows above with the series backwards, and repeats texts in their order', () => {
  const rows = rowsOf({}, {}, {}, { a: 4, c: 'x', d: '2024-03-01' }, { a: 6, c: 'y', d: '2024-03-02' });
  const cells = cellsOfFilledRows(rows, 2, [a, c, d], shownOf, { isBack: true, isSeries: true });
  const of = (name: string) =>
    cells.filter((one) => one.name === name).map(({ row, value }) => [row.id, value]);
  expect(of('a')).toEqual([
    ['r2', 2],
    ['r1', 0],
    ['r0', -2],
  ]);
  expect(of('c')).toEqual([
    ['r2', 'y'],
    ['r1', 'x'],
    ['r0', 'y'],
  ]);
  expect(of('d')).toEqual([
    ['r2', '2024-02-29'],
    ['r1', '2024-02-28'],
    ['r0', '2024-02-27'],
  ]);
});

test('a single day goes back by a day where rows above it are filled', () => {
  const rows = rowsOf({}, { d: '2024-03-01' });
  const [cell] = cellsOfFilledRows(rows, 1, [d], shownOf, { isBack: true, isSeries: true });
  expect(cell?.value).toBe('2024-02-29');
});

test('continues the values of a row over columns of one type, and repeats those of several', () => {
  const [row] = rowsOf({ a: 1, b: 3, c: 'x' });
  if (!row) throw new Error('there is a row');
  const beside = (sources: readonly GridColumn[], count: number, order: Partial<FillOrder> = {}) => {
    const cells = cellsBeside(row, sources, count, shownOf, (_row, _column, value) => `${value}`, {
      ...{ isSeries: true, isBack: false },
      ...order,
    });
    return cells.map(({ value }) => value);
  };
  expect(beside([a, b], 2)).toEqual([5, 7]);
  expect(beside([a, b], 2, { isBack: true })).toEqual([-3, -1]);
  expect(beside([b, c], 3)).toEqual([3, 'x', 3]);
  expect(beside([a, b], 1, { isSeries: false })).toEqual([1]);
});

const filled = (...lines: string[]) => lines.map((line) => [...line].map((one) => one === 'x'));
test.each([
  ['below', filled('x', 'x', '.'), { top: 0, bottom: 1, left: 0, right: 0 }],
  ['above', filled('..', 'x.', 'xx'), { top: 1, bottom: 2, left: 0, right: 1 }],
  ['to the right', filled('xx..'), { top: 0, bottom: 0, left: 0, right: 1 }],
  ['to the left', filled('..x', '..x'), { top: 0, bottom: 1, left: 2, right: 2 }],
  ['below, where all are filled', filled('x', 'x', 'x', 'x'), { top: 0, bottom: 1, left: 0, right: 0 }],
  ['to the right, where all are filled', filled('xx'), { top: 0, bottom: 0, left: 0, right: 0 }],
  ['nothing, where there is one cell', filled('x'), null],
])('a series fills what is empty %s', (_where, cells, source) => {
  expect(seriesSource(cells)).toEqual(source);
});
