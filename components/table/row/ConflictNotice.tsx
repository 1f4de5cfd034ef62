import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { OwnCell } from '../changes/own-cells.ts';

type OverwrittenCells = { kind: 'overwritten'; rowId: string; row: Row; cells: readonly OwnCell[] };

/** Cells of the row that two people wrote: those whose value was replaced here, or those that others wrote after. */
export type Conflict = { kind: 'replaced'; rowId: string; names: readonly string[] } | OverwrittenCells;

type ConflictNoticeProps = {
  conflict: Conflict;
  columns: readonly WireColumn[];
  viewerId: string;
  onPutBack: (overwritten: OverwrittenCells) => void;
};

/** Says which cells two people wrote, and offers to put one's own values back. */
export function ConflictNotice({ conflict, columns, viewerId, onPutBack }: ConflictNoticeProps) {
  const labelOf = (name: string | undefined) =>
    columns.find((column) => column.name === name)?.label ?? name ?? '';
  if (conflict.kind === 'replaced')
    return (
      <Notice tone="warning">
        <FormattedMessage
          id="table.cell_replaced"
          values={{ label: conflict.names.map(labelOf).join(', ') }}
        />
      </Notice>
    );
  const [first, ...others] = conflict.cells;
  // The row says who wrote last, which may have been another cell.
  const who = conflict.row.updated_by.id === viewerId ? '' : conflict.row.updated_by.name;
  return (
    <Notice tone="warning">
      <FormattedMessage
        id="table.cell_overwritten"
        values={{ label: labelOf(first?.name), who: who || 'none', count: others.length }}
      />{' '}
      <Button size="small" onClick={() => onPutBack(conflict)}>
        <FormattedMessage id="table.put_mine_back" />
      </Button>
    </Notice>
  );
}
