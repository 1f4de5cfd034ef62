import { createFolderScopeTask } from '#server/access/policy/create-folder-scope.ts';
import { CREATE_FOLDER_SCOPE } from '#server/access/policy/folder-scope.ts';
import { MAIL_RESET_LINK, mailResetLink } from '#server/accounts/password.service.ts';
import { writeArchivedForms } from '#server/forms/archive/write-archived-forms.ts';
import { notificationLetter } from '#server/forms/receipts/notification-letter.ts';
import { receiptLetter } from '#server/forms/receipts/receipt-letter.ts';
import { deliverWebhook } from '#server/forms/webhooks/deliver-webhook.ts';
import { DELIVER_WEBHOOK } from '#server/forms/webhooks/queue-deliveries.ts';
import {
  JOIN_REQUEST_DIGEST,
  sendJoinRequestDigest,
} from '#server/hubs/join-requests/join-request-digest.ts';
import { NOTIFY_MENTIONED, notifyMentionedTask } from '#server/hubs/notifications/mention-changes.ts';
import { DERIVE_DOCUMENT, deriveDocumentTask } from '#server/items/collaboration/derive-document.ts';
import { writeDiscussions } from '#server/items/discussions/archive/write-discussions.ts';
import { importDocuments } from '#server/items/imports/import-documents.ts';
import { IMPORT_DOCUMENTS } from '#server/items/imports/import-task.ts';
import { writeVersions } from '#server/items/imports/versions/write-versions.ts';
import { COPY_ITEMS } from '#server/items/item/large-copy.repo.ts';
import { copyItemsTask } from '#server/items/item/large-copy.ts';
import { INDEX_MOVED_ITEMS, indexMovedItemsTask } from '#server/items/item/move-to-space.ts';
import { RESTORE_DESCENDANTS, restoreDescendantsTask } from '#server/items/item/restore-descendants.ts';
import { TRASH_DESCENDANTS, trashDescendantsTask } from '#server/items/item/trash-descendants.ts';
import { processItem } from '#server/items/processing/process-item.ts';
import { PROCESS_ITEM } from '#server/items/processing/queue-processing.ts';
import { sendWatchDigests, WATCH_DIGEST } from '#server/items/watching/watch-digest.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import { PURGE } from '#server/platform/jobs/queue-purge.ts';
import { SEND_MAIL } from '#server/platform/mail/mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import type { Services } from '#server/platform/services.ts';
import { REVOKE_SPACE_ACCESS, revokeSpaceAccessTask } from '#server/spaces/space/revoke-space-access.ts';
import { writeArchivedTable } from '#server/tables/archive/write-archived-table.ts';
import { writeDatabase } from '#server/tables/archive/write-database.ts';
import { BULK_CHANGE } from '#server/tables/bulk/bulk-change-job.ts';
import { bulkChangeTask } from '#server/tables/bulk/bulk-change-task.ts';
import { changeColumnTask } from '#server/tables/columns/change-column-task.ts';
import { CHANGE_COLUMN } from '#server/tables/columns/queue-column-change.ts';
import { REFRESH_FORMULAS, refreshFormulasTask } from '#server/tables/columns/refresh-formulas.ts';
import { IMPORT_ROWS, importFile } from '#server/tables/import/import-file.ts';
import { BUILD_ROW_INDEX, buildRowIndexTask } from '#server/tables/lists/build-row-index.ts';
import { purge } from './purge.ts';

/** Every kind of job, by its name in the queue. */
export function tasks(services: Services): Record<string, Task> {
  return {
    [PROCESS_ITEM]: processItem(services),
    [DERIVE_DOCUMENT]: deriveDocumentTask(services),
    [NOTIFY_MENTIONED]: notifyMentionedTask(services),
    [PURGE]: purge(services),
    [REVOKE_SPACE_ACCESS]: revokeSpaceAccessTask(services),
    // The name under which earlier versions queued it.
    'end-lists': revokeSpaceAccessTask(services),
    [TRASH_DESCENDANTS]: trashDescendantsTask(services),
    [CREATE_FOLDER_SCOPE]: createFolderScopeTask(services),
    [RESTORE_DESCENDANTS]: restoreDescendantsTask(services),
    [INDEX_MOVED_ITEMS]: indexMovedItemsTask(services),
    [JOIN_REQUEST_DIGEST]: sendJoinRequestDigest(services),
    // Likewise.
    'tell-of-joiners': sendJoinRequestDigest(services),
    [WATCH_DIGEST]: sendWatchDigests(services),
    [SEND_MAIL]: sendMail(services, {
      receipt: (about) => receiptLetter(services, about),
      notification: (about) => notificationLetter(services, about),
    }),
    [MAIL_RESET_LINK]: mailResetLink(services),
    [DELIVER_WEBHOOK]: deliverWebhook(services),
    [BUILD_ROW_INDEX]: buildRowIndexTask(services),
    [BULK_CHANGE]: bulkChangeTask(services),
    [CHANGE_COLUMN]: changeColumnTask(services),
    [REFRESH_FORMULAS]: refreshFormulasTask(services),
    [IMPORT_ROWS]: importFile(services),
    [IMPORT_DOCUMENTS]: importDocuments(services, {
      table: writeArchivedTable,
      database: writeDatabase,
      versions: writeVersions,
      discussions: writeDiscussions,
      forms: writeArchivedForms,
    }),
    [COPY_ITEMS]: copyItemsTask(services),
  };
}
