import { FormattedMessage } from 'react-intl';
import { useToast } from '#components/ui/Toaster.tsx';
import { useIsOpen } from '#components/ui/use-is-open.ts';
import type { BulkChange } from '#lib/contract/bulk-change.ts';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { BulkDialog, EditRowsDialog } from './changes/bulk-dialog.ts';
import { noteBulk } from './changes/bulk-undo.tsx';
import type { ActionQueue } from './changes/use-action-queue.ts';
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
  /** Rows as the actions before have left them. */
  rowsNow: (rows: readonly Row[]) => Row[];
  actionQueue: ActionQueue;
  shown: BulkDialog | EditRowsDialog;
  onClose: () => void;
};

/** Changes the selected rows, or changes or deletes all rows of a list, and remembers that to be undone. */
export function BulkDialogs(props: BulkDialogsProps) {
  const { itemId, columns, undoControl, write, rowsNow, actionQueue, shown, onClose } = props;
  const toast = useToast();
  const isOpen = useIsOpen();
  if (shown.dialog === 'edit rows') {
    const setNow = async (name: string, value: unknown) => {
      const { cells, refused } = await write(rowsNow(shown.rows).map((row) => ({ row, name, value })));
      const [problem] = refused;
      if (problem) toast({ tone: 'error', text: problem.message });
      else toast({ text: <FormattedMessage id="table.bulk_changed" values={{ count: cells.length }} /> });
    };
    const set = (name: string, value: unknown) => {
      onClose();
      shown.onMade();
      actionQueue.run(() => setNow(name, value));
    };
    const direct = { count: shown.rows.length, set };
    return <EditAll {...{ itemId, onClose, columns, direct }} query={ANY} onMade={onClose} />;
  }
  const { rows } = shown;
  const dialog = {
    ...{ itemId, onClose, query: rows.query, whenIdle: actionQueue.whenIdle },
    onMade: (made: BulkChange) => {
      // Closed since the request was sent, it was made all the same.
      if (isOpen.current) shown.onMade();
      onClose();
      noteBulk({ itemId, undoControl, toast, refresh: () => void rows.refresh() }, made);
    },
  };
  return shown.dialog === 'edit all' ? <EditAll {...dialog} columns={columns} /> : <DeleteAll {...dialog} />;
}
