import { FormattedMessage, useIntl } from 'react-intl';
import { Confirm } from '#components/common/Confirm.tsx';
import { useToast } from '#components/common/Toaster.tsx';
import { deleteAnswers } from '#services/answers.ts';

type DeleteAnswersProps = {
  formId: string;
  ids: readonly string[];
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before answers are deleted for ever. */
export function DeleteAnswers({ formId, ids, onClose, onDeleted }: DeleteAnswersProps) {
  const intl = useIntl();
  const toast = useToast();
  const submit = async () => {
    const { data } = await deleteAnswers(formId, ids);
    toast({ tone: 'success', text: intl.formatMessage({ id: 'answers.deleted' }, data) });
    onClose();
    onDeleted();
  };
  return (
    <Confirm
      danger
      title={<FormattedMessage id="answers.delete_title" values={{ count: ids.length }} />}
      text={<FormattedMessage id="answers.delete_text" />}
      submit={<FormattedMessage id="answers.delete_submit" />}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
