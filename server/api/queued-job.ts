import type { Job } from '#lib/contract/job.ts';

/** The response to what a job does from now on. */
export const queuedJob = (id: string) =>
  ({ id, state: 'queued', progress: 0, done: 0, rejected: 0, errors_url: null }) as const satisfies Job;
