import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { WorkProgress } from '#components/ui/WorkProgress.tsx';
import { getBulkChange } from '#services/bulk-changes.ts';
import { messageOf } from '#services/http.ts';
import { cancelJob } from '#services/jobs.ts';
import { finishBulk } from './bulk-undo.tsx';
import { runningBulks } from './undo-stack.ts';
import type { UndoControl } from './use-undo-stack.ts';

const POLL_MS = 1_000;

const TITLES = {
  delete: 'table.bulk_deleting',
  set: 'table.bulk_changing',
  restore: 'table.bulk_restoring',
  revert: 'table.bulk_reverting',
} as const;

type BulkProgressProps = { itemId: string; undoControl: UndoControl; refresh: () => void };

function RunningBulk({ id, itemId, undoControl, refresh }: BulkProgressProps & { id: string }) {
  const intl = useIntl();
  const toast = useToast();
  const { data, error } = useQuery({
    queryKey: ['bulk-change', id],
    queryFn: ({ signal }) => getBulkChange(itemId, id, signal),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : POLL_MS),
  });
  const latest = useRef({ itemId, undoControl, toast, refresh });
  useEffect(() => {
    latest.current = { itemId, undoControl, toast, refresh };
  });
  const hasCancelled = useRef(false);
  const isOver = data !== undefined && data.state !== 'running';
  useEffect(() => {
    if (!isOver) return;
    // The focus was on its button.
    if (hasCancelled.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('[role="grid"] [data-cell][tabindex="0"]')?.focus();
    finishBulk(latest.current, data);
  }, [isOver, data]);
  const [isCancelling, setCancelling] = useState(false);
  if (!data && error) return <Notice tone="error">{failureText(error)}</Notice>;
  if (!data || isOver) return null;
  const cancel = async () => {
    hasCancelled.current = true;
    setCancelling(true);
    try {
      if (data.job !== null) await cancelJob(data.job);
    } catch (error) {
      toast({ tone: 'error', text: messageOf(error) });
      setCancelling(false);
    }
  };
  const done = data.changed + data.unchanged + data.skipped + data.refused;
  return (
    <WorkProgress
      title={<FormattedMessage id={TITLES[data.action]} />}
      label={intl.formatMessage({ id: TITLES[data.action] })}
      value={done / Math.max(1, data.total)}
      state={<FormattedMessage id="table.column_changing_rows" values={{ done, total: data.total }} />}
      action={
        <Button size="small" variant="quiet" busy={isCancelling} onClick={() => void cancel()}>
          <FormattedMessage id="action.cancel" />
        </Button>
      }
    />
  );
}

/** Bulk changes of this viewer that jobs are making, also after the page was loaded again. */
export function BulkProgress(props: BulkProgressProps) {
  return runningBulks(props.undoControl.stack).map((id) => <RunningBulk key={id} id={id} {...props} />);
}
