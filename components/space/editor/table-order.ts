import type { Editor } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { isInTable, selectedRect, type TableMap, type TableRect } from '@tiptap/pm/tables';

export type Axis = 'row' | 'column';

/** The rows or columns that are chosen, the last one excluded; and how many there are. */
function rangeOf(rect: TableRect, axis: Axis): { from: number; to: number; count: number } {
  return axis === 'row'
    ? { from: rect.top, to: rect.bottom, count: rect.map.height }
    : { from: rect.left, to: rect.right, count: rect.map.width };
}

const cellAt = (map: TableMap, axis: Axis, line: number, at: number): number | undefined =>
  map.map[axis === 'row' ? line * map.width + at : at * map.width + line];

/** Whether a merged cell lies on both sides of the edge before a row or column. */
function isCrossed({ map }: TableRect, axis: Axis, edge: number): boolean {
  const count = axis === 'row' ? map.height : map.width;
  if (edge <= 0 || edge >= count) return false;
  const length = axis === 'row' ? map.width : map.height;
  for (let at = 0; at < length; at += 1)
    if (cellAt(map, axis, edge - 1, at) === cellAt(map, axis, edge, at)) return true;
  return false;
}

/** Whether a row or column is one of headers. */
function isHeader({ map, table }: TableRect, axis: Axis, line: number): boolean {
  const length = axis === 'row' ? map.width : map.height;
  for (let at = 0; at < length; at += 1)
    if (table.nodeAt(cellAt(map, axis, line, at) ?? 0)?.type.name !== 'tableHeader') return false;
  return true;
}

const rectOf = (editor: Editor): TableRect | null =>
  isInTable(editor.state) ? selectedRect(editor.state) : null;

/** Whether the chosen rows or columns can change places with the one before or after: headers stay where they are. */
export function canMoveCells(editor: Editor, axis: Axis, step: -1 | 1): boolean {
  const rect = rectOf(editor);
  if (!rect) return false;
  const { from, to, count } = rangeOf(rect, axis);
  const other = step < 0 ? from - 1 : to;
  if (other < 0 || other >= count) return false;
  if (isHeader(rect, axis, other) !== isHeader(rect, axis, from)) return false;
  return ![from, to, other, other + 1].some((edge) => isCrossed(rect, axis, edge));
}

const isInRow = ({ map }: TableRect, row: number, position: number): boolean =>
  map.findCell(position).top === row;

/** The cells of a row within columns, each with where it is in the table; without those that begin further up. */
function cellsOf(rect: TableRect, row: number, from: number, to: number): { node: Node; at: number }[] {
  const found = new Set<number>();
  for (let column = from; column < to; column += 1) {
    const at = cellAt(rect.map, 'row', row, column);
    if (at !== undefined && isInRow(rect, row, at)) found.add(at);
  }
  return [...found].flatMap((at) => {
    const node = rect.table.nodeAt(at);
    return node ? [{ node, at }] : [];
  });
}

