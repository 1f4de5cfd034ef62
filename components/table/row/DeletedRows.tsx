import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { restoreRows } from '#services/table.ts';
import { listDeletedRows } from '#services/table-views.ts';
import { color, space } from '#styles/tokens.ts';
import { orListError } from '../rows/row-queries.ts';
import { rowName } from '../rows/table-data.ts';

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-height: 56px;
    border-bottom: 1px solid ${color('line')};
  }

  > li > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  p {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const PAGE = 50;
/** Reasons why rows could not be restored that are shown. */
const PROBLEMS_SHOWN = 3;
const ALL = 'all';

type DeletedRowsProps = {
  itemId: string;
  columns: readonly WireColumn[];
  onRestored: () => void;
  onClose: () => void;
};

/** The rows that were deleted in the last 30 days; each can be restored. */
export function DeletedRows({ itemId, columns, onRestored, onClose }: DeletedRowsProps) {
  const intl = useIntl();
  const toast = useToast();
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['deleted rows', itemId, page],
    queryFn: ({ signal }) => orListError(listDeletedRows(itemId, page, signal)),
    staleTime: 0,
  });
  const restore = async (busyWith: string, ids: string[]) => {
    setBusy(busyWith);
    try {
      const outcomes = await restoreRows(itemId, ids);
      const problems = outcomes.flatMap(({ errors }) => Object.values(errors ?? {}).flat());
      if (problems.length > 0)
        toast({ tone: 'error', text: [...new Set(problems)].slice(0, PROBLEMS_SHOWN).join(' ') });
      if (outcomes.some(({ status }) => status === 'done')) onRestored();
      await refetch();
    } catch (problem) {
      toast({ tone: 'error', text: failureText(problem) });
    }
    setBusy(null);
  };
  return (
    <Modal
      open
      width={640}
      onClose={onClose}
      title={<FormattedMessage id="table.deleted_rows" />}
      footer={
        <>
          {page > 1 && (
            <Button onClick={() => setPage(page - 1)}>
              <FormattedMessage id="table.deleted_newer" />
            </Button>
          )}
          {data?.length === PAGE && (
            <Button onClick={() => setPage(page + 1)}>
              <FormattedMessage id="table.deleted_older" />
            </Button>
          )}
          {data && data.length > 1 && (
            <Button
              busy={busy === ALL}
              disabled={busy !== null}
              onClick={() =>
                void restore(
                  ALL,
                  data.map(({ id }) => id),
                )
              }
            >
              <FormattedMessage id="table.restore_all" values={{ count: data.length }} />
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
        </>
      }
    >
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState title={<FormattedMessage id="table.deleted_none" />} />}
      <List>
        {data?.map((row) => {
          const name = rowName(columns, row) || intl.formatMessage({ id: 'table.nameless_row' });
          return (
            <li key={row.id}>
              <div>
                <span dir="auto">{name}</span>
                <p>
                  <FormattedMessage id="table.deleted_by" values={{ name: row.deleted_by.name || '—' }} />{' '}
                  <RelativeTime value={row.deleted_at} />
                </p>
              </div>
              <Button
                size="small"
                busy={busy === row.id}
                disabled={busy !== null}
                aria-label={intl.formatMessage({ id: 'table.restore_row' }, { name })}
                onClick={() => void restore(row.id, [row.id])}
              >
                <FormattedMessage id="table.restore" />
              </Button>
            </li>
          );
        })}
      </List>
    </Modal>
  );
}
