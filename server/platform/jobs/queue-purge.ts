import type { Transaction } from '#server/platform/database/database.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import type { Jobs } from './jobs.ts';

/** The job that purges what has passed its retention time. */
export const PURGE = 'purge';

/**
 * Queues it for what was just deleted in a hub: its vocabulary and files are purged with it, not only at
 * night.
 */
export function queuePurge(jobs: Jobs, hubId: string, transaction: Transaction): Promise<void> {
  const options = { transaction, key: `${PURGE} ${hubId}`, tenant: hubTenant(hubId) };
  return jobs.add(PURGE, { hub: hubId }, options);
}
