import { type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { OwnCell } from '../changes/own-cells.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';

/** Cells of the row that two people wrote: those whose value was replaced here, or those that others wrote after. */
type Conflict =
  | { kind: 'replaced'; rowId: string; names: readonly string[] }
  | { kind: 'overwritten'; rowId: string; row: Row; cells: readonly OwnCell[] };

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
  const labelOf = (name: string | undefined) =>
    columns.find((column) => column.name === name)?.label ?? name ?? '';
  const putBack = ({ row: before, cells }: Extract<Conflict, { kind: 'overwritten' }>) => {
    setConflict(null);
    void changes.write(cells.map(({ name, value }) => ({ row: before, name, value })));
  };
  const textOf = (one: Conflict) => {
    if (one.kind === 'replaced')
      return (
        <FormattedMessage id="table.cell_replaced" values={{ label: one.names.map(labelOf).join(', ') }} />
      );
    const [first, ...others] = one.cells;
    // The row says who wrote last, which may have been another cell.
    const who = one.row.updated_by.id === viewerId ? '' : one.row.updated_by.name;
    return (
      <>
        <FormattedMessage
          id="table.cell_overwritten"
          values={{ label: labelOf(first?.name), who: who || 'none', count: others.length }}
        />{' '}
        <Button size="small" onClick={() => putBack(one)}>
          <FormattedMessage id="table.put_mine_back" />
        </Button>
      </>
    );
  };
  return {
    notice: conflict?.rowId === row?.id && conflict && <Notice tone="warning">{textOf(conflict)}</Notice>,
    showReplaced: (names) =>
      setConflict((before) => {
        if (row && names.length > 0) return { kind: 'replaced', rowId: row.id, names };
        return before?.kind === 'replaced' ? null : before;
      }),
  };
}
