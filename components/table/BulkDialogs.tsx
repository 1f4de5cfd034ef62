import { FormattedMessage } from 'react-intl';
import { useToast } from '#components/ui/Toaster.tsx';
import type { BulkChange } from '#lib/contract/bulk-change.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { BulkDialog, EditRowsDialog } from './changes/bulk-dialog.ts';
import { noteBulk } from './changes/bulk-undo.tsx';
import type { TableChanges } from './changes/use-table-changes.tsx';
import type { UndoControl } from './changes/use-undo-stack.ts';
import { DeleteAll } from './DeleteAll.tsx';
import { EditAll } from './EditAll.tsx';
import { ANY } from './rows/row-queries.ts';

type BulkDialogsProps = {
  itemId: string;
  columns: readonly WireColumn[];
  undoControl: UndoControl;
  write: TableChanges['write'];
  shown: BulkDialog | EditRowsDialog;
  onClose: () => void;
};

/** Changes the selected rows, or changes or deletes all rows of a list, and remembers that to be undone. */
export function BulkDialogs({ itemId, columns, undoControl, write, shown, onClose }: BulkDialogsProps) {
  const toast = useToast();
  if (shown.dialog === 'edit rows') {
    const set = async (name: string, value: unknown) => {
      onClose();
      shown.onMade();
      const { cells, refused } = await write(shown.rows.map((row) => ({ row, name, value })));
      const [problem] = refused;
      if (problem) toast({ tone: 'error', text: problem.message });
      else toast({ text: <FormattedMessage id="table.bulk_changed" values={{ count: cells.length }} /> });
    };
    const direct = { count: shown.rows.length, set };
    return <EditAll {...{ itemId, onClose, columns, direct }} query={ANY} onMade={onClose} />;
  }
  const { rows } = shown;
  const dialog = {
    ...{ itemId, onClose, query: rows.query },
    onMade: (made: BulkChange) => {
      onClose();
      shown.onMade();
      noteBulk({ itemId, undoControl, toast, refresh: () => void rows.refresh() }, made);
    },
  };
  return shown.dialog === 'edit all' ? <EditAll {...dialog} columns={columns} /> : <DeleteAll {...dialog} />;
}
