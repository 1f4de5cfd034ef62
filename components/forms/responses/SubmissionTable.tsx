import { Columns3 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useAccountStorage } from '#context/browser-storage.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { color, radius, SHADOW, space } from '#styles/tokens.ts';
import { SubmissionTableHeader } from './ColumnHeaders.tsx';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { EmptySubmissions } from './EmptySubmissions.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { SubmissionRow } from './SubmissionRow.tsx';
import { readStoredColumns, storeColumns } from './stored-preferences.ts';
import type { SubmissionColumns } from './submission-columns.ts';
import type { SubmissionsProps } from './submissions-props.ts';
import { listParamsOf } from './submissions-view.ts';
import { type SubmissionPages, useSubmissionPages } from './use-submission-pages.ts';

/** Number of columns that are shown by default. */
const FIRST_COLUMNS = 6;

const Frame = styled.div`
  overflow-x: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};

  &[aria-busy='true'] tbody {
    opacity: 0.55;
  }

  &:focus-visible {
    outline: 2px solid ${color('primary')};
    outline-offset: 2px;
  }
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;

  th,
  td {
    max-width: 320px;
    padding: ${space(2)} ${space(3)};
    border-bottom: 1px solid ${color('line')};
    text-align: start;
    vertical-align: top;
  }

  tbody tr:last-child td {
    border-bottom: 0;
  }

  tbody tr:hover {
    background: ${color('hover')};
  }

  th {
    min-width: 84px;
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
    overflow-wrap: break-word;
    vertical-align: bottom;
  }

  [data-number] {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  [data-narrow] {
    width: 1%;
    min-width: 0;
    white-space: nowrap;
  }

  input[type='checkbox'] {
    width: 18px;
    height: 18px;
    margin: 2px 0 0;
    vertical-align: top;
  }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: center;
  justify-content: space-between;
`;

const Steps = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
`;

/** The columns that the user has chosen, by the ids of their fields; stored in this browser. */
function useStoredColumns(formId: string, { fields }: SubmissionColumns) {
  const storage = useAccountStorage();
  const [ids, setIds] = useState(() => fields.slice(0, FIRST_COLUMNS).map(({ id }) => id));
  useEffect(() => {
    const stored = readStoredColumns(storage, formId);
    if (stored) setIds(stored);
  }, [storage, formId]);
  const choose = (next: string[]) => {
    setIds(next);
    storeColumns(storage, formId, next);
  };
  return [ids, choose] as const;
}

/** To the previous and the next page, where there is more than one. */
function PageSteps({ pages: { previous, next, number } }: { pages: SubmissionPages }) {
  if (!previous && !next && number === 1) return null;
  return (
    <Steps>
      <Button disabled={!previous} onClick={() => previous?.()}>
        <FormattedMessage id="submissions.page_previous" />
      </Button>
      <span role="status">
        <FormattedMessage id="submissions.page" values={{ page: number }} />
      </span>
      <Button disabled={!next} onClick={() => next?.()}>
        <FormattedMessage id="submissions.page_next" />
      </Button>
    </Steps>
  );
}

type SubmissionTableProps = SubmissionsProps & { onOpen: (id: string) => void };

function SubmissionTableContent({
  form,
  columns: submissionColumns,
  control,
  reloadKey,
  onChanged,
  onOpen,
}: SubmissionTableProps) {
  const intl = useIntl();
  const { view, show } = control;
  const pages = useSubmissionPages(form.id, listParamsOf(view), reloadKey);
  const [choosing, setChoosing] = useState(false);
  const [columns, setColumns] = useStoredColumns(form.id, submissionColumns);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = pages.page?.data ?? [];
  const here = rows.filter(({ id }) => selected.has(id));

  if (pages.error !== null)
    return <ErrorState message={pages.error} onRetry={pages.reload} retrying={pages.loading} />;
  if (pages.page === null) return <SkeletonList rows={8} />;
  if (rows.length === 0 && pages.number === 1) return <EmptySubmissions form={form} control={control} />;

  const fields = columns.flatMap((id) => submissionColumns.byId.get(id) ?? []);
  const toggle = (id: string, is: boolean) => {
    const ids = new Set(selected);
    if (is) ids.add(id);
    else ids.delete(id);
    setSelected(ids);
  };
  return (
    <>
      {here.length > 0 && (
        <SelectionBar
          form={form}
          ids={here.map(({ id }) => id)}
          onClear={() => setSelected(new Set())}
          onDone={() => {
            setSelected(new Set());
            onChanged();
          }}
        />
      )}
      <Frame
        tabIndex={0}
        role="region"
        aria-label={intl.formatMessage({ id: 'submissions.table' })}
        aria-busy={pages.loading}
      >
        <Table>
          <SubmissionTableHeader
            fields={fields}
            sort={view.sort}
            onSort={(sort) => show({ sort }, { replace: true })}
            isAllSelected={rows.length > 0 && here.length === rows.length}
            onSelectAll={(is) => setSelected(new Set(is ? rows.map(({ id }) => id) : []))}
          />
          <tbody>
            {rows.map((submission) => (
              <SubmissionRow
                key={submission.id}
                formId={form.id}
                columns={submissionColumns}
                submission={submission}
                fields={fields}
                selected={selected.has(submission.id)}
                onSelect={(is) => toggle(submission.id, is)}
                onOpen={() => {
                  onOpen(submission.id);
                  show({ mode: 'one', submission: submission.id });
                }}
              />
            ))}
          </tbody>
        </Table>
      </Frame>
      <Foot>
        <Button variant="quiet" icon={Columns3} onClick={() => setChoosing(true)}>
          <FormattedMessage id="submissions.columns" />
        </Button>
        <PageSteps pages={pages} />
      </Foot>
      {choosing && (
        <ColumnsDialog
          fields={submissionColumns.fields}
          chosen={columns}
          onClose={() => setChoosing(false)}
          onChange={setColumns}
        />
      )}
    </>
  );
}

/** The submissions as a table: with selectable columns and order, page by page. */
export const SubmissionTable = withQueries(SubmissionTableContent);
