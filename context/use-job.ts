import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#lib/contract/job.ts';
import { getJob } from '#services/jobs.ts';

const isOver = ({ state }: Job) => state === 'ready' || state === 'failed';

type JobOptions = {
  /** The job as it was queued, or listed. */
  queued: Job;
  /** How often its progress is fetched, in milliseconds. */
  everyMs: number;
  /** Of one of many on a page: it is not fetched in the background, and seldom while it is paused. */
  isAmongOthers?: boolean;
  /** It ended: what it made can be shown. */
  onDone: () => void;
};

/** The progress of a job until it is over, also while the page is in the background. */
export function useJob({ queued, everyMs, isAmongOthers = false, onDone }: JobOptions) {
  const {
    data: job,
    error,
    refetch,
  } = useQuery({
    queryKey: ['job', queued.id],
    queryFn: ({ signal }) => getJob(queued.id, signal),
    initialData: queued,
    // One that is over has no result in lists.
    ...(isOver(queued) ? { staleTime: 0 } : {}),
    retry: false,
    refetchInterval: ({ state: { data } }) => {
      if (data && isOver(data)) return false;
      return isAmongOthers && data?.paused ? everyMs * 10 : everyMs;
    },
    refetchIntervalInBackground: !isAmongOthers,
  });
  const over = isOver(job);
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  }, [onDone]);
  useEffect(() => {
    if (over) latest.current();
  }, [over]);
  return { job, over, error, refetch };
}
