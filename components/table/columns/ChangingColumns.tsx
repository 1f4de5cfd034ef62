import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { WorkProgress } from '#components/ui/WorkProgress.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { messageOf } from '#services/http.ts';
import { cancelJob, getJob } from '#services/jobs.ts';

const POLL_MS = 1_000;

type ChangingColumnProps = {
  column: WireColumn;
  job: string;
  mayChange: boolean;
  onDone: () => void;
};

function ChangingColumn({ column: { label }, job, mayChange, onDone }: ChangingColumnProps) {
  const intl = useIntl();
  const toast = useToast();
  const { data } = useQuery({
    queryKey: ['column-change', job],
    queryFn: ({ signal }) => getJob(job, signal),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.state) ? false : POLL_MS),
  });
  const over = data !== undefined && isOver(data.state);
  const reason = over ? data.reason : undefined;
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  }, [onDone]);
  useEffect(() => {
    if (reason) toast({ tone: 'error', text: reason });
    if (over) latest.current();
  }, [over, reason, toast]);
  const [isCancelling, setCancelling] = useState(false);
  const cancel = async () => {
    setCancelling(true);
    try {
      await cancelJob(job);
      latest.current();
    } catch (error) {
      toast({ tone: 'error', text: messageOf(error) });
    } finally {
      setCancelling(false);
    }
  };
  return (
    <WorkProgress
      title={<FormattedMessage id="table.column_changing" values={{ label: <bdi>{label}</bdi> }} />}
      label={intl.formatMessage({ id: 'table.column_changing' }, { label })}
      value={data?.progress ?? 0}
      state={
        data?.total !== undefined && (
          <FormattedMessage
            id="table.column_changing_rows"
            values={{ done: Math.min(data.done, data.total), total: data.total }}
          />
        )
      }
      action={
        mayChange &&
        !over && (
          <Button
            size="small"
            variant="quiet"
            busy={isCancelling}
            aria-label={intl.formatMessage({ id: 'table.column_changing_cancel' }, { label })}
            onClick={() => void cancel()}
          >
            <FormattedMessage id="action.cancel" />
          </Button>
        )
      }
    />
  );
}

const isOver = (state: string) => state === 'ready' || state === 'failed';

type ChangingColumnsProps = { columns: readonly WireColumn[]; mayChange: boolean; onDone: () => void };

/** The columns whose values are being rewritten in the background, and how far that is. */
export function ChangingColumns({ columns, mayChange, onDone }: ChangingColumnsProps) {
  return columns.flatMap((column) =>
    column.changing ? (
      <ChangingColumn
        key={column.changing}
        column={column}
        job={column.changing}
        mayChange={mayChange}
        onDone={onDone}
      />
    ) : (
      []
    ),
  );
}
