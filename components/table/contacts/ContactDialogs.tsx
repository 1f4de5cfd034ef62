import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { type ContactColumns, contactName } from '#lib/contacts/contact-columns.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Column, Row, WireColumn } from '#lib/contract/table.ts';
import { deleteContact, restoreContact } from '#services/contacts.ts';

const RowDialog = lazyDialog(() =>
  import('#components/table/row/RowDialog.tsx').then((file) => file.RowDialog),
);
const ImportDialog = lazyDialog(() =>
  import('#components/table/import/ImportDialog.tsx').then((file) => file.ImportDialog),
);
const ImportCards = lazyDialog(() => import('./ImportCards.tsx').then((file) => file.ImportCards));
const PersonSheet = lazyDialog(() => import('./PersonSheet.tsx').then((file) => file.PersonSheet));

/** What is open over the people of a contact list. */
export type ContactDialog =
  | { dialog: 'person'; id: string }
  | { dialog: 'edit'; row: Row | null }
  | { dialog: 'import cards' | 'import table' };

type ContactDialogsProps = {
  item: Item;
  columns: Column[];
  /** As the API has them. */
  wireColumns: WireColumn[];
  known: ContactColumns;
  rows: readonly Row[];
  country: string | null;
  mayChange: boolean;
  shown: ContactDialog | null;
  onShow: (dialog: ContactDialog | null) => void;
  /** Somebody was added, changed or deleted. */
  onChanged: () => void;
};

/** The dialog that is open over the people of a contact list. */
export function ContactDialogs(props: ContactDialogsProps) {
  const { item, columns, wireColumns, known, rows, country, mayChange, shown, onShow, onChanged } = props;
  const toast = useToast();
  const close = () => onShow(null);

  const remove = async (row: Row) => {
    const name = contactName(row, known);
    const restore = async () => {
      try {
        await restoreContact(item.id, row.id);
      } catch (error) {
        toast({ tone: 'error', text: failureText(error) });
      }
      onChanged();
    };
    try {
      await deleteContact(item.id, row.id);
      close();
      toast({
        text: <FormattedMessage id="contacts.deleted" values={{ name }} />,
        action: { label: <FormattedMessage id="contacts.undo" />, onSelect: () => void restore() },
      });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    onChanged();
  };

  return (
    <>
      {shown?.dialog === 'person' && (
        <PersonSheet
          key={shown.id}
          item={item}
          id={shown.id}
          row={rows.find(({ id }) => id === shown.id)}
          columns={columns}
          wireColumns={wireColumns}
          country={country}
          mayChange={mayChange}
          onEdit={(row) => onShow({ dialog: 'edit', row })}
          onDelete={remove}
          onClose={close}
        />
      )}
      {shown?.dialog === 'edit' && (
        <RowDialog
          itemId={item.id}
          columns={columns}
          row={shown.row}
          onClose={() => onShow(shown.row && { dialog: 'person', id: shown.row.id })}
          onSaved={(row) => {
            onChanged();
            onShow({ dialog: 'person', id: row.id });
          }}
        />
      )}
      {shown?.dialog === 'import cards' && (
        <ImportCards itemId={item.id} known={known} onDone={onChanged} onClose={close} />
      )}
      {shown?.dialog === 'import table' && (
        <ImportDialog isContacts itemId={item.id} columns={columns} onDone={onChanged} onClose={close} />
      )}
    </>
  );
}
