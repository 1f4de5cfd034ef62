import { type FormEvent, type ReactNode, useContext, useId, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { failureText } from '#components/common/failure-text.tsx';
import { Modal } from '#components/common/Modal.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { useCloseGuard } from '#components/common/use-close-guard.tsx';
import { ErrorSummary } from '#components/fields/ErrorSummary.tsx';
import { FieldList } from '#components/fields/FieldList.tsx';
import { type FileAnswers, FileAnswersContext } from '#components/fields/file-answers.ts';
import { PhoneCountry } from '#components/fields/phone-country.ts';
import { useProblems, useRecord } from '#components/fields/use-record.ts';
import { WrittenInContext } from '#components/fields/written-in.ts';
import type { AskedSubmission } from '#lib/contract/answers.ts';
import { correctAnswer, revisionOf } from '#services/answers.ts';
import { failureOf } from '#services/http.ts';
import { space } from '#styles/tokens.ts';
import { asFields } from './asked.ts';

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

/** Files of the answer can be taken away here; new ones come with an answer alone. */
function useFilesOf({ files }: AskedSubmission): FileAnswers {
  const intl = useIntl();
  return useMemo(
    () => ({
      maxBytes: null,
      send: async () => ({
        kind: 'refused',
        code: 'not_here',
        message: intl.formatMessage({ id: 'answers.correct_no_files' }),
      }),
      look: async (id) => {
        const file = files[id];
        return file ? { id, name: file.name, size: file.size } : null;
      },
      settled: async () => undefined,
    }),
    [files, intl],
  );
}

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
  const files = useFilesOf(answer);
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
    if (!record.check().ok) {
      setTries((before) => before + 1);
      return;
    }
    setBusy(true);
    try {
      await correctAnswer(formId, answer.id, { values: record.values(), revision });
      onCorrected();
    } catch (error) {
      setBusy(false);
      const now = revisionOf(error);
      const errors = failureOf(error)?.fields;
      if (now !== null) {
        setRevision(now);
        setProblem(<FormattedMessage id="answers.correct_stale" />);
      } else if (errors) {
        setOthers(Object.values(record.takeServerErrors(errors)).flat());
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
