import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useJob } from '#context/use-job.ts';
import type { Job } from '#lib/contract/job.ts';
import { messageOf } from '#services/http.ts';
import { cancelJob, pauseJob, resumeJob } from '#services/jobs.ts';
import { space } from '#styles/tokens.ts';
import { ImportedPeople } from './ImportedPeople.tsx';
import { RefusedLinesLink } from './RefusedLinesLink.tsx';
import { useRate } from './use-rate.ts';

const POLL_MS = 400;
/** The page of a table is open for many people, and for hours. */
const POLL_AMONG_OTHERS_MS = 3_000;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

type ImportProgressProps = {
  /** The job as it was queued. */
  queued: Job;
  /** The import ended: the imported rows can be shown. */
  onDone: () => void;
  /** Of one that is shown among others: its result was read. */
  onClose?: () => void;
};

/** Progress of an import in lines of its file, and its result. */
export const ImportProgress = withQueries(function ImportProgress(props: ImportProgressProps) {
  const { queued, onDone, onClose } = props;
  const intl = useIntl();
  const { job, over, error, refetch } = useJob({
    queued,
    everyMs: onClose ? POLL_AMONG_OTHERS_MS : POLL_MS,
    isAmongOthers: onClose !== undefined,
    onDone,
  });
  const [failure, setFailure] = useState<ReactNode>(null);
  const rate = useRate(job.done + job.rejected, !over && !job.paused && job.progress !== null);
  const counts = { done: job.done, rejected: job.rejected };

  const act = async (send: (id: string) => Promise<unknown>) => {
    setFailure(null);
    try {
      await send(job.id);
    } catch (problem) {
      setFailure(failureText(problem));
    }
    await refetch();
  };

  return (
    <div>
      <div role="status">
        {!over && (
          <ProgressBar value={job.progress ?? 0} label={intl.formatMessage({ id: 'table.importing' })} />
        )}
        {!over && error && <Notice tone="error">{messageOf(error)}</Notice>}
        {over && job.reason && <Notice tone="error">{job.reason}</Notice>}
        <p>
          {over && job.people ? (
            <ImportedPeople of={{ ...counts, people: job.people }} />
          ) : over ? (
            <FormattedMessage id="table.import_done" values={counts} />
          ) : job.paused ? (
            <FormattedMessage id="table.import_paused" values={counts} />
          ) : job.progress === null ? (
            <FormattedMessage id="table.import_waiting" />
          ) : (
            <FormattedMessage id="table.import_progress" values={{ ...counts, progress: job.progress }} />
          )}{' '}
          {rate !== null && <FormattedMessage id="table.import_rate" values={{ rate }} />}
        </p>
        {over && job.partial !== undefined && (
          <p>
            <FormattedMessage
              id={job.people ? 'table.import_in_part' : 'table.import_rows_in_part'}
              values={{ partial: job.partial }}
            />
          </p>
        )}
        {over && job.errors_url && (
          <p>
            <RefusedLinesLink of={job} />
          </p>
        )}
      </div>
      {failure && <Notice tone="error">{failure}</Notice>}
      {over && onClose && (
        <Actions>
          <Button size="small" onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
        </Actions>
      )}
      {!over && (
        <Actions>
          <Button size="small" onClick={() => void act(job.paused ? resumeJob : pauseJob)}>
            <FormattedMessage id={job.paused ? 'table.import_resume' : 'table.import_pause'} />
          </Button>
          <Button size="small" variant="quiet" onClick={() => void act(cancelJob)}>
            <FormattedMessage id="table.import_cancel" />
          </Button>
        </Actions>
      )}
    </div>
  );
});
