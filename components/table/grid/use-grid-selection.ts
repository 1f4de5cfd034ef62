import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type CellPlace,
  type GridBounds,
  rangeOf,
  type Selection,
  selectCell,
  withinGrid,
} from '../cells/selection.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { elementOfCell } from './grid-cell.ts';
import type { GridScroll } from './use-grid-scroll.ts';

type Options = {
  root: RefObject<HTMLDivElement | null>;
  columns: readonly GridColumn[];
  bounds: GridBounds;
  /** Another search or order is another list. */
  list: unknown;
  isEditing: boolean;
  scroll: Pick<GridScroll, 'reveal' | 'scrollTo'>;
};

/** Which cells of a grid are selected, and which of them has the focus. */
export function useGridSelection({ root, columns, bounds, list, isEditing, scroll }: Options) {
  const { reveal, scrollTo } = scroll;
  const [selection, setSelection] = useState<Selection>(() => selectCell({ row: 0, column: 0 }));
  /** Whether the focus is in the grid, or was put there by an action. */
  const [isActive, setIsActive] = useState(false);
  /** The selected cell takes the focus as soon as it is rendered. */
  const takesFocus = useRef(false);
  const focus = withinGrid(selection.focus, bounds);
  const range = rangeOf({ anchor: withinGrid(selection.anchor, bounds), focus });

  const requestFocus = useCallback(() => {
    takesFocus.current = true;
  }, []);
  const activate = useCallback(() => setIsActive(true), []);
  const select = (next: Selection) => {
    setSelection(next);
    setIsActive(true);
    requestFocus();
    reveal(next.focus.row, next.focus.column, columns[next.focus.column]?.isFrozen === true);
  };
  /** The focus came into the grid: at a cell, or (null) at something else of it. */
  const enter = (place: CellPlace | null) => {
    setIsActive(true);
    if (!place || takesFocus.current) return;
    if (place.row !== focus.row || place.column !== focus.column) setSelection(selectCell(place));
  };

  // The rows of another search or order begin at their first one.
  const [shownList, setShownList] = useState(list);
  useEffect(() => {
    if (shownList === list) return;
    setShownList(list);
    setSelection(selectCell({ row: 0, column: 0 }));
    scrollTo(0);
  }, [shownList, list, scrollTo]);

  useLayoutEffect(() => {
    if (!takesFocus.current || isEditing) return;
    const cell = elementOfCell(root.current, focus);
    if (!cell) return;
    takesFocus.current = false;
    if (document.activeElement !== cell) cell.focus({ preventScroll: true });
  });

  return {
    selection,
    focus,
    range,
    isActive,
    /** Selects cells and moves the focus there, scrolling as little as is needed. */
    select,
    /** Selects cells, and leaves the focus and the scrolling as they are. */
    mark: setSelection,
    enter,
    activate,
    requestFocus,
  };
}

export type GridSelection = ReturnType<typeof useGridSelection>;
