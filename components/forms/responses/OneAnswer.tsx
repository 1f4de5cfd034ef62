import { ChevronLeft, ChevronRight, Printer, SquarePen } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { WrittenInContext } from '#components/fields/written-in.ts';
import { Button } from '#components/ui/Button.tsx';
import { dialogOnDemand } from '#components/ui/on-demand.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { AskedSubmission } from '#lib/contract/answers.ts';
import type { Form } from '#lib/contract/form.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { AnswerHistory } from './AnswerHistory.tsx';
import { AnswerWork } from './AnswerWork.tsx';
import { AsAsked } from './AsAsked.tsx';
import type { Asked } from './asked.ts';
import { Notes } from './Notes.tsx';

const CorrectAnswer = dialogOnDemand(() => import('./CorrectAnswer.tsx').then((file) => file.CorrectAnswer));

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

type OneAnswerProps = {
  form: Form;
  asked: Asked;
  answer: AskedSubmission;
  busy: boolean;
  takesFocus: boolean;
  onStep: (id: string | null) => void;
  onChange: (answer: AskedSubmission) => void;
  onDeleted: () => void;
  onCorrected: () => void;
};

/** An answer as it was asked, with what the team does about it. */
export function OneAnswer(props: OneAnswerProps) {
  const { form, asked, answer, busy, takesFocus, onStep, onChange, onDeleted, onCorrected } = props;
  const intl = useIntl();
  const [correcting, setCorrecting] = useState(false);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) card.current?.focus();
  }, [takesFocus]);
  const { previous, next, submitted_by: giver } = answer;
  const { timeZone } = useContext(WrittenInContext) ?? {};
  const time = <RelativeTime value={answer.created_at} timeZone={timeZone} />;
  return (
    <>
      <Steps
        aria-label={intl.formatMessage({ id: 'answers.view_one' })}
        title={intl.formatMessage({ id: 'answers.keys' })}
      >
        <Button icon={ChevronLeft} aria-disabled={previous === null} onClick={() => onStep(previous)}>
          <FormattedMessage id="answers.previous_in_list" />
        </Button>
        <Button icon={ChevronRight} aria-disabled={next === null} onClick={() => onStep(next)}>
          <FormattedMessage id="answers.next_in_list" />
        </Button>
        {form.allowed.includes('form.correct_submissions') && (
          <Button variant="quiet" icon={SquarePen} collapses onClick={() => setCorrecting(true)}>
            <FormattedMessage id="answers.correct" />
          </Button>
        )}
        <Button variant="quiet" icon={Printer} collapses onClick={() => window.print()}>
          <FormattedMessage id="answers.print" />
        </Button>
      </Steps>
      <Grid key={answer.id} aria-busy={busy}>
        <Card ref={card} tabIndex={-1} aria-label={answer.title}>
          <Head>
            <h2>
              <bdi>{answer.title}</bdi>
            </h2>
            <span>
              {giver ? (
                <FormattedMessage
                  id="answers.received_by"
                  values={{ time, person: <bdi>{giver.name}</bdi> }}
                />
              ) : (
                <FormattedMessage id="answers.received_at" values={{ time }} />
              )}
              {' · '}
              <FormattedMessage id="answers.asked_in" values={{ version: answer.version }} />
            </span>
            {answer.edited_at && (
              <span>
                <FormattedMessage
                  id="answers.edited_at"
                  values={{ time: <RelativeTime value={answer.edited_at} timeZone={timeZone} /> }}
                />
              </span>
            )}
          </Head>
          <AsAsked formId={form.id} answer={answer} />
        </Card>
        <Side>
          <AnswerWork
            form={form}
            answer={answer}
            onChange={(work) => onChange({ ...answer, ...work })}
            onDeleted={onDeleted}
          />
          {answer.edited_at && <AnswerHistory formId={form.id} asked={asked} answer={answer} />}
          <Notes
            formId={form.id}
            formTitle={form.title}
            answerId={answer.id}
            notes={answer.notes}
            onChange={(notes) => onChange({ ...answer, notes })}
          />
        </Side>
      </Grid>
      {correcting && (
        <CorrectAnswer
          formId={form.id}
          answer={answer}
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
