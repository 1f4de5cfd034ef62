import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ListedBulkChange } from '#lib/contract/bulk-change.ts';
import { BULK_PAGE, listBulkChanges } from '#services/bulk-changes.ts';
import { undoAnnounced } from '../changes/bulk-undo.tsx';
import type { UndoControl } from '../changes/use-undo-stack.ts';
import { orListError } from '../rows/row-queries.ts';
import { TakenBackList } from './TakenBackList.tsx';

const WHAT = {
  delete: 'table.bulk_was_delete',
  set: 'table.bulk_was_set',
  restore: 'table.bulk_was_restore',
  revert: 'table.bulk_was_revert',
} as const;

/** What is said of a change that can't be undone; nothing of one that can. */
const stateOf = ({ state, undone_by, changed }: ListedBulkChange) => {
  if (state === 'running') return 'table.bulk_is_running';
  if (undone_by !== null) return 'table.bulk_is_undone';
  return changed === 0 ? 'table.bulk_is_empty' : null;
};

type BulkChangeListProps = { itemId: string; undoControl: UndoControl; onUndone: () => void };

/** Who changed, deleted or restored many rows at once in the last 30 days; each can be undone. */
export function BulkChangeList({ itemId, undoControl, onUndone }: BulkChangeListProps) {
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['bulk changes', itemId],
    queryFn: ({ signal, pageParam }) => orListError(listBulkChanges(itemId, pageParam, signal)),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === BULK_PAGE ? pages.length + 1 : undefined),
    staleTime: 0,
  });
  const changes = list.data?.pages.flat() ?? [];
  const undo = async ({ id }: ListedBulkChange) => {
    setBusy(id);
    await undoAnnounced({ itemId, undoControl, toast, refresh: onUndone }, id);
    await list.refetch();
    setBusy(null);
  };
  const whatOf = ({ action, changed, columns }: ListedBulkChange) =>
    intl.formatMessage(
      { id: WHAT[action] },
      { count: changed, columns: intl.formatList(columns.map((label) => `“${label}”`)) || 'none' },
    );
  return (
    <TakenBackList
      list={list}
      empty={changes.length === 0 && <FormattedMessage id="table.bulk_changes_none" />}
      more={<FormattedMessage id="table.history_more" />}
    >
      {changes.map((one) => {
        const state = stateOf(one);
        const what = whatOf(one);
        return (
          <li key={one.id}>
            <div>
              <span dir="auto">{what}</span>
              <small>
                <FormattedMessage id="table.bulk_by" values={{ name: one.made_by.name || '—' }} />{' '}
                <RelativeTime value={one.made_at} />
                {state && (
                  <>
                    {' · '}
                    <FormattedMessage id={state} />
                  </>
                )}
              </small>
            </div>
            {!state && (
              <Button
                size="small"
                busy={busy === one.id}
                disabled={busy !== null}
                aria-label={intl.formatMessage({ id: 'table.bulk_undo' }, { what })}
                onClick={() => void undo(one)}
              >
                <FormattedMessage id="item.undo" />
              </Button>
            )}
          </li>
        );
      })}
    </TakenBackList>
  );
}