/** Exchanges the chosen rows or columns with the one before or after; the cursor goes along. @returns whether it could */
export function moveCells(editor: Editor, axis: Axis, step: -1 | 1): boolean {
  const rect = rectOf(editor);
  if (!rect || !canMoveCells(editor, axis, step)) return false;
  const { from, to } = rangeOf(rect, axis);
  const other = step < 0 ? from - 1 : to;
  const { tr } = editor.state;
  const start = rect.tableStart;
  // What is on the other side moves, so that the selection stays in what is chosen.
  const move = (position: number, nodes: readonly Node[], target: number) => {
    const size = nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    tr.delete(tr.mapping.map(position), tr.mapping.map(position) + size);
    tr.insert(tr.mapping.map(target, step < 0 ? 1 : -1), Fragment.from([...nodes]));
  };
  if (axis === 'row') {
    const rowStart = (row: number) => {
      let position = start;
      for (let at = 0; at < row; at += 1) position += rect.table.child(at).nodeSize;
      return position;
    };
    move(rowStart(other), [rect.table.child(other)], rowStart(step < 0 ? to : from));
  } else {
    for (let row = rect.map.height - 1; row >= 0; row -= 1) {
      const cells = cellsOf(rect, row, other, other + 1);
      const [first] = cells;
      if (!first) continue;
      const target = rect.map.positionAt(row, step < 0 ? to : from, rect.table);
      const nodes = cells.map(({ node }) => node);
      move(start + first.at, nodes, start + target);
    }
  }
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

export function canDuplicateCells(editor: Editor, axis: Axis): boolean {
  const rect = rectOf(editor);
  if (!rect) return false;
  const { from, to } = rangeOf(rect, axis);
  return !isCrossed(rect, axis, from) && !isCrossed(rect, axis, to);
}

/** Puts the same rows or columns behind those that are chosen; of a header row, one that is none. */
export function duplicateCells(editor: Editor, axis: Axis): void {
  const rect = rectOf(editor);
  const { tableCell } = editor.schema.nodes;
  if (!rect || !tableCell || !canDuplicateCells(editor, axis)) return;
  const { tr } = editor.state;
  const { from, to } = rangeOf(rect, axis);
  if (axis === 'row') {
    let position = rect.tableStart;
    const copies: Node[] = [];
    for (let row = 0; row < to; row += 1) {
      const node = rect.table.child(row);
      position += node.nodeSize;
      const cells = node.children.map((cell) =>
        isHeader(rect, 'row', row) ? tableCell.create(cell.attrs, cell.content) : cell,
      );
      if (row >= from) copies.push(node.copy(Fragment.from(cells)));
    }
    tr.insert(position, copies);
  } else
    for (let row = rect.map.height - 1; row >= 0; row -= 1) {
      const nodes = cellsOf(rect, row, from, to).map(({ node }) => node);
      tr.insert(rect.tableStart + rect.map.positionAt(row, to, rect.table), nodes);
    }
  editor.view.dispatch(tr.scrollIntoView());
}

/** The rows that a sort takes: those below the headers at the top. */
function firstSortedRow(rect: TableRect): number {
  let row = 0;
  while (row < rect.map.height && isHeader(rect, 'row', row)) row += 1;
  return row < rect.map.height ? row : 0;
}

export function canSortRows(editor: Editor): boolean {
  const rect = rectOf(editor);
  if (!rect) return false;
  const first = firstSortedRow(rect);
  for (let row = first; row < rect.map.height; row += 1) if (isCrossed(rect, 'row', row)) return false;
  return rect.map.height - first > 1;
}

/** What a cell is sorted by: its text, with the day of a date and the name of a person. */
const textOf = (cell: Node | null): string =>
  cell
    ?.textBetween(0, cell.content.size, ' ', ({ attrs }) => String(attrs.date ?? attrs.label ?? ' '))
    .trim() ?? '';

const numberOf = (text: string): number =>
  /^[+-]?[\d\s,]*\.?\d+\s?%?$/.test(text) ? Number(text.replace(/[\s,%]/g, '')) : Number.NaN;

/** Sorts the rows below the header by the column at the cursor; cells without a text come last. */
export function sortRows(editor: Editor, direction: 1 | -1, locale: string): void {
  const rect = rectOf(editor);
  if (!rect || !canSortRows(editor)) return;
  const first = firstSortedRow(rect);
  const rows = Array.from({ length: rect.map.height - first }, (_, at) => {
    const cell = cellAt(rect.map, 'row', first + at, rect.left);
    const text = textOf(cell === undefined ? null : rect.table.nodeAt(cell));
    return { node: rect.table.child(first + at), at: first + at, text, number: numberOf(text) };
  });
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const isNumeric = rows.every(({ text, number }) => text === '' || !Number.isNaN(number));
  const sorted = rows.toSorted((a, b) => {
    if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
    return direction * (isNumeric ? a.number - b.number : compare(a.text, b.text));
  });
  const { tr } = editor.state;
  const behind = rect.tableStart + rect.table.content.size;
  const begin = behind - rows.reduce((sum, { node }) => sum + node.nodeSize, 0);
  tr.replaceWith(
    begin,
    behind,
    sorted.map(({ node }) => node),
  );
  // The cursor stays in its column, in the first row.
  const table = tr.doc.nodeAt(rect.tableStart - 1);
  const row = table?.maybeChild(first);
  if (row) {
    const cells = row.children.slice(0, rect.left).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    tr.setSelection(TextSelection.near(tr.doc.resolve(begin + 1 + cells + 1)));
  }
  editor.view.dispatch(tr.scrollIntoView());
}

/** How the chosen columns are aligned: as their first cell is. */
export function columnAlign(editor: Editor): unknown {
  const rect = rectOf(editor);
  return rect?.table.nodeAt(cellAt(rect.map, 'row', 0, rect.left) ?? 0)?.attrs.align ?? null;
}

/** Aligns all cells of the chosen columns. */
export function alignColumn(editor: Editor, align: 'left' | 'center' | 'right' | null): void {
  const rect = rectOf(editor);
  if (!rect) return;
  const { tr } = editor.state;
  for (const at of rect.map.cellsInRect({ ...rect, top: 0, bottom: rect.map.height }))
    tr.setNodeAttribute(rect.tableStart + at, 'align', align);
  editor.view.dispatch(tr);
}
