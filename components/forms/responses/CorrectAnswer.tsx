import { type FormEvent, type ReactNode, useContext, useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { createWholeFileAnswers } from '#components/fields/create-whole-file-answers.ts';
import { ErrorSummary } from '#components/fields/ErrorSummary.tsx';
import { fetchEditorsWhenIdle } from '#components/fields/editors-when-idle.ts';
import { FieldList } from '#components/fields/FieldList.tsx';
import { FileAnswersContext } from '#components/fields/file-answers.ts';
import { PhoneCountry } from '#components/fields/phone-country.ts';
import { useProblems, useRecord } from '#components/fields/use-record.ts';
import { WrittenInContext } from '#components/fields/written-in.ts';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useCloseGuard } from '#components/ui/use-close-guard.tsx';
import type { AskedSubmission } from '#lib/contract/answers.ts';
import { correctAnswer, revisionOf, sendCorrectionFile } from '#services/answers.ts';
import { failureOf } from '#services/http.ts';
import { space } from '#styles/tokens.ts';
import { asFields } from './asked.ts';

fetchEditorsWhenIdle();

const Parts = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
`;

type CorrectAnswerProps = {
  formId: string;
  answer: AskedSubmission;
  onCorrected: () => void;
  onClose: () => void;
};

/** An answer's values to be corrected: by the editors, checks and words of the form that was filled in. */
export function CorrectAnswer({ formId, answer, onCorrected, onClose }: CorrectAnswerProps) {
  const dialog = useId();
  const [fields] = useState(() => asFields(answer.fields));
  const [revision, setRevision] = useState(answer.revision);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [others, setOthers] = useState<string[]>([]);
  const [tries, setTries] = useState(0);
  const [isDirty, setIsDirty] = useState(false);
  const writtenIn = useContext(WrittenInContext) ?? {};
  const [files] = useState(() =>
    createWholeFileAnswers(
      (field, file, options) => sendCorrectionFile({ formId, id: answer.id }, field, file, options),
      answer.files,
    ),
  );
  const { country } = answer;
  const record = useRecord(fields, {
    initial: answer.values,
    defaults: false,
    hidden: 'keep',
    country,
    writtenIn,
    onChange: () => setIsDirty(true),
  });
  const problems = useProblems(record);
  const { close, guard } = useCloseGuard(isDirty && !busy, onClose);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setOthers([]);
    setBusy(true);
    await files.settled();
    if (!record.check().ok) {
      setBusy(false);
      setTries((before) => before + 1);
      return;
    }
    try {
      await correctAnswer(formId, answer.id, { values: record.values(), revision });
      onCorrected();
    } catch (error) {
      setBusy(false);
      const now = revisionOf(error);
      const { fields: errors, details } = failureOf(error) ?? {};
      if (now !== null) {
        setRevision(now);
        setProblem(<FormattedMessage id="answers.correct_stale" />);
      } else if (errors) {
        setOthers(Object.values(record.takeServerErrors({ errors, details })).flat());
        setTries((before) => before + 1);
      } else setProblem(failureText(error));
    }
  };
  return (
    <>
      <Modal
        open
        width={640}
        onClose={close}
        title={<FormattedMessage id="answers.correct_title" />}
        footer={
          <>
            <Button onClick={close}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="primary" type="submit" form={dialog} busy={busy} disabled={!isDirty}>
              <FormattedMessage id="answers.correct_save" />
            </Button>
          </>
        }
      >
        <Parts id={dialog} noValidate onSubmit={(event) => void save(event)}>
          <Notice>
            <FormattedMessage id="answers.correct_text" />
          </Notice>
          {problem && <Notice tone="warning">{problem}</Notice>}
          {tries > 0 && <ErrorSummary problems={problems} others={others} tries={tries} />}
          <FileAnswersContext value={files}>
            <PhoneCountry value={country}>
              <FieldList record={record} />
            </PhoneCountry>
          </FileAnswersContext>
        </Parts>
      </Modal>
      {guard}
    </>
  );
}
