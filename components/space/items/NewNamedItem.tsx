import { FormattedMessage, useIntl } from 'react-intl';
import { TextField } from '#components/ui/Field.tsx';
import { FormDialog } from '#components/ui/FormDialog.tsx';
import { fieldProblems } from '#components/ui/field-problems.ts';
import { useForm } from '#components/ui/use-form.ts';
import { createItemRequest, type Item } from '#lib/contract/item.ts';
import { createItem } from '#services/item.ts';

/** What begins with a name alone: it is filled on its own page. */
export type NamedKind = 'folder' | 'contact';

const MESSAGES = {
  folder: { title: 'space.folder_title', name: 'space.folder_name', submit: 'space.folder_create' },
  contact: { title: 'table.new_contact', name: 'table.new_name', submit: 'table.new_create' },
} as const;

type NewNamedItemProps = {
  kind: NamedKind;
  slug: string;
  parent: string | null;
  onClose: () => void;
  onCreated: (item: Item) => void;
};

/** Creates a folder or a contact list by name. */
export function NewNamedItem({ kind, slug, parent, onClose, onCreated }: NewNamedItemProps) {
  const intl = useIntl();
  const messages = MESSAGES[kind];
  const form = useForm({
    initial: { title: '' },
    check: ({ title }) => fieldProblems(createItemRequest, { kind, title }),
    send: async ({ title }) => onCreated((await createItem(slug, { kind, title, parent })).data),
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <FormDialog
      form={form}
      title={<FormattedMessage id={messages.title} />}
      submit={<FormattedMessage id={messages.submit} />}
      onClose={onClose}
    >
      <TextField
        {...form.bind('title')}
        label={<FormattedMessage id={messages.name} />}
        required
        dir="auto"
        autoFocus
        autoComplete="off"
      />
    </FormDialog>
  );
}
