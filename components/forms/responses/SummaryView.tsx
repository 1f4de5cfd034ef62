import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import { SUBMISSION_STATES } from '#lib/contract/submission-limits.ts';
import type { FormSummary } from '#lib/contract/submissions.ts';
import { getSummary } from '#services/submissions.ts';
import { space } from '#styles/tokens.ts';
import { Bars } from './Bars.tsx';
import { Columns } from './Columns.tsx';
import { DropOffCard } from './DropOffCard.tsx';
import { EmptySubmissions } from './EmptySubmissions.tsx';
import { FieldCard } from './FieldCard.tsx';
import { listLabels } from './list-labels.ts';
import { SummaryCard } from './SummaryCard.tsx';
import type { SubmissionsProps } from './submissions-props.ts';
import { filtersOf } from './submissions-view.ts';

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
  gap: ${space(4)};
  align-items: start;

  @media print {
    display: block;
  }
`;

/** A summary of the submissions, field by field. */
export function SummaryView({ form, control, reloadKey }: SubmissionsProps) {
  const filters = filtersOf(control.view);
  return (
    <AsyncContent
      of={JSON.stringify([form.id, filters, reloadKey])}
      load={() => getSummary(form.id, filters)}
      rows={6}
    >
      {(summary) =>
        summary.submissions === 0 ? (
          <>
            <EmptySubmissions form={form} control={control} />
            {/* The drop-off of visitors matters most where none of them submitted the form. */}
            <Grid>
              <DropOffCard formId={form.id} filters={filters} />
            </Grid>
          </>
        ) : (
          <Summary summary={summary} formId={form.id} filters={filters} />
        )
      }
    </AsyncContent>
  );
}

type SummaryProps = { summary: FormSummary; formId: string; filters: Record<string, string> };

function Summary({ summary, formId, filters }: SummaryProps) {
  const intl = useIntl();
  const { submissions: total, states, versions, days, fields } = summary;
  const titles = {
    state: intl.formatMessage({ id: 'submissions.by_state' }),
    version: intl.formatMessage({ id: 'submissions.by_version' }),
    day: intl.formatMessage({ id: 'submissions.by_day' }),
  };
  const dayOf = (day: string) =>
    intl.formatDate(`${day}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' });
  const within = listLabels(fields);
  return (
    <Grid>
      <SummaryCard title={<FormattedMessage id="submissions.total" values={{ count: total }} />}>
        <Bars
          label={titles.state}
          total={total}
          bars={SUBMISSION_STATES.map((state) => ({
            key: state,
            label: intl.formatMessage({ id: `submissions.state_${state}` }),
            count: states[state],
          }))}
        />
      </SummaryCard>
      <SummaryCard title={titles.day}>
        <Columns
          label={titles.day}
          columns={days.map(({ day, submissions }) => ({ key: day, label: dayOf(day), count: submissions }))}
        />
      </SummaryCard>
      {versions.length > 1 && (
        <SummaryCard title={titles.version}>
          <Bars
            label={titles.version}
            total={total}
            bars={versions.map(({ version, submissions }) => ({
              key: String(version),
              label: intl.formatMessage({ id: 'submissions.version_n' }, { version }),
              count: submissions,
            }))}
          />
        </SummaryCard>
      )}
      <DropOffCard formId={formId} filters={filters} />
      {fields.map((field) => (
        <FieldCard key={field.id} field={field} within={within.get(field.id) ?? null} total={total} />
      ))}
    </Grid>
  );
}
