import { type FormEvent, type ReactNode, useContext, useId, useReducer, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { createWholeFileUploader } from '#components/fields/create-whole-file-uploader.ts';
import { ErrorSummary } from '#components/fields/ErrorSummary.tsx';
import { fetchEditorsWhenIdle } from '#components/fields/editors-when-idle.ts';
import { FieldList } from '#components/fields/FieldList.tsx';
import { FileUploaderContext } from '#components/fields/file-uploader.ts';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { useProblems, useRecord } from '#components/fields/use-record.ts';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useCloseGuard } from '#components/ui/use-close-guard.tsx';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { failureOf } from '#services/http.ts';
import { correctSubmission, revisionOf, sendCorrectionFile } from '#services/submissions.ts';
import { space } from '#styles/tokens.ts';

fetchEditorsWhenIdle();

const Parts = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
`;

type CorrectSubmissionProps = {
  formId: string;
  submission: SubmissionDetail;
  onCorrected: () => void;
  onClose: () => void;
};

type Saving = {
  /** The revision that the next save replaces. */
  revision: number;
  isSaving: boolean;
  /** Why the last save failed as a whole. */
  problem: ReactNode;
  /** Problems of fields that are not shown. */
  others: string[];
  /** Saves that failed because of values: each takes the focus to the summary. */
  tries: number;
};

type SavingEvent =
  | { type: 'started' }
  | { type: 'refused'; others: string[] }
  | { type: 'stale'; revision: number }
  | { type: 'failed'; problem: ReactNode };

function nextSaving(state: Saving, event: SavingEvent): Saving {
  switch (event.type) {
    case 'started':
      return { ...state, isSaving: true, problem: null, others: [] };
    case 'refused':
      return { ...state, isSaving: false, others: event.others, tries: state.tries + 1 };
    case 'stale': {
      const problem = <FormattedMessage id="submissions.correct_stale" />;
      return { ...state, isSaving: false, revision: event.revision, problem };
    }
    case 'failed':
      return { ...state, isSaving: false, problem: event.problem };
  }
}

/** Corrects a submission's values, with the editors, validation and messages of the filled version. */
export function CorrectSubmission({ formId, submission, onCorrected, onClose }: CorrectSubmissionProps) {
  const dialog = useId();
  const [fields] = useState(submission.fields);
  const [{ revision, isSaving, problem, others, tries }, dispatch] = useReducer(nextSaving, {
    revision: submission.revision,
    isSaving: false,
    problem: null,
    others: [],
    tries: 0,
  });
  const [isDirty, setIsDirty] = useState(false);
  const writtenIn = useContext(InputFormatContext) ?? {};
  const [files] = useState(() =>
    createWholeFileUploader(
      (field, file, options) => sendCorrectionFile({ formId, id: submission.id }, field, file, options),
      submission.files,
    ),
  );
  const { country } = submission;
  const record = useRecord(fields, {
    formatProblem: englishProblem,
    initial: submission.values,
    defaults: false,
    hidden: 'keep',
    country,
    writtenIn,
    onChange: () => setIsDirty(true),
  });
  const problems = useProblems(record);
  const { close, guard } = useCloseGuard(isDirty && !isSaving, onClose);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    dispatch({ type: 'started' });
    await files.settled();
    if (!record.check().ok) return dispatch({ type: 'refused', others: [] });
    try {
      const values = record.values();
      await correctSubmission(formId, submission.id, { values, countries: record.countries(), revision });
      onCorrected();
    } catch (error) {
      const now = revisionOf(error);
      const { fields: errors, details } = failureOf(error) ?? {};
      if (now !== null) dispatch({ type: 'stale', revision: now });
      else if (errors) {
        const others = Object.values(record.takeServerErrors({ errors, details })).flat();
        dispatch({ type: 'refused', others });
      } else dispatch({ type: 'failed', problem: failureText(error) });
    }
  };
  return (
    <>
      <Modal
        open
        width={640}
        onClose={close}
        title={<FormattedMessage id="submissions.correct_title" />}
        footer={
          <>
            <Button onClick={close}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="primary" type="submit" form={dialog} busy={isSaving} disabled={!isDirty}>
              <FormattedMessage id="submissions.correct_save" />
            </Button>
          </>
        }
      >
        <Parts id={dialog} noValidate onSubmit={(event) => void save(event)}>
          <Notice>
            <FormattedMessage id="submissions.correct_text" />
          </Notice>
          {problem && <Notice tone="warning">{problem}</Notice>}
          {tries > 0 && <ErrorSummary problems={problems} others={others} tries={tries} />}
          <FileUploaderContext value={files}>
            <PhoneCountryContext value={country}>
              <FieldList record={record} />
            </PhoneCountryContext>
          </FileUploaderContext>
        </Parts>
      </Modal>
      {guard}
    </>
  );
}
