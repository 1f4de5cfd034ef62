import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { PanelTabs } from '#components/ui/PanelTabs.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { UndoControl } from '../changes/use-undo-stack.ts';
import { BulkChangeList } from './BulkChangeList.tsx';
import { DeletedColumnList } from './DeletedColumnList.tsx';
import { DeletedRowList } from './DeletedRowList.tsx';
import { useDeletedRows } from './use-deleted-rows.ts';

const TABS = [
  { key: 'rows', label: <FormattedMessage id="table.deleted_rows" /> },
  { key: 'columns', label: <FormattedMessage id="table.deleted_columns" /> },
  { key: 'changes', label: <FormattedMessage id="table.bulk_changes" /> },
] as const;
type Tab = (typeof TABS)[number]['key'];

type DeletedRowsProps = {
  itemId: string;
  columns: readonly WireColumn[];
  undoControl: UndoControl;
  /** Shows the rows as they are now. */
  onRestored: () => void;
  onClose: () => void;
};

/** What can be taken back in a table for 30 days: deleted rows, one or many of them, deleted columns, and changes of many rows. */
export function DeletedRows({ itemId, columns, undoControl, onRestored, onClose }: DeletedRowsProps) {
  const intl = useIntl();
  const [tab, setTab] = useState<Tab>('rows');
  const deleted = useDeletedRows(itemId, onRestored);
  const { chosen } = deleted;
  return (
    <Modal
      open
      steady
      width={640}
      onClose={onClose}
      title={<FormattedMessage id="table.take_back" />}
      footer={
        <>
          <Button variant={chosen.size > 0 ? 'plain' : 'primary'} onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
          {tab === 'rows' && chosen.size > 0 && (
            <Button
              variant="primary"
              busy={deleted.isRestoring}
              onClick={() => void deleted.restore([...chosen])}
            >
              <FormattedMessage id="table.restore_chosen" values={{ count: chosen.size }} />
            </Button>
          )}
        </>
      }
    >
      <PanelTabs
        label={intl.formatMessage({ id: 'table.take_back' })}
        tabs={TABS}
        current={tab}
        onSelect={setTab}
      >
        {tab === 'rows' && <DeletedRowList columns={columns} deleted={deleted} />}
        {tab === 'columns' && (
          <DeletedColumnList itemId={itemId} undoControl={undoControl} onRestored={onRestored} />
        )}
        {tab === 'changes' && (
          <BulkChangeList itemId={itemId} undoControl={undoControl} onUndone={onRestored} />
        )}
      </PanelTabs>
    </Modal>
  );
}
