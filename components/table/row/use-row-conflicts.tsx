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
  | { kind: 'replaced'; names: readonly string[] }
  | { kind: 'overwritten'; row: Row; cells: readonly OwnCell[] };

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
    if (found.length > 0) setConflict({ kind: 'overwritten', row, cells: found.map(({ cell }) => cell) });
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
    notice: conflict && <Notice tone="warning">{textOf(conflict)}</Notice>,
    showReplaced: (names) => setConflict(names.length > 0 ? { kind: 'replaced', names } : null),
  };
}
