import type { Job } from '#lib/contract/job.ts';

/** What a line says of an import's files: what is here already, and is the same, was not imported. */
export const importCounts = ({
  done,
  rejected,
  unchanged = 0,
}: Pick<Job, 'done' | 'rejected' | 'unchanged'>) => ({
  done: done - unchanged,
  rejected,
  unchanged,
});
