import { FormattedMessage, useIntl } from 'react-intl';
import { Confirm } from '#components/ui/Confirm.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useIsOpen } from '#components/ui/use-is-open.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { deleteColumnWithUndo } from '../changes/delete-column.tsx';
import type { TableChanges } from '../changes/use-table-changes.tsx';

type DeleteColumnProps = {
  itemId: string;
  column: WireColumn;
  changes: Pick<TableChanges, 'undoControl' | 'actionQueue'>;
  reload: () => Promise<void>;
  onClose: () => void;
};

/** Confirms that a column is deleted, which is done after the actions that wait: not where the dialog is closed by then. */
export function DeleteColumn({ itemId, column, changes, reload, onClose }: DeleteColumnProps) {
  const intl = useIntl();
  const toast = useToast();
  const isOpen = useIsOpen();
  const { undoControl, actionQueue } = changes;
  return (
    <Confirm
      danger
      title={<FormattedMessage id="table.delete_column_title" values={{ label: column.label }} />}
      text={<FormattedMessage id="table.delete_column_text" />}
      submit={<FormattedMessage id="table.delete_column" />}
      onClose={onClose}
      onConfirm={() =>
        actionQueue.queue(async () => {
          if (!isOpen.current) return;
          const undoLabel = intl.formatMessage({ id: 'item.undo' });
          await deleteColumnWithUndo({ itemId, undoControl, toast, undoLabel, reload }, column);
          onClose();
          await reload();
        })
      }
    />
  );
}
