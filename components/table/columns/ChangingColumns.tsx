import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { getJob } from '#services/table.ts';
import { color, space } from '#styles/tokens.ts';

const POLL_MS = 1_000;

const Line = styled.div`
  display: grid;
  gap: ${space(1)};
  max-width: 480px;
  margin-bottom: ${space(3)};
  color: ${color('quiet')};
  font-size: 13px;
`;

type ChangingColumnProps = { column: WireColumn; job: string; onDone: () => void };

function ChangingColumn({ column: { label }, job, onDone }: ChangingColumnProps) {
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
  return (
    <Line role="status">
      <span>
        <FormattedMessage id="table.column_changing" values={{ label: <bdi>{label}</bdi> }} />
      </span>
      <ProgressBar
        value={data?.progress ?? 0}
        label={intl.formatMessage({ id: 'table.column_changing' }, { label })}
      />
    </Line>
  );
}

const isOver = (state: string) => state === 'ready' || state === 'failed';

/** The columns whose values are being rewritten in the background, and how far that is. */
export function ChangingColumns({ columns, onDone }: { columns: readonly WireColumn[]; onDone: () => void }) {
  return columns.flatMap((column) =>
    column.changing ? (
      <ChangingColumn key={column.changing} column={column} job={column.changing} onDone={onDone} />
    ) : (
      []
    ),
  );
}
