import { useCallback, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { WrittenInContext, writtenInOf } from '#components/fields/written-in.ts';
import { Loaded } from '#components/ui/Loaded.tsx';
import type { Form } from '#lib/contract/form.ts';
import { getAskedForm } from '#services/answers.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { AnswerFilters } from './AnswerFilters.tsx';
import { AnswerReading } from './AnswerReading.tsx';
import { AnswersClosed } from './AnswersClosed.tsx';
import { AnswerTable } from './AnswerTable.tsx';
import { AnswerTotal } from './AnswerTotal.tsx';
import { ANSWER_MODES, filtersOf, isNarrowed } from './answers-view.ts';
import { type Asked, askedOf } from './asked.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { NewAnswers } from './NewAnswers.tsx';
import { SummaryView } from './SummaryView.tsx';
import { TrashedAnswers } from './TrashedAnswers.tsx';
import { useAnswersView } from './use-answers-view.ts';

const Page = styled.div`
  display: grid;
  gap: ${space(4)};
  min-width: 0;

  > * {
    min-width: 0;
  }
`;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: center;
  justify-content: space-between;

  @media print {
    display: none;
  }
`;

const Modes = styled.div`
  display: flex;
  padding: 3px;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('surface')};

  > button {
    min-height: 34px;
    padding: 0 ${space(3)};
    border: 0;
    border-radius: ${radius('chip')};
    background: none;
    color: ${color('quiet')};
    font: inherit;
    font-weight: 500;
    cursor: pointer;

    &[aria-pressed='true'] {
      background: ${color('primaryTint')};
      color: ${color('primaryText')};
    }
  }
`;

type AnswersTabProps = {
  form: Form;
  /** There are more or fewer answers than the form's screen knows of. */
  onCounted?: () => void;
};

/** The answers that were given to a form: as a table, one by one, or summed up. */
export function AnswersTab({ form, onCounted }: AnswersTabProps) {
  if (!form.allowed.includes('form.read_submissions')) {
    return <AnswersClosed form={form} onTakenPart={() => onCounted?.()} />;
  }
  return (
    <Loaded of={form.id} load={() => getAskedForm(form.id)} rows={6}>
      {(asked) => (
        <WrittenInContext value={writtenInOf(asked)}>
          <Answers form={form} asked={askedOf(asked)} onCounted={onCounted} />
        </WrittenInContext>
      )}
    </Loaded>
  );
}

function Answers({ form, asked, onCounted }: AnswersTabProps & { asked: Asked }) {
  const intl = useIntl();
  const control = useAnswersView();
  const { view, show } = control;
  // Another number has what is shown asked for again.
  const [round, setRound] = useState(0);
  const again = useCallback(() => {
    setRound((known) => known + 1);
    onCounted?.();
  }, [onCounted]);
  // Nothing is looked for among no answers.
  const hasAny = form.counts.submissions !== 0 || round > 0 || isNarrowed(view);
  const of = { form, asked, control, round, onChanged: again };
  /** What was pressed to come to this answer is gone: the answer takes the focus. */
  const [focused, setFocused] = useState<string | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const mayDelete = form.allowed.includes('form.delete_submissions');
  const modes = ANSWER_MODES.filter((mode) => mode !== 'trash' || mayDelete);
  const isTrash = view.mode === 'trash' && mayDelete;
  return (
    <Page>
      <Bar>
        <Modes ref={group} role="group" aria-label={intl.formatMessage({ id: 'answers.views' })}>
          {modes.map((mode) => (
            <button
              key={mode}
              type="button"
              aria-pressed={view.mode === mode}
              onClick={() => {
                setFocused(null);
                show({ mode, answer: null });
              }}
            >
              <FormattedMessage id={`answers.view_${mode}`} />
            </button>
          ))}
        </Modes>
        {hasAny && !isTrash && <ExportMenu formId={form.id} asked={asked} view={view} />}
      </Bar>
      {hasAny && !isTrash && <AnswerFilters formId={form.id} asked={asked} control={control} />}
      {isNarrowed(view) && !isTrash && (
        <AnswerTotal formId={form.id} filters={filtersOf(view)} round={round} />
      )}
      <NewAnswers
        formId={form.id}
        round={round}
        onCounted={onCounted}
        onShow={() => {
          again();
          group.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
        }}
      />
      {view.mode === 'table' && <AnswerTable {...of} onOpen={setFocused} />}
      {view.mode === 'one' && <AnswerReading {...of} focused={focused} onFocused={setFocused} />}
      {view.mode === 'summary' && <SummaryView {...of} />}
      {isTrash && <TrashedAnswers form={form} asked={asked} onRestored={again} />}
    </Page>
  );
}
