import { expect, test } from 'vitest';
import { buildColumn } from '#tests/component/table.ts';
import { moveSelection, rangeOf, selectCell, tabbedCell } from '../cells/selection.ts';
import { columnStarts, columnsBetween, shownColumns } from '../columns/grid-columns.ts';
import { gridCommand } from './grid-keys.ts';
import { HEIGHT_MAX, positionFor, scrolledTo, scrollScale } from './scroll-scale.ts';
import { indexesWith } from './visible-area.ts';

const SIZE = { rows: 1000, columns: 10, page: 20 };
const at = (row: number, column: number) => selectCell({ row, column });

test('moves by arrows, by pages and to the edges, never beyond them', () => {
  const move = (
    ...[name, isFar = false]: ['up' | 'down' | 'left' | 'right' | 'pageDown' | 'home' | 'end', boolean?]
  ) => moveSelection(at(5, 5), name, SIZE, { isFar }).focus;
  expect(move('down')).toEqual({ row: 6, column: 5 });
  expect(move('down', true)).toEqual({ row: 999, column: 5 });
  expect(move('left', true)).toEqual({ row: 5, column: 0 });
  expect(move('pageDown')).toEqual({ row: 25, column: 5 });
  expect(move('home')).toEqual({ row: 5, column: 0 });
  expect(move('end', true)).toEqual({ row: 999, column: 9 });
  expect(moveSelection(at(0, 0), 'up', SIZE).focus).toEqual({ row: -1, column: 0 });
  expect(moveSelection(at(999, 9), 'right', SIZE).focus).toEqual({ row: 999, column: 9 });
});

test('extends the range with Shift, and its begin stays', () => {
  const down = moveSelection(at(5, 5), 'down', SIZE, { isExtended: true });
  const left = moveSelection(down, 'left', SIZE, { isExtended: true });
  expect(rangeOf(left)).toEqual({ top: 5, bottom: 6, left: 4, right: 5 });
  expect(moveSelection(left, 'right', SIZE).anchor).toEqual(
    left.focus.column === 4 ? { row: 6, column: 5 } : null,
  );
});

test('goes through the cells line by line with Tab, and leaves the grid after the last one', () => {
  expect(tabbedCell({ row: 0, column: 9 }, false, SIZE)).toEqual({ row: 1, column: 0 });
  expect(tabbedCell({ row: 1, column: 0 }, true, SIZE)).toEqual({ row: 0, column: 9 });
  expect(tabbedCell({ row: 999, column: 9 }, false, SIZE)).toBeNull();
});

test('a key means what it means in a spreadsheet', () => {
  const key = (name: string, more: object = {}) =>
    gridCommand({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });
  expect(key('a')).toEqual({ kind: 'edit', seed: 'a' });
  expect(key('F2')).toEqual({ kind: 'edit' });
  expect(key('Delete')).toEqual({ kind: 'clear' });
  expect(key('z', { ctrlKey: true })).toEqual({ kind: 'undo' });
  expect(key('z', { metaKey: true, shiftKey: true })).toEqual({ kind: 'redo' });
  expect(key('c', { ctrlKey: true })).toBeNull();
  expect(key('d', { ctrlKey: true })).toEqual({ kind: 'fillDown' });
});

test('scrolls to the very last of a million rows, and by single rows anywhere', () => {
  const rowHeight = 36;
  const scale = scrollScale(1_000_000 * rowHeight, 700);
  expect(scale.element).toBe(HEIGHT_MAX);
  const bottom = scrolledTo(scale, { element: 0, offset: 0 }, HEIGHT_MAX - 700);
  expect(bottom.element + bottom.offset).toBe(1_000_000 * rowHeight - 700);
  const middle = positionFor(scale, 500_000 * rowHeight);
  expect(middle.element + middle.offset).toBe(500_000 * rowHeight);
  const next = scrolledTo(scale, middle, middle.element + rowHeight);
  expect(next.element + next.offset).toBe(500_001 * rowHeight);
});

test('renders the columns that are seen, and those that must stay', () => {
  const columns = shownColumns(Array.from({ length: 300 }, (_, n) => buildColumn('text', `c${n}`)));
  const starts = columnStarts(columns);
  const [first, last] = columnsBetween(starts, 20_000, 21_400);
  expect([first, last]).toEqual([110, 119]);
  expect(indexesWith(first, first + 2, [0, 299, -1, 110], 300)).toEqual([0, 110, 111, 299]);
});

test('shows columns as a view has them: in its order, without hidden ones, frozen ones first', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => buildColumn('text', name));
  if (!a || !b || !c) throw new Error('three columns');
  const shown = shownColumns(
    [a, b, c],
    [
      { id: c.id, width: 90 },
      { id: a.id, hidden: true },
      { id: b.id, frozen: true },
    ],
  );
  expect(shown.map(({ name, width, isFrozen }) => [name, width, isFrozen])).toEqual([
    ['b', 180, true],
    ['c', 90, false],
  ]);
});
