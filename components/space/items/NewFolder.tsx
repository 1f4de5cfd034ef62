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

type NewFolderProps = {
  slug: string;
  parent: string | null;
  onClose: () => void;
  onCreated: (folder: Item) => void;
};

/** Creates a new folder by name. */
export function NewFolder({ slug, parent, onClose, onCreated }: NewFolderProps) {
  const intl = useIntl();
  const formId = useId();
  const form = useForm({
    initial: { title: '' },
    check: ({ title }) => fieldProblems(createItemRequest, { kind: 'folder', title }),
    send: async ({ title }) => onCreated((await createItem(slug, { kind: 'folder', title, parent })).data),
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="space.folder_title" />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={form.busy}>
            <FormattedMessage id="space.folder_create" />
          </Button>
        </>
      }
    >
      <form id={formId} {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <TextField
          {...form.bind('title')}
          label={<FormattedMessage id="space.folder_name" />}
          required
          dir="auto"
          autoFocus
          autoComplete="off"
        />
      </form>
    </Modal>
  );
}
