import { useToast } from '#components/ui/Toaster.tsx';
import type { BulkChange } from '#lib/contract/bulk-change.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { noteBulk } from './changes/bulk-acts.tsx';
import type { UndoControl } from './changes/use-undo-stack.ts';
import { DeleteAll } from './DeleteAll.tsx';
import { EditAll } from './EditAll.tsx';
import type { BulkDialog } from './table-dialog.ts';

type BulkDialogsProps = {
  itemId: string;
  columns: readonly WireColumn[];
  acts: UndoControl;
  shown: BulkDialog;
  onClose: () => void;
};

/** Changes or deletes all rows of a list, and remembers that to be undone. */
export function BulkDialogs({ itemId, columns, acts, shown, onClose }: BulkDialogsProps) {
  const toast = useToast();
  const { rows } = shown;
  const dialog = {
    ...{ itemId, onClose, query: rows.query },
    onMade: (made: BulkChange) => {
      onClose();
      shown.onMade();
      noteBulk({ itemId, acts, toast, refresh: () => void rows.refresh() }, made);
    },
  };
  return shown.dialog === 'edit all' ? <EditAll {...dialog} columns={columns} /> : <DeleteAll {...dialog} />;
}
