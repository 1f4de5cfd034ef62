import { recordRepeatCounts } from '#server/access/audit/record-repeatable.ts';
import { deleteEndedSessions } from '#server/access/sessions/session.repo.ts';
import { deleteExpiredProofs } from '#server/accounts/expired-proofs.repo.ts';
import { deleteExpiredIdempotencyRecords } from '#server/api/expired-idempotency.repo.ts';
import { purgeForms } from '#server/forms/deletion/purge-forms.ts';
import { deleteExpiredDrafts } from '#server/forms/drafts/form-draft.repo.ts';
import { deleteExpiredVisits } from '#server/forms/fill/progress.ts';
import { PENDING_FILE_HOURS } from '#server/forms/uploads/form-file.repo.ts';
import { deleteExpiredUploads } from '#server/forms/uploads/form-upload.repo.ts';
import { deleteOldDeliveries } from '#server/forms/webhooks/webhook.repo.ts';
import { deleteOldNotifications } from '#server/hubs/notifications/notification.repo.ts';
import { purgeHubs } from '#server/hubs/settings/purge-hubs.ts';
import { thinVersions } from '#server/items/collaboration/thin-versions.repo.ts';
import { deleteUnusedDiscussionPictures } from '#server/items/discussions/pictures/discussion-picture.repo.ts';
import { purgePosts } from '#server/items/discussions/posts/post.service.ts';
import { stopWaitingImports } from '#server/items/imports/import-choice.ts';
import { deleteOldImports } from '#server/items/imports/past-imports.repo.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import { deleteEndedMails } from '#server/platform/mail/ended-mails.repo.ts';
import { deleteEndedLimits } from '#server/platform/rate-limit/ended-limits.repo.ts';
import type { Services } from '#server/platform/services.ts';
import { purgeStrayFiles } from '#server/platform/storage/purge-stray-files.ts';
import { purgeUnusedFiles } from '#server/platform/storage/purge-unused-files.ts';
import { deleteExpiredAccessRequests } from '#server/spaces/members/access-request.repo.ts';
import { purgeBulkChanges } from '#server/tables/bulk/bulk-change.repo.ts';
import { purgeDeletedColumns } from '#server/tables/columns/purge-columns.ts';
import { dropPurgedTables } from '#server/tables/drop-tables.ts';
import { stopPausedImports } from '#server/tables/import/import.repo.ts';
import { dropUnusedRowIndexes } from '#server/tables/lists/build-row-index.ts';
import { purgeDeletedRows } from '#server/tables/rows/deleted-row.repo.ts';
import { deleteExpiredRowFiles } from '#server/tables/rows/row-file.repo.ts';
import { purgeTrash } from '#server/trash/purge-trash.ts';

/** Webhook deliveries are logged for so many days. */
const DELIVERY_DAYS = 30;

/** Once every night (UTC). */
const TIMES = '17 3 * * *';

/**
 * What one domain purges: expired rows and files. `always` also runs soon after something was permanently
 * deleted; `nightly` scans whole tables or the storage, so it runs once a day.
 */
type PurgeHandler = {
  domain: string;
  when: 'always' | 'nightly';
  purge(services: Services, signal: AbortSignal, run: { isNight: boolean }): Promise<unknown>;
};

