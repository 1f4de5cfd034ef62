import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import type { Toast } from '#components/ui/Toaster.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { deleteColumn } from '#services/table.ts';
import { addColumnsAgain } from './add-columns.tsx';
import type { AddedColumn } from './undo-stack.ts';
import { withoutColumnDeletion } from './undone-steps.ts';
import type { UndoControl } from './use-undo-stack.ts';

type Target = {
  itemId: string;
  undoControl: UndoControl;
  toast: (toast: Toast) => void;
  /** The text of the button that undoes it. */
  undoLabel: string;
  /** Shows the table as it is now. */
  reload: () => Promise<void>;
};

/** Deletes a column with what rows have in it, which can be undone: by a toast, and like other changes. @throws the client's error */
export async function deleteColumnWithUndo(
  { itemId, undoControl, toast, undoLabel, reload }: Target,
  { id, name, label, type }: WireColumn,
): Promise<void> {
  await deleteColumn(itemId, { id });
  const column: AddedColumn = { id, name, label, type, isFilled: true };
  undoControl.note({ kind: 'columns deleted', columns: [column] });
  const undo = async () => {
    try {
      await addColumnsAgain({ itemId, toast }, [column]);
      undoControl.save(withoutColumnDeletion(undoControl.read(), column));
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    await reload();
  };
  toast({
    text: <FormattedMessage id="table.column_deleted" values={{ label }} />,
    action: { label: undoLabel, onSelect: () => void undoControl.queue(undo) },
  });
}
