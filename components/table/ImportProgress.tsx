import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Notice } from '#components/ui/Notice.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import type { Job } from '#lib/contract/job.ts';
import { messageOf } from '#services/http.ts';
import { getJob } from '#services/table.ts';

const POLL_MS = 400;

const isOver = ({ state }: Job) => state === 'ready' || state === 'failed';

type ImportProgressProps = {
  /** The job as it was queued. */
  queued: Job;
  /** The import ended: the imported rows can be shown. */
  onDone: () => void;
};

/** Progress of an import in lines of its file, and its result. */
export const ImportProgress = withQueries(function ImportProgress({ queued, onDone }: ImportProgressProps) {
  const intl = useIntl();
  const { data: job, error } = useQuery({
    queryKey: ['import', queued.id],
    queryFn: ({ signal }) => getJob(queued.id, signal),
    initialData: queued,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : POLL_MS),
    refetchIntervalInBackground: true,
  });
  const over = isOver(job);
  const latest = useRef(onDone);
  const counts = { done: job.done, rejected: job.rejected };

  useEffect(() => {
    latest.current = onDone;
  }, [onDone]);
  useEffect(() => {
    if (over) latest.current();
  }, [over]);

  return (
    <div role="status">
      {!over && (
        <ProgressBar value={job.progress ?? 0} label={intl.formatMessage({ id: 'table.importing' })} />
      )}
      {!over && error && <Notice tone="error">{messageOf(error)}</Notice>}
      {over && job.reason && <Notice tone="error">{job.reason}</Notice>}
      <p>
        {over ? (
          <FormattedMessage id="table.import_done" values={counts} />
        ) : job.progress === null ? (
          <FormattedMessage id="table.import_waiting" />
        ) : (
          <FormattedMessage id="table.import_under_way" values={{ ...counts, progress: job.progress }} />
        )}
      </p>
      {over && job.errors_url && (
        <p>
          <a href={job.errors_url} download>
            <FormattedMessage id="table.import_errors" />
          </a>
        </p>
      )}
    </div>
  );
});