/** In the order in which they run: parents before what they leave behind, files last. */
const handlers: readonly PurgeHandler[] = [
  { domain: 'hubs', when: 'nightly', purge: purgeHubs },
  { domain: 'trash', when: 'always', purge: purgeTrash },
  { domain: 'discussions', when: 'nightly', purge: purgePosts },
  {
    domain: 'imports of documents',
    when: 'nightly',
    purge: async ({ database }, signal) => {
      await stopWaitingImports(database, signal);
      await deleteOldImports(database, signal);
    },
  },
  {
    domain: 'pictures of discussions',
    when: 'nightly',
    purge: async ({ database }, signal) => {
      let at = await deleteUnusedDiscussionPictures(database, null);
      while (at) {
        signal.throwIfAborted();
        at = await deleteUnusedDiscussionPictures(database, at);
      }
    },
  },
  {
    domain: 'versions of documents',
    when: 'nightly',
    purge: ({ database }, signal) => thinVersions(database, signal),
  },
  { domain: 'forms', when: 'always', purge: purgeForms },
  { domain: 'tables', when: 'always', purge: ({ database }, signal) => dropPurgedTables(database, signal) },
  {
    domain: 'indexes of rows',
    when: 'nightly',
    purge: ({ database }, signal) => dropUnusedRowIndexes(database, signal),
  },
  {
    domain: 'deleted rows',
    when: 'nightly',
    purge: ({ database }, signal) => purgeDeletedRows(database, signal),
  },
  { domain: 'deleted columns', when: 'nightly', purge: purgeDeletedColumns },
  {
    domain: 'bulk changes',
    when: 'nightly',
    purge: ({ database }, signal) => purgeBulkChanges(database, signal),
  },
  {
    domain: 'paused imports',
    when: 'nightly',
    purge: ({ database }, signal) => stopPausedImports(database, signal),
  },
  {
    domain: 'table files',
    when: 'always',
    purge: ({ database }, signal) => deleteExpiredRowFiles(database, signal),
  },
  {
    domain: 'form visits',
    when: 'nightly',
    purge: ({ database }, signal) => deleteExpiredVisits(database, signal),
  },
  {
    domain: 'notifications',
    when: 'nightly',
    purge: ({ database }, signal) => deleteOldNotifications(database, signal),
  },
  {
    domain: 'access requests',
    when: 'nightly',
    purge: ({ database }, signal) => deleteExpiredAccessRequests(database, signal),
  },
  {
    domain: 'form drafts',
    when: 'nightly',
    purge: ({ database }, signal) => deleteExpiredDrafts(database, signal),
  },
  {
    domain: 'form uploads',
    when: 'nightly',
    purge: ({ database }, signal) => deleteExpiredUploads(database, signal),
  },
  {
    domain: 'sessions',
    when: 'nightly',
    purge: ({ database }, signal) => deleteEndedSessions(database, signal),
  },
  {
    domain: 'accounts',
    when: 'nightly',
    purge: ({ database }, signal) => deleteExpiredProofs(database, signal),
  },
  { domain: 'mail', when: 'nightly', purge: ({ database }, signal) => deleteEndedMails(database, signal) },
  {
    domain: 'webhooks',
    when: 'nightly',
    purge: ({ database }, signal) => deleteOldDeliveries(database, DELIVERY_DAYS, signal),
  },
  {
    domain: 'rate limits',
    when: 'nightly',
    purge: ({ database }, signal) => deleteEndedLimits(database, signal),
  },
  {
    domain: 'idempotency keys',
    when: 'nightly',
    purge: ({ database }, signal) => deleteExpiredIdempotencyRecords(database, signal),
  },
  {
    domain: 'audit log',
    when: 'nightly',
    purge: ({ database }, signal) => recordRepeatCounts(database, signal),
  },
  {
    domain: 'partial uploads',
    when: 'nightly',
    purge: ({ storage }) => storage.partial.clear(new Date(Date.now() - PENDING_FILE_HOURS * 3_600_000)),
  },
  { domain: 'files', when: 'always', purge: purgeUnusedFiles },
  { domain: 'storage', when: 'nightly', purge: purgeStrayFiles },
];

/** Purges what has expired, domain by domain. */
export function purge(services: Services): Task {
  return {
    times: TIMES,
    async run({ hub }, { signal }) {
      const isNight = typeof hub !== 'string';
      const failures: unknown[] = [];
      for (const handler of handlers.filter(({ when }) => when === 'always' || isNight)) {
        signal.throwIfAborted();
        try {
          await handler.purge(services, signal, { isNight });
        } catch (error) {
          // The failure of one domain does not stop the others.
          if (signal.aborted) throw error;
          services.log.warn({ err: error, domain: handler.domain }, 'a purge failed');
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'a purge failed');
    },
  };
}
