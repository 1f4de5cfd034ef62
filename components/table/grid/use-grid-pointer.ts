import {
  type FocusEvent,
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { menuPlace } from '../cells/menu-place.ts';
import {
  type CellPlace,
  type GridBounds,
  type Range,
  type Selection,
  selectCell,
  wholeColumn,
  wholeGrid,
  wholeRow,
  withinGrid,
} from '../cells/selection.ts';
import { draggedFill } from '../clipboard/dragged-fill.ts';
import type { Clipboard } from '../clipboard/use-clipboard.tsx';
import type { GridActions } from './grid-actions.ts';
import { cellAt } from './grid-cell.ts';
import type { CellEditing } from './use-cell-editing.ts';
import { useEdgeScroll } from './use-edge-scroll.ts';
import type { GridSelection } from './use-grid-selection.ts';

type Drag = { kind: 'select' } | { kind: 'column' } | { kind: 'fill'; source: Range; at: CellPlace } | null;

/** The events after a drag: also one of a header. */
const RELEASES = ['mouseup', 'dragend'] as const;

type Options = {
  root: RefObject<HTMLDivElement | null>;
  bounds: GridBounds;
  selection: GridSelection;
  editing: CellEditing;
  clipboard: Pick<Clipboard, 'fill'>;
  actions: GridActions;
};

/** The selection of a range that grew out of a source: its focus is where it grew to. */
function filledSelection(source: Range, { top, bottom, left, right }: Range): Selection {
  const first = { row: top, column: left };
  const last = { row: bottom, column: right };
  return top < source.top || left < source.left
    ? { anchor: last, focus: first }
    : { anchor: first, focus: last };
}

/** What the pointer does in a grid: selecting and filling by drag, editing, opening and menus. */
export function useGridPointer({ root, bounds, selection, editing, clipboard, actions }: Options) {
  const { range, select, mark } = selection;
  const { anchor } = selection.selection;
  const { columns, rowAt } = actions;
  const drag = useRef<Drag>(null);

  const extended = (next: Selection, { shiftKey }: ReactMouseEvent): Selection =>
    shiftKey ? { anchor: { ...next.anchor, row: anchor.row }, focus: next.focus } : next;

  /** @returns whether an element is the handle to fill cells beside */
  const beginsFill = (target: EventTarget): boolean => {
    if (!(target instanceof Element) || !target.closest('[data-fill]')) return false;
    drag.current = { kind: 'fill', source: range, at: { row: range.bottom, column: range.right } };
    edge.begin();
    return true;
  };
  // A finger that is dragged is no mouse.
  const onPointerDown = ({ pointerType, target }: ReactPointerEvent) => {
    if (pointerType === 'touch') beginsFill(target);
  };

  const onMouseDown = (event: ReactMouseEvent) => {
    const place = cellAt(event.target);
    if (!place || event.button !== 0) return;
    const { target } = event;
    if (target instanceof Element && target.closest('button, a, .resize')) return;
    if (beginsFill(target)) return event.preventDefault();
    // A header is dragged to another place, and takes the focus.
    if (place.row < 0 && place.column >= 0) {
      drag.current = { kind: 'column' };
      return mark(wholeColumn(place.column, bounds));
    }
    event.preventDefault();
    // The focus does not leave the editor by itself where a click only selects.
    if (editing.edited) editing.leaveNow();
    if (place.row < 0 && place.column < 0 && actions.all) return actions.all.clear();
    if (place.column < 0)
      return select(place.row < 0 ? wholeGrid(bounds) : extended(wholeRow(place.row, bounds), event));
    drag.current = { kind: 'select' };
    edge.begin();
    select(event.shiftKey ? { anchor, focus: place } : selectCell(place));
  };

  const dragTo = (place: CellPlace) => {
    if (!drag.current || drag.current.kind === 'column' || place.row < 0 || place.column < 0) return;
    if (drag.current.kind === 'select') return select({ anchor, focus: place });
    const { source } = drag.current;
    drag.current.at = place;
    select(filledSelection(source, draggedFill(source, place)));
  };
  const onMouseMove = (event: ReactMouseEvent) => {
    const place = drag.current && cellAt(event.target);
    if (place) dragTo(place);
  };
  const edge = useEdgeScroll(root, (rows, beside) => {
    const { row, column } = drag.current?.kind === 'fill' ? drag.current.at : selection.focus;
    const next = withinGrid({ row: Math.max(0, row + rows), column: Math.max(0, column + beside) }, bounds);
    if (next.row !== row || next.column !== column) dragTo(next);
  });

  useEffect(() => {
    const finish = () => {
      const dragged = drag.current;
      drag.current = null;
      edge.end();
      if (dragged?.kind === 'fill') clipboard.fill(dragged.source, range, { isSeries: true });
    };
    for (const type of RELEASES) window.addEventListener(type, finish);
    return () => {
      for (const type of RELEASES) window.removeEventListener(type, finish);
    };
  });

  const onClick = (event: ReactMouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const opener = event.target.closest('[data-open], [data-menu]');
    const id = opener?.getAttribute('data-open') ?? opener?.getAttribute('data-menu');
    const row = id ? rowAt(actions.indexOf(id)) : null;
    if (!opener || !row) return;
    if (opener.hasAttribute('data-open')) actions.onOpenRow(row);
    else actions.onRowMenu(row, menuPlace(opener));
  };

  const onDoubleClick = (event: ReactMouseEvent) => {
    const place = cellAt(event.target);
    if (place && place.row >= 0 && place.column >= 0) editing.begin(place);
  };

  const onContextMenu = (event: ReactMouseEvent) => {
    const place = cellAt(event.target);
    if (!place || editing.edited) return;
    const at = { x: event.clientX, y: event.clientY };
    const column = columns[place.column];
    const row = rowAt(place.row);
    if (place.row < 0 && column) actions.onColumnMenu(column, at);
    else if (row && actions.mayChange) {
      if (place.row < range.top || place.row > range.bottom) select(selectCell(place));
      actions.onRowMenu(row, at);
    } else return;
    event.preventDefault();
  };

  const onFocus = ({ target }: FocusEvent) => {
    const isCell = target.hasAttribute('data-cell') && !drag.current;
    selection.enter(isCell ? cellAt(target) : null);
  };

  return { onPointerDown, onMouseDown, onMouseMove, onClick, onDoubleClick, onContextMenu, onFocus };
}
