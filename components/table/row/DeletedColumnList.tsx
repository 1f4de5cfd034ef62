import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { RestorableColumn } from '#lib/contract/deleted-column.ts';
import { DELETED_COLUMNS_PAGE, listDeletedColumns, restoreColumn } from '#services/deleted-columns.ts';
import { restoredToasts } from '../changes/restored-column.tsx';
import { withoutColumnDeletion } from '../changes/undone-steps.ts';
import type { UndoControl } from '../changes/use-undo-stack.ts';
import { ColumnIcon } from '../columns/ColumnIcon.tsx';
import { orListError } from '../rows/row-queries.ts';
import { TakenBackList } from './TakenBackList.tsx';

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
      const restored = await undoControl.queue(() => restoreColumn(itemId, column.id));
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
    <TakenBackList
      list={list}
      empty={columns.length === 0 && <FormattedMessage id="table.deleted_columns_none" />}
      more={<FormattedMessage id="table.link_more" />}
    >
      {columns.map((column) => (
        <li key={column.id}>
          <ColumnIcon type={column.type} />
          <div>
            <span dir="auto">{column.label}</span>
            <small>
              <FormattedMessage id="table.deleted_by" values={{ name: column.deleted_by.name || '—' }} />{' '}
              <RelativeTime value={column.deleted_at} />
            </small>
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
    </TakenBackList>
  );
}
