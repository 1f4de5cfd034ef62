'use no memo';

import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { type ContactColumns, contactName } from '#lib/contacts/contact-columns.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Column, Row, WireColumn } from '#lib/contract/table.ts';
import { deleteContact, restoreContact } from '#services/contacts.ts';
import type { LabelsOfList } from './use-labels.ts';

const EditContact = lazyDialog(() => import('./EditContact.tsx').then((file) => file.EditContact));
const ImportDialog = lazyDialog(() =>
  import('#components/table/import/ImportDialog.tsx').then((file) => file.ImportDialog),
);
const ImportCards = lazyDialog(() => import('./ImportCards.tsx').then((file) => file.ImportCards));
const LabelsDialog = lazyDialog(() =>
  import('#components/table/contacts/labels/LabelsDialog.tsx').then((file) => file.LabelsDialog),
);
const PersonSheet = lazyDialog(() => import('./PersonSheet.tsx').then((file) => file.PersonSheet));

/** What is open over the people of a contact list. */
export type ContactDialog =
  | { dialog: 'person'; id: string }
  | { dialog: 'edit'; row: Row | null }
  | { dialog: 'import cards' | 'import table' | 'labels' };

type ContactDialogsProps = {
  item: Item;
  columns: Column[];
  /** As the API has them. */
  wireColumns: WireColumn[];
  known: ContactColumns;
  labels: LabelsOfList;
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
  const { item, columns, wireColumns, known, labels, rows, country, mayChange } = props;
  const { shown, onShow, onChanged } = props;
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
          labels={labels}
          country={country}
          mayChange={mayChange}
          onEdit={(row) => onShow({ dialog: 'edit', row })}
          onDelete={remove}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {shown?.dialog === 'edit' && (
        <EditContact
          {...props}
          row={shown.row}
          onClose={() => onShow(shown.row && { dialog: 'person', id: shown.row.id })}
        />
      )}
      {shown?.dialog === 'labels' && (
        <LabelsDialog
          itemId={item.id}
          labels={labels.labels}
          column={labels.column}
          onChanged={onChanged}
          onClose={close}
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
