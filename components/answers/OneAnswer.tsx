import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { RelativeTime } from '#components/common/RelativeTime.tsx';
import type { AskedSubmission } from '#lib/contract/answers.ts';
import type { Form } from '#lib/contract/form.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { AnswerWork } from './AnswerWork.tsx';
import { AsAsked } from './AsAsked.tsx';
import { Notes } from './Notes.tsx';

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

  > :last-child {
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
  answer: AskedSubmission;
  busy: boolean;
  takesFocus: boolean;
  onStep: (id: string | null) => void;
  onChange: (answer: AskedSubmission) => void;
  onDeleted: () => void;
};

/** An answer as it was asked, with what the team does about it. */
export function OneAnswer({ form, answer, busy, takesFocus, onStep, onChange, onDeleted }: OneAnswerProps) {
  const intl = useIntl();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) card.current?.focus();
  }, [takesFocus]);
  const { previous, next, submitted_by: giver } = answer;
  const time = <RelativeTime value={answer.created_at} />;
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
                  values={{ time: <RelativeTime value={answer.edited_at} /> }}
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
          <Notes
            formId={form.id}
            formTitle={form.title}
            answerId={answer.id}
            notes={answer.notes}
            onChange={(notes) => onChange({ ...answer, notes })}
          />
        </Side>
      </Grid>
    </>
  );
}
