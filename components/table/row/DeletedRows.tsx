import { type KeyboardEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { color, space } from '#styles/tokens.ts';
import type { UndoControl } from '../changes/use-undo-stack.ts';
import { BulkChangeList } from './BulkChangeList.tsx';
import { DeletedColumnList } from './DeletedColumnList.tsx';
import { DeletedRowList } from './DeletedRowList.tsx';
import { useDeletedRows } from './use-deleted-rows.ts';

const Bar = styled.div`
  display: flex;
  gap: ${space(5)};
  margin-bottom: ${space(4)};
  border-bottom: 1px solid ${color('line')};
`;

const TabButton = styled.button`
  min-height: 44px;
  padding: 0;
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  color: ${color('quiet')};
  font: inherit;
  font-weight: 500;
  cursor: pointer;

  &:hover {
    color: ${color('text')};
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  &[aria-selected='true'] {
    border-bottom-color: ${color('primary')};
    color: ${color('primaryText')};
  }
`;

const TABS = ['rows', 'columns', 'changes'] as const;
type Tab = (typeof TABS)[number];
const LABELS = {
  rows: 'table.deleted_rows',
  columns: 'table.deleted_columns',
  changes: 'table.bulk_changes',
} as const;

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
  const id = useId();
  const [tab, setTab] = useState<Tab>('rows');
  const deleted = useDeletedRows(itemId, onRestored);
  const { chosen } = deleted;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const step = event.key === 'ArrowRight' ? 1 : TABS.length - 1;
    const next = TABS[(TABS.indexOf(tab) + step) % TABS.length] ?? 'rows';
    setTab(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
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
      <Bar role="tablist" aria-label={intl.formatMessage({ id: 'table.take_back' })} onKeyDown={onKey}>
        {TABS.map((one) => (
          <TabButton
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            aria-selected={one === tab}
            aria-controls={`${id}-panel`}
            tabIndex={one === tab ? 0 : -1}
            onClick={() => setTab(one)}
          >
            <FormattedMessage id={LABELS[one]} />
          </TabButton>
        ))}
      </Bar>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'rows' && <DeletedRowList columns={columns} deleted={deleted} />}
        {tab === 'columns' && (
          <DeletedColumnList itemId={itemId} undoControl={undoControl} onRestored={onRestored} />
        )}
        {tab === 'changes' && (
          <BulkChangeList itemId={itemId} undoControl={undoControl} onUndone={onRestored} />
        )}
      </div>
    </Modal>
  );
}
