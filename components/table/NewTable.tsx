import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { fieldProblems } from '#components/ui/field-problems.ts';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { createItemRequest, type Item } from '#lib/contract/item.ts';
import { createItem } from '#services/item.ts';

type NewTableProps = {
  kind: 'table' | 'contact';
  slug: string;
  parent: string | null;
  onClose: () => void;
  onCreated: (table: Item) => void;
};

/** Creates a new table or contact list by name; columns are added on its page. */
export function NewTable({ kind, slug, parent, onClose, onCreated }: NewTableProps) {
  const intl = useIntl();
  const formId = useId();
  const form = useForm({
    initial: { title: '' },
    check: ({ title }) => fieldProblems(createItemRequest, { kind, title }),
    send: async ({ title }) => onCreated((await createItem(slug, { kind, title, parent })).data),
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id={`table.new_${kind}`} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={form.busy}>
            <FormattedMessage id="table.new_create" />
          </Button>
        </>
      }
    >
      <form id={formId} {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <TextField
          {...form.bind('title')}
          label={<FormattedMessage id="table.new_name" />}
          required
          dir="auto"
          autoFocus
          autoComplete="off"
        />
      </form>
    </Modal>
  );
}
