import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { ProgressBar } from '#components/ui/ProgressBar.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useJob } from '#context/use-job.ts';
import type { Job } from '#lib/contract/job.ts';
import { messageOf } from '#services/http.ts';
import { cancelJob } from '#services/jobs.ts';
import { space } from '#styles/tokens.ts';

const POLL_MS = 700;

const Parts = styled.div`
  display: grid;
  gap: ${space(4)};
`;

type CopyProgressProps = {
  title: string;
  /** The job as it was queued. */
  queued: Job;
  /** The copy is complete. */
  onDone: (id: string) => void;
  onClose: () => void;
};

/** The progress of a folder that is duplicated by a job, and what became of it. */
export const CopyProgress = withQueries(function CopyProgress(props: CopyProgressProps) {
  const { title, queued, onDone, onClose } = props;
  const intl = useIntl();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { job, over, error, refetch } = useJob({
    queued,
    everyMs: POLL_MS,
    onDone: () => {
      const id = job.result?.[0]?.item_id;
      if (id) onDone(id);
    },
  });
  const cancel = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await cancelJob(queued.id);
    } catch (refused) {
      setProblem(messageOf(refused));
    }
    await refetch();
    setBusy(false);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="copy_job.title" values={{ title: <bdi>{title}</bdi> }} />}
      footer={
        <>
          {!over && (
            <Button busy={busy} onClick={() => void cancel()}>
              <FormattedMessage id="copy_job.cancel" />
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
        </>
      }
    >
      <Parts role="status">
        {!over && (
          <ProgressBar
            value={job.progress ?? 0}
            label={intl.formatMessage({ id: 'copy_job.title' }, { title })}
          />
        )}
        {!over && error && <Notice tone="error">{messageOf(error)}</Notice>}
        {!over && problem && <Notice tone="error">{problem}</Notice>}
        {over && job.reason && <Notice tone="error">{job.reason}</Notice>}
        {(!over || !job.reason) && (
          <p>
            <FormattedMessage id="copy_job.counts" values={{ done: job.done, rejected: job.rejected }} />
          </p>
        )}
        {!over && (
          <p>
            <FormattedMessage id="copy_job.leave" />
          </p>
        )}
      </Parts>
    </Modal>
  );
});
