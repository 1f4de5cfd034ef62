import { type ReactNode, useEffect, useState } from 'react';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { OwnCell } from '../changes/own-cells.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { Conflict } from './ConflictNotice.tsx';

const ConflictNotice = lazyComponent(() =>
  import('./ConflictNotice.tsx').then((file) => file.ConflictNotice),
);

/** Cells of a row that others wrote, with those of it that were shown before: of each cell the newest. */
function overwritten(before: Conflict | null, row: Row, cells: readonly OwnCell[]): Conflict {
  const known = before?.kind === 'overwritten' && before.rowId === row.id ? before.cells : [];
  const others = known.filter(({ name }) => !cells.some((cell) => cell.name === name));
  return { kind: 'overwritten', rowId: row.id, row, cells: [...cells, ...others] };
}

/**
 * Tells on a row's page that two people wrote the same cell; within the page, since on a phone it covers the toasts.
 * @returns the notice, and what was replaced by saving the row
 */
export function useRowConflicts(
  changes: { cells: Pick<TableChanges['cells'], 'ownCells'>; write: TableChanges['write'] },
  columns: readonly WireColumn[],
  row: Row | null,
): { notice: ReactNode; showReplaced: (names: readonly string[]) => void } {
  const viewerId = useShell().viewer?.id ?? '';
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { ownCells } = changes.cells;
  useEffect(() => {
    if (!row) return;
    const found = ownCells.overwritten([row]);
    if (found.length > 0)
      setConflict((before) =>
        overwritten(
          before,
          row,
          found.map(({ cell }) => cell),
        ),
      );
  }, [ownCells, row]);
  const putBack = ({ row: before, cells }: Extract<Conflict, { kind: 'overwritten' }>) => {
    setConflict(null);
    void changes.write(cells.map(({ name, value }) => ({ row: before, name, value })));
  };
  return {
    notice: conflict?.rowId === row?.id && conflict && (
      <ConflictNotice {...{ conflict, columns, viewerId }} onPutBack={putBack} />
    ),
    showReplaced: (names) =>
      setConflict((before) => {
        if (row && names.length > 0) return { kind: 'replaced', rowId: row.id, names };
        return before?.kind === 'replaced' ? null : before;
      }),
  };
}
