import { type FormEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { changeItemRequest, type Item } from '#lib/contract/item.ts';
import { failureOf, messageOf } from '#services/http.ts';
import { changeItem, currentItemOf } from '#services/item.ts';

type RenameItemProps = {
  item: Item;
  onClose: () => void;
  onRenamed: (item: Item) => void;
  /** Somebody else changed it meanwhile. */
  onConflict: (error: unknown) => void;
};

/** Renames an item; a refusal by the server is shown under the field. */
export function RenameItem({ item, onClose, onRenamed, onConflict }: RenameItemProps) {
  const intl = useIntl();
  const formId = useId();
  const [title, setTitle] = useState(item.title);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (title === item.title) return onClose();
    const checked = changeItemRequest.safeParse({ title });
    if (!checked.success) return setProblem(checked.error.issues[0]?.message ?? null);
    setBusy(true);
    try {
      onRenamed((await changeItem(item, { title })).data);
    } catch (error) {
      if (currentItemOf(error)) return onConflict(error);
      setProblem(failureOf(error) ? messageOf(error) : intl.formatMessage({ id: 'error.offline' }));
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="item_list.rename_title" />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            <FormattedMessage id="item_list.rename_save" />
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save}>
        <TextField
          label={<FormattedMessage id="item_list.title" />}
          required
          dir="auto"
          autoFocus
          value={title}
          error={problem}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTitle(event.target.value);
            setProblem(null);
          }}
        />
      </form>
    </Modal>
  );
}
