import { ChevronLeft, ChevronRight, Printer, SquarePen } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { Button } from '#components/ui/Button.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { Form } from '#lib/contract/form.ts';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { Notes } from './Notes.tsx';
import { SubmissionContent } from './SubmissionContent.tsx';
import { SubmissionHistory } from './SubmissionHistory.tsx';
import { SubmissionStatus } from './SubmissionStatus.tsx';
import { SubmissionTableRow } from './SubmissionTableRow.tsx';
import type { SubmissionColumns } from './submission-columns.ts';

const CorrectSubmission = lazyDialog(() =>
  import('./CorrectSubmission.tsx').then((file) => file.CorrectSubmission),
);

const Grid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 320px;
  gap: ${space(5)};
  align-items: start;

  ${below('lg')} {
    grid-template-columns: minmax(0, 1fr);
  }

  @media print {
    display: block;
  }
`;

const Card = styled.article`
  padding: ${space(6)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};

  ${below('md')} {
    padding: ${space(4)};
  }

  @media print {
    padding: 0;
    border: 0;
    box-shadow: none;
  }
`;

const Head = styled.header`
  display: grid;
  gap: ${space(1)};
  margin-bottom: ${space(5)};
  color: ${color('quiet')};
  font-size: 13px;

  > h2 {
    color: ${color('text')};
    font-size: 20px;
    overflow-wrap: anywhere;
  }
`;

const Steps = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;

  > :nth-child(3) {
    margin-inline-start: auto;
  }

  @media print {
    display: none;
  }
`;

const Side = styled.div`
  display: grid;
  gap: ${space(4)};

  @media print {
    display: none;
  }
`;

type SubmissionPanelProps = {
  form: Form;
  columns: SubmissionColumns;
  submission: SubmissionDetail;
  busy: boolean;
  takesFocus: boolean;
  onStep: (id: string | null) => void;
  onChange: (submission: SubmissionDetail) => void;
  onDeleted: () => void;
  onCorrected: () => void;
};

/** A submission with the form as it was filled, its processing state and its notes. */
export function SubmissionPanel(props: SubmissionPanelProps) {
  const { form, columns, submission, busy, takesFocus, onStep, onChange, onDeleted, onCorrected } = props;
  const intl = useIntl();
  const [correcting, setCorrecting] = useState(false);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) card.current?.focus();
  }, [takesFocus]);
  const { previous, next, submitted_by: giver } = submission;
  const { timeZone } = useContext(InputFormatContext) ?? {};
  const time = <RelativeTime value={submission.created_at} timeZone={timeZone} />;
  return (
    <>
      <Steps
        aria-label={intl.formatMessage({ id: 'submissions.view_one' })}
        title={intl.formatMessage({ id: 'submissions.keys' })}
      >
        <Button icon={ChevronLeft} aria-disabled={previous === null} onClick={() => onStep(previous)}>
          <FormattedMessage id="submissions.previous_in_list" />
        </Button>
        <Button icon={ChevronRight} aria-disabled={next === null} onClick={() => onStep(next)}>
          <FormattedMessage id="submissions.next_in_list" />
        </Button>
        {form.allowed.includes('form.correct_submissions') && (
          <Button variant="quiet" icon={SquarePen} collapses onClick={() => setCorrecting(true)}>
            <FormattedMessage id="submissions.correct" />
          </Button>
        )}
        <Button variant="quiet" icon={Printer} collapses onClick={() => window.print()}>
          <FormattedMessage id="submissions.print" />
        </Button>
      </Steps>
      <Grid key={submission.id} aria-busy={busy}>
        <Card ref={card} tabIndex={-1} aria-label={submission.title}>
          <Head>
            <h2>
              <bdi>{submission.title}</bdi>
            </h2>
            <span>
              {giver ? (
                <FormattedMessage
                  id="submissions.received_by"
                  values={{ time, person: <bdi>{giver.name}</bdi> }}
                />
              ) : (
                <FormattedMessage id="submissions.received_at" values={{ time }} />
              )}
              {' · '}
              <FormattedMessage id="submissions.of_version" values={{ version: submission.version }} />
            </span>
            {submission.edited_at && (
              <span>
                <FormattedMessage
                  id="submissions.edited_at"
                  values={{ time: <RelativeTime value={submission.edited_at} timeZone={timeZone} /> }}
                />
              </span>
            )}
          </Head>
          <SubmissionContent formId={form.id} submission={submission} />
        </Card>
        <Side>
          <SubmissionTableRow formId={form.id} submission={submission} onChange={onChange} />
          <SubmissionStatus
            form={form}
            submission={submission}
            onChange={(work) => onChange({ ...submission, ...work })}
            onDeleted={onDeleted}
          />
          {submission.edited_at && (
            <SubmissionHistory formId={form.id} columns={columns} submission={submission} />
          )}
          <Notes
            formId={form.id}
            formTitle={form.title}
            submissionId={submission.id}
            notes={submission.notes}
            onChange={(notes) => onChange({ ...submission, notes })}
          />
        </Side>
      </Grid>
      {correcting && (
        <CorrectSubmission
          formId={form.id}
          submission={submission}
          onClose={() => setCorrecting(false)}
          onCorrected={() => {
            setCorrecting(false);
            onCorrected();
          }}
        />
      )}
    </>
  );
}
