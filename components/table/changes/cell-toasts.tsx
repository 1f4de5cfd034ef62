import { FormattedMessage } from 'react-intl';
import type { Toast } from '#components/ui/Toaster.tsx';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { OwnCell } from './own-cells.ts';

type Overwritten = { row: Row; cell: OwnCell };
type OverwrittenCells = {
  first: Overwritten;
  others: readonly Overwritten[];
  columns: readonly WireColumn[];
  viewerId: string;
  putBack: () => void;
};

/** Says that others overwrote cells, and offers to put one's own values back. */
export function overwrittenToast({ first, others, columns, viewerId, putBack }: OverwrittenCells): Toast {
  const { updated_by: by } = first.row;
  // The row says who wrote last, which may have been another cell.
  const who = by.id !== viewerId ? by.name : '';
  const label = columns.find(({ name }) => name === first.cell.name)?.label ?? '';
  return {
    tone: 'warning',
    text: (
      <FormattedMessage
        id="table.cell_overwritten"
        values={{ label, who: who || 'none', count: others.length }}
      />
    ),
    action: { label: <FormattedMessage id="table.put_mine_back" />, onSelect: putBack },
  };
}

/** Says that what was written here replaced what somebody else had written meanwhile. */
export const replacedToast = (label: string): Toast => ({
  tone: 'info',
  text: <FormattedMessage id="table.cell_replaced" values={{ label }} />,
});

/** Says that the row of a written cell is not there any more. */
export const goneToast = (): Toast => ({ tone: 'warning', text: <FormattedMessage id="table.row_gone" /> });
