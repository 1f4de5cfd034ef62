import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled, { createGlobalStyle } from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';
import { type CellPlace, isOneCell } from '../cells/selection.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import { retainRow } from '../rows/retained-row.ts';
import { indexOfRow, type RowWindow } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import type { GridSelection } from './use-grid-selection.ts';

/** Below the grid, and at the bottom of the window where that is further down. */
const Left = styled.p`
  position: sticky;
  bottom: ${space(2)};
  width: fit-content;
  margin: 0;
  border-radius: ${radius('control')};
  background: ${color('warningTint')};
  font-size: 13px;

  &:not(:empty) {
    margin-top: ${space(2)};
    padding: ${space(1)} ${space(3)};
  }
`;

const LeftRow = createGlobalStyle<{ id: string }>`
  [role='grid'] .line[id='row-${({ id }) => id}'] .cell.cell {
    background: ${color('warningTint')};
  }
`;

/**
 * A row that is edited stays in its place until the focus leaves it, also where it is no part of the view any more.
 * @returns the id of one that is none
 */
function useRetainedRow(
  store: TableControl['store'],
  { cells: { whenWritten }, actionQueue }: Pick<TableChanges, 'cells' | 'actionQueue'>,
  editedId: string | null,
): string | null {
  const [leftId, setLeftId] = useState<string | null>(null);
  const [id, setId] = useState<string | null>(null);
  if (editedId !== null && editedId !== id) setId(editedId);
  const isEdited = editedId !== null;
  const latest = useRef({ isEdited, whenWritten, actionQueue });
  useEffect(() => {
    latest.current = { isEdited, whenWritten, actionQueue };
  });
  useEffect(() => {
    if (id === null || isEdited) return;
    const leave = ({ target }: { target: unknown }) => {
      const line = document.getElementById(`row-${id}`);
      if (!(target instanceof Node && line?.contains(target))) setId(null);
    };
    leave({ target: document.activeElement });
    addEventListener('focusin', leave);
    addEventListener('pointerdown', leave);
    return () => {
      removeEventListener('focusin', leave);
      removeEventListener('pointerdown', leave);
    };
  }, [id, isEdited]);
  useEffect(() => {
    if (id === null) return;
    const isStillEdited = () => latest.current.isEdited;
    const { adjust, isLeft } = retainRow(store.state().window, id, isStillEdited, (isNow) =>
      setLeftId(isNow ? id : null),
    );
    store.adjustBy(adjust);
    return () => {
      store.adjustBy(null);
      setLeftId(null);
      // As it was stored, the row may be part of the view again.
      if (!isLeft()) return;
      // What was typed last may wait for other actions.
      const { whenWritten, actionQueue } = latest.current;
      actionQueue.run(async () => void whenWritten().then(() => store.refresh()));
    };
  }, [store, id]);
  return leftId;
}

/** The selected cells are those of their row, where rows above it come or go. */
function useFollowedRow(known: RowWindow, { selection, mark, isActive, requestFocus }: GridSelection): void {
  const { row } = selection.focus;
  const id = known.rows.get(row)?.id;
  const last = useRef({ known, id, row });
  // Once the grid has the rows: it would give the focus to the former cell.
  useEffect(() => {
    const before = last.current;
    last.current = { known, id, row };
    if (before.known === known || before.row !== row || before.id === undefined || before.id === id) return;
    const at = indexOfRow(known, before.id);
    // From the first row on they are a whole column, or all cells.
    if (at < 0 || (!isOneCell(selection) && Math.min(selection.anchor.row, row) === 0)) return;
    const shifted = (cell: CellPlace) => ({ ...cell, row: cell.row + at - row });
    // The cell may be removed that had the focus.
    const { activeElement, body } = document;
    if (isActive && (activeElement === body || activeElement?.hasAttribute('data-cell'))) requestFocus();
    mark({ anchor: shifted(selection.anchor), focus: shifted(selection.focus) });
  });
}

type RowInPlaceProps = {
  table: Pick<TableControl, 'store' | 'window'>;
  changes: TableChanges;
  editedId: string | null;
  selection: GridSelection;
};

/** Leaves the row in its place that somebody is at, while others change the rows around it; says where it is no part of the view any more. */
export function RowInPlace({ table, changes, editedId, selection }: RowInPlaceProps) {
  const leftId = useRetainedRow(table.store, changes, editedId);
  useFollowedRow(table.window, selection);
  return (
    <>
      <Left role="status">{leftId !== null && <FormattedMessage id="table.row_left" />}</Left>
      {leftId !== null && <LeftRow id={leftId} />}
    </>
  );
}
