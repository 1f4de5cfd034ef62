import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { RestorableColumn } from '#lib/contract/deleted-column.ts';
import { DELETED_COLUMNS_PAGE, listDeletedColumns, restoreColumn } from '#services/deleted-columns.ts';
import { color, space } from '#styles/tokens.ts';
import { withoutColumnDeletion } from '../changes/delete-column.tsx';
import { restoredToasts } from '../changes/restored-column.tsx';
import type { UndoControl } from '../changes/use-undo-stack.ts';
import { ColumnIcon } from '../columns/ColumnIcon.tsx';
import { orListError } from '../rows/row-queries.ts';

const List = styled.ul`
  margin: 0 0 ${space(3)};
  padding: 0;
  list-style: none;

  > li {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-height: 56px;
    border-bottom: 1px solid ${color('line')};
  }

  svg {
    flex: none;
    color: ${color('quiet')};
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

type DeletedColumnListProps = { itemId: string; undoControl: UndoControl; onRestored: () => void };

/** The columns that were deleted in the last 30 days; each can be restored. */
export function DeletedColumnList({ itemId, undoControl, onRestored }: DeletedColumnListProps) {
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['deleted columns', itemId],
    queryFn: ({ signal, pageParam }) => orListError(listDeletedColumns(itemId, pageParam, signal)),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === DELETED_COLUMNS_PAGE ? pages.length + 1 : undefined),
    staleTime: 0,
  });
  const columns = list.data?.pages.flat() ?? [];
  const restore = async (column: RestorableColumn) => {
    setBusy(column.id);
    try {
      const restored = await restoreColumn(itemId, column.id);
      undoControl.save(withoutColumnDeletion(undoControl.read(), column));
      for (const one of restoredToasts(restored)) toast(one);
      onRestored();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    await list.refetch();
    setBusy(null);
  };
  return (
    <>
      {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
      {!list.data && !list.error && <SkeletonList rows={4} />}
      {list.data && columns.length === 0 && (
        <EmptyState title={<FormattedMessage id="table.deleted_columns_none" />} />
      )}
      <List>
        {columns.map((column) => (
          <li key={column.id}>
            <ColumnIcon type={column.type} />
            <div>
              <span dir="auto">{column.label}</span>
              <p>
                <FormattedMessage id="table.deleted_by" values={{ name: column.deleted_by.name || '—' }} />{' '}
                <RelativeTime value={column.deleted_at} />
              </p>
            </div>
            <Button
              size="small"
              busy={busy === column.id}
              disabled={busy !== null}
              aria-label={intl.formatMessage({ id: 'table.restore_column' }, { label: column.label })}
              onClick={() => void restore(column)}
            >
              <FormattedMessage id="table.restore" />
            </Button>
          </li>
        ))}
      </List>
      {list.hasNextPage && (
        <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          <FormattedMessage id="table.link_more" />
        </Button>
      )}
    </>
  );
}
