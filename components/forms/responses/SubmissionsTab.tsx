import { useCallback, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext, inputFormatOf } from '#components/fields/input-format.ts';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import type { Form } from '#lib/contract/form.ts';
import { getSubmissionFields } from '#services/submissions.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { NewSubmissionsNotice } from './NewSubmissionsNotice.tsx';
import { SubmissionFilters } from './SubmissionFilters.tsx';
import { SubmissionReader } from './SubmissionReader.tsx';
import { SubmissionsRestricted } from './SubmissionsRestricted.tsx';
import { SubmissionTable } from './SubmissionTable.tsx';
import { SubmissionTotal } from './SubmissionTotal.tsx';
import { SummaryView } from './SummaryView.tsx';
import { createSubmissionColumns, type SubmissionColumns } from './submission-columns.ts';
import { filtersOf, isFiltered, SUBMISSION_MODES } from './submissions-view.ts';
import { TrashedSubmissions } from './TrashedSubmissions.tsx';
import { useSubmissionsView } from './use-submissions-view.ts';

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

type SubmissionsTabProps = {
  form: Form;
  /** The number of submissions differs from the one on the form's screen. */
  onCounted?: () => void;
};

/** The submissions of a form: as a table, one by one, or as a summary. */
export function SubmissionsTab({ form, onCounted }: SubmissionsTabProps) {
  if (!form.allowed.includes('form.read_submissions')) {
    return <SubmissionsRestricted form={form} onTakenPart={() => onCounted?.()} />;
  }
  return (
    <AsyncContent of={form.id} load={() => getSubmissionFields(form.id)} rows={6}>
      {(fields) => (
        <InputFormatContext value={inputFormatOf(fields)}>
          <Submissions form={form} columns={createSubmissionColumns(fields)} onCounted={onCounted} />
        </InputFormatContext>
      )}
    </AsyncContent>
  );
}

function Submissions({ form, columns, onCounted }: SubmissionsTabProps & { columns: SubmissionColumns }) {
  const intl = useIntl();
  const control = useSubmissionsView();
  const { view, show } = control;
  // A new value reloads the displayed data.
  const [round, setRound] = useState(0);
  const again = useCallback(() => {
    setRound((known) => known + 1);
    onCounted?.();
  }, [onCounted]);
  // Without any submissions, there are no filters.
  const hasAny = form.counts.submissions !== 0 || round > 0 || isFiltered(view);
  const of = { form, columns, control, reloadKey: round, onChanged: again };
  /** The control that opened this submission no longer exists: the submission is focused. */
  const [focused, setFocused] = useState<string | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const mayDelete = form.allowed.includes('form.delete_submissions');
  const modes = SUBMISSION_MODES.filter((mode) => mode !== 'trash' || mayDelete);
  const isTrash = view.mode === 'trash' && mayDelete;
  return (
    <Page>
      <Bar>
        <Modes ref={group} role="group" aria-label={intl.formatMessage({ id: 'submissions.views' })}>
          {modes.map((mode) => (
            <button
              key={mode}
              type="button"
              aria-pressed={view.mode === mode}
              onClick={() => {
                setFocused(null);
                show({ mode, submission: null });
              }}
            >
              <FormattedMessage id={`submissions.view_${mode}`} />
            </button>
          ))}
        </Modes>
        {hasAny && !isTrash && <ExportMenu formId={form.id} columns={columns} view={view} />}
      </Bar>
      {hasAny && !isTrash && <SubmissionFilters formId={form.id} columns={columns} control={control} />}
      {isFiltered(view) && !isTrash && (
        <SubmissionTotal formId={form.id} filters={filtersOf(view)} reloadKey={round} />
      )}
      <NewSubmissionsNotice
        formId={form.id}
        reloadKey={round}
        onShow={() => {
          again();
          group.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
        }}
      />
      {view.mode === 'table' && <SubmissionTable {...of} onOpen={setFocused} />}
      {view.mode === 'one' && <SubmissionReader {...of} focused={focused} onFocused={setFocused} />}
      {view.mode === 'summary' && <SummaryView {...of} />}
      {isTrash && <TrashedSubmissions form={form} columns={columns} onRestored={again} />}
    </Page>
  );
}
