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
  expect(key('r', { ctrlKey: true })).toEqual({ kind: 'fillRight' });
  expect(key('R', { ctrlKey: true, shiftKey: true })).toBeNull();
  expect(key('D', { metaKey: true, shiftKey: true })).toEqual({ kind: 'fillSeries' });
});

test('letters with Ctrl are those of the place of their keys in alphabets that lack them', () => {
  const none = { ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
  expect(gridCommand({ ...none, key: 'я', code: 'KeyZ' })).toEqual({ kind: 'undo' });
  expect(gridCommand({ ...none, key: 'φ', code: 'KeyF' })).toEqual({ kind: 'find' });
  // The keys of a French keyboard say what they type.
  expect(gridCommand({ ...none, key: 'z', code: 'KeyW' })).toEqual({ kind: 'undo' });
});

test('characters that are typed with AltGr or Option begin editing, shortcuts do not', () => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  const key = (name: string, more: object) => gridCommand({ key: name, ...none, ...more });
  const at = { kind: 'edit', seed: '@' };
  // Windows, macOS, Linux.
  expect(key('@', { ctrlKey: true, altKey: true })).toEqual(at);
  expect(key('@', { altKey: true })).toEqual(at);
  expect(key('@', {})).toEqual(at);
  const isAltGraph = { ctrlKey: true, altKey: true, getModifierState: () => true };
  expect(key('x', isAltGraph)).toEqual({ kind: 'edit', seed: 'x' });
  expect(key('f', { altKey: true })).toBeNull();
  expect(key('a', { ctrlKey: true, altKey: true })).toBeNull();
  expect(key('@', { metaKey: true, altKey: true })).toBeNull();
  expect(key('Dead', { altKey: true })).toEqual({ kind: 'compose' });
  expect(key('Process', {})).toEqual({ kind: 'compose' });
});

test('Alt and Shift with an arrow make a column wider or narrower', () => {
  const key = (name: string) =>
    gridCommand({ key: name, ctrlKey: false, metaKey: false, shiftKey: true, altKey: true });
  expect(key('ArrowRight')).toEqual({ kind: 'resize', isWider: true });
  expect(key('ArrowLeft')).toEqual({ kind: 'resize', isWider: false });
  expect(key('ArrowUp')).toBeNull();
});

test('goes to the edge of a block of filled cells with Ctrl, or over empty ones to the next', () => {
  const size = { rows: 10, columns: 3, page: 5 };
  const column = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0];
  const isFilled = ({ row, column: at }: { row: number; column: number }) =>
    row > 8 ? null : at === 0 && column[row] === 1;
  const from = (row: number, name: 'up' | 'down' | 'left' | 'right') =>
    moveSelection(at(row, 0), name, size, { isFar: true, isFilled }).focus;
  expect(from(0, 'down')).toEqual({ row: 2, column: 0 });
  expect(from(2, 'down')).toEqual({ row: 5, column: 0 });
  expect(from(5, 'up')).toEqual({ row: 2, column: 0 });
  expect(from(2, 'up')).toEqual({ row: 0, column: 0 });
  expect(from(0, 'right')).toEqual({ row: 0, column: 2 });
  // Rows that are not loaded are no edge.
  expect(from(5, 'down')).toEqual({ row: 9, column: 0 });
  const extended = moveSelection(at(0, 0), 'down', size, { isFar: true, isExtended: true, isFilled });
  expect(rangeOf(extended)).toEqual({ top: 0, bottom: 2, left: 0, right: 0 });
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
