import { FormattedMessage, useIntl } from 'react-intl';
import { TextField } from '#components/ui/Field.tsx';
import { FormDialog } from '#components/ui/FormDialog.tsx';
import { fieldProblems } from '#components/ui/field-problems.ts';
import { useForm } from '#components/ui/use-form.ts';
import { changeFormRequest, type FormEntry } from '#lib/contract/form.ts';
import { changeForm, currentFormOf } from '#services/form.ts';

type RenameFormDialogProps = {
  form: FormEntry;
  onClose: () => void;
  onRenamed: (form: FormEntry) => void;
  /** Somebody else changed it meanwhile. */
  onConflict: (error: unknown) => void;
};

/** Renames a form; a refusal by the server is shown under the field. */
export function RenameFormDialog({ form: original, onClose, onRenamed, onConflict }: RenameFormDialogProps) {
  const intl = useIntl();
  const form = useForm({
    initial: { title: original.title },
    check: (values) => fieldProblems(changeFormRequest, values),
    send: async ({ title }) => {
      if (title === original.title) return onClose();
      try {
        onRenamed((await changeForm(original, { title })).data);
      } catch (error) {
        if (!currentFormOf(error)) throw error;
        onConflict(error);
      }
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <FormDialog
      form={form}
      title={<FormattedMessage id="forms.rename_title" />}
      submit={<FormattedMessage id="forms.rename_save" />}
      onClose={onClose}
    >
      <TextField
        {...form.bind('title')}
        label={<FormattedMessage id="forms.title_label" />}
        help={original.published_version === null ? undefined : <FormattedMessage id="forms.rename_help" />}
        required
        dir="auto"
        autoFocus
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  );
}
