import { FormattedMessage } from 'react-intl';
import { RowDialog } from '#components/table/row/RowDialog.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Column, Row, WireColumn } from '#lib/contract/table.ts';
import { showReplaced } from './replaced-cells.tsx';

type EditContactProps = {
  item: Item;
  columns: Column[];
  /** As the API has them. */
  wireColumns: WireColumn[];
  /** Null for a new one. */
  row: Row | null;
  onShow: (dialog: { dialog: 'person'; id: string } | null) => void;
  onChanged: () => void;
  onClose: () => void;
};

/** Adds or edits a contact, and says where a save replaced what somebody else had written meanwhile. */
export function EditContact(props: EditContactProps) {
  const { item, columns, row: edited, onShow, onChanged, onClose } = props;
  const toast = useToast();
  return (
    <RowDialog
      itemId={item.id}
      columns={columns}
      row={edited}
      title={<FormattedMessage id={edited ? 'contacts.edit_person' : 'contacts.new'} />}
      onClose={onClose}
      onSaved={(row, names, previous) => {
        onChanged();
        const saved = edited && { before: edited.values, row, names, previous };
        const isReplaced = saved !== null && showReplaced({ ...props, toast }, saved);
        // Behind a dialog, the button of the message could not be pressed.
        onShow(isReplaced ? null : { dialog: 'person', id: row.id });
      }}
    />
  );
}
