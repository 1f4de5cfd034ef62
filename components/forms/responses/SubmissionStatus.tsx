import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAccountStorage } from '#context/browser-storage.ts';
import type { Form } from '#lib/contract/form.ts';
import { SUBMISSION_STATES } from '#lib/contract/submission-limits.ts';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { changeSubmission, type SubmissionStatusChange as Work } from '#services/submissions.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { readMarkSeenOnOpen, storeMarkSeenOnOpen } from './stored-preferences.ts';
import { TrashSubmissionsDialog } from './TrashSubmissionsDialog.tsx';
import { useSubmissionReaders } from './use-submission-readers.ts';

const Box = styled.section`
  display: grid;
  gap: ${space(4)};
  padding: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
`;

const Choice = styled.label`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  min-height: 32px;
  color: ${color('quiet')};
  font-size: 13px;
  cursor: pointer;
`;

type SubmissionStatusProps = {
  form: Form;
  submission: SubmissionDetail;
  onChange: (work: Pick<SubmissionDetail, 'state' | 'assigned_to'>) => void;
  onDeleted: () => void;
};

/** The processing state of a submission, and the user that it is assigned to. */
export function SubmissionStatus({ form, submission, onChange, onDeleted }: SubmissionStatusProps) {
  const intl = useIntl();
  const toast = useToast();
  const readers = useSubmissionReaders(form.id);
  const storage = useAccountStorage();
  const [seen, setSeen] = useState(true);
  const [deleting, setDeleting] = useState(false);
  const carer = submission.assigned_to;
  useEffect(() => setSeen(readMarkSeenOnOpen(storage)), [storage]);

  const change = async (work: Work) => {
    const before = { state: submission.state, assigned_to: carer };
    const named = readers.find(({ id }) => id === work.assigned_to) ?? null;
    onChange({
      state: work.state ?? before.state,
      assigned_to: work.assigned_to === undefined ? before.assigned_to : named,
    });
    try {
      await changeSubmission(form.id, submission.id, work);
    } catch (error) {
      onChange(before);
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  // An assigned user stays visible, even if they may not read submissions any more.
  const people = carer && readers.every(({ id }) => id !== carer.id) ? [carer, ...readers] : readers;
  return (
    <Box aria-label={intl.formatMessage({ id: 'submissions.work' })}>
      <SelectField
        required
        label={<FormattedMessage id="submissions.state" />}
        value={submission.state}
        onChange={({ target }) => {
          const state = SUBMISSION_STATES.find((one) => one === target.value);
          if (state) void change({ state });
        }}
      >
        {SUBMISSION_STATES.map((state) => (
          <option key={state} value={state}>
            {intl.formatMessage({ id: `submissions.state_${state}` })}
          </option>
        ))}
      </SelectField>
      <SelectField
        required
        label={<FormattedMessage id="submissions.assignee" />}
        value={carer?.id ?? ''}
        onChange={({ target }) => void change({ assigned_to: target.value || null })}
      >
        <option value="">{intl.formatMessage({ id: 'submissions.nobody' })}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Choice>
        <input
          type="checkbox"
          checked={seen}
          onChange={({ target }) => {
            setSeen(target.checked);
            storeMarkSeenOnOpen(storage, target.checked);
          }}
        />
        <FormattedMessage id="submissions.seen_when_opened" />
      </Choice>
      {form.allowed.includes('form.delete_submissions') && (
        <Button icon={Trash2} onClick={() => setDeleting(true)}>
          <FormattedMessage id="submissions.delete" />
        </Button>
      )}
      {deleting && (
        <TrashSubmissionsDialog
          formId={form.id}
          ids={[submission.id]}
          onClose={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </Box>
  );
}
