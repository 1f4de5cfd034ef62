import { SEPARATE_FOLDER } from '#server/access/policy/own-scope.ts';
import { separateFolder } from '#server/access/policy/separate-folder.ts';
import { MAIL_RESET_LINK, mailResetLink } from '#server/accounts/password.service.ts';
import { answerLetter } from '#server/forms/receipts/answer-letter.ts';
import { receiptLetter } from '#server/forms/receipts/receipt-letter.ts';
import { INDEX_ANSWERS, indexAnswers } from '#server/forms/submissions/index-answers.ts';
import { deliverWebhook } from '#server/forms/webhooks/deliver-webhook.ts';
import { DELIVER_WEBHOOK } from '#server/forms/webhooks/queue-deliveries.ts';
import { TELL_OF_JOINERS, writeOfJoiners } from '#server/hubs/join-requests/tell-of-joiners.ts';
import { INDEX_MOVED, indexMoved } from '#server/items/item/move-to-space.ts';
import { RESTORE_BELOW, restoreRestBelow } from '#server/items/item/restore-below.ts';
import { TRASH_BELOW, trashRestBelow } from '#server/items/item/trash-below.ts';
import { processItem } from '#server/items/processing/process-item.ts';
import { PROCESS_ITEM } from '#server/items/processing/queue-processing.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import { PURGE } from '#server/platform/jobs/queue-purge.ts';
import { SEND_MAIL } from '#server/platform/mail/mail.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import type { Services } from '#server/platform/services.ts';
import { END_LISTS, endRestOfLists } from '#server/spaces/space/end-lists.ts';
import { IMPORT_ROWS, importFile } from '#server/tables/import-file.ts';
import { purge } from './purge.ts';

/** Every kind of job, by its name in the queue. */
export function tasks(services: Services): Record<string, Task> {
  return {
    [PROCESS_ITEM]: processItem(services),
    [PURGE]: purge(services),
    [END_LISTS]: endRestOfLists(services),
    [TRASH_BELOW]: trashRestBelow(services),
    [SEPARATE_FOLDER]: separateFolder(services),
    [RESTORE_BELOW]: restoreRestBelow(services),
    [INDEX_MOVED]: indexMoved(services),
    [TELL_OF_JOINERS]: writeOfJoiners(services),
    [SEND_MAIL]: sendMail(services, {
      receipt: (about) => receiptLetter(services, about),
      answer: (about) => answerLetter(services, about),
    }),
    [MAIL_RESET_LINK]: mailResetLink(services),
    [DELIVER_WEBHOOK]: deliverWebhook(services),
    [INDEX_ANSWERS]: indexAnswers(services),
    [IMPORT_ROWS]: importFile(services),
  };
}
