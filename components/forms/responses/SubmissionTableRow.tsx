import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { sendToDestination } from '#services/form-destination.ts';
import { getSubmission } from '#services/submissions.ts';
import { space } from '#styles/tokens.ts';

const Problems = styled.ul`
  margin: ${space(2)} 0;
`;

type SubmissionTableRowProps = {
  formId: string;
  submission: SubmissionDetail;
  onChange: (submission: SubmissionDetail) => void;
};

/** Why a submission is not in the form's table, and sending it again. */
export function SubmissionTableRow({ formId, submission, onChange }: SubmissionTableRowProps) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const problems = submission.row?.problems;
  if (!problems) return null;
  const send = async () => {
    setBusy(true);
    try {
      const { written } = await sendToDestination(formId, submission.id);
      const { row } = (await getSubmission(formId, submission.id, {})).data;
      onChange({ ...submission, row });
      if (written > 0) toast({ tone: 'success', text: <FormattedMessage id="form_table.written" /> });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice tone="warning">
      <FormattedMessage id="form_table.not_written" />
      <Problems>
        {Object.entries(problems).flatMap(([label, messages]) =>
          messages.map((message) => (
            <li key={`${label} ${message}`} dir="auto">
              {message}
            </li>
          )),
        )}
      </Problems>
      <Button size="small" busy={busy} onClick={() => void send()}>
        <FormattedMessage id="form_table.send_again" />
      </Button>
    </Notice>
  );
}
