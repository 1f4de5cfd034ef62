import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Notice } from '#components/ui/Notice.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
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
export function ImportProgress({ queued, onDone }: ImportProgressProps) {
  const intl = useIntl();
  const [job, setJob] = useState(queued);
  const [problem, setProblem] = useState<string | null>(null);
  const over = isOver(job);
  const counts = { done: job.done, rejected: job.rejected };

  useEffect(() => {
    if (over) return;
    const controller = new AbortController();
    const timer = setInterval(() => {
      getJob(queued.id, controller.signal).then(
        (now) => {
          setProblem(null);
          setJob(now);
          if (isOver(now)) onDone();
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setProblem(messageOf(error));
        },
      );
    }, POLL_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [queued.id, over, onDone]);

  return (
    <div role="status">
      {!over && (
        <ProgressBar value={job.progress ?? 0} label={intl.formatMessage({ id: 'table.importing' })} />
      )}
      {!over && problem && <Notice tone="error">{problem}</Notice>}
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
}
