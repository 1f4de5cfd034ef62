import { FormattedMessage, useIntl } from 'react-intl';
import { Confirm } from '#components/ui/Confirm.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { restoreSubmissions, trashSubmissions } from '#services/submissions.ts';

type TrashSubmissionsDialogProps = {
  formId: string;
  ids: readonly string[];
  onClose: () => void;
  onDeleted: () => void;
};

/** Requests confirmation before submissions are moved to the trash; they can be restored immediately. */
export function TrashSubmissionsDialog({ formId, ids, onClose, onDeleted }: TrashSubmissionsDialogProps) {
  const intl = useIntl();
  const toast = useToast();
  const submit = async () => {
    const { data } = await trashSubmissions(formId, ids);
    const restore = async () => {
      try {
        await restoreSubmissions(formId, ids);
        onDeleted();
      } catch (error) {
        toast({ tone: 'error', text: failureText(error) });
      }
    };
    toast({
      tone: 'success',
      text: intl.formatMessage({ id: 'submissions.deleted' }, data),
      action: {
        label: intl.formatMessage({ id: 'submissions.undo_delete' }),
        onSelect: () => void restore(),
      },
    });
    onClose();
    onDeleted();
  };
  return (
    <Confirm
      danger
      title={<FormattedMessage id="submissions.delete_title" values={{ count: ids.length }} />}
      text={<FormattedMessage id="submissions.delete_text" />}
      submit={<FormattedMessage id="submissions.delete_submit" />}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
