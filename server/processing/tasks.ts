import { MAIL_RESET_LINK, mailResetLink } from '../account/password.service.ts';
import { TELL_OF_JOINERS, writeOfJoiners } from '../hub/tell-of-joiners.ts';
import { INDEX_MOVED, indexMoved } from '../item/move-to-space.ts';
import { TRASH_BELOW, trashRestBelow } from '../item/trash-below.ts';
import type { Task } from '../jobs/jobs.ts';
import { SEND_MAIL } from '../mail/mail.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Services } from '../services.ts';
import { END_LISTS, endRestOfLists } from '../space/end-lists.ts';
import { INDEX_ANSWERS, indexAnswers } from '../submission/index-answers.ts';
import { IMPORT_ROWS, importFile } from '../table/import-file.ts';
import { deliverWebhook } from '../webhook/deliver-webhook.ts';
import { DELIVER_WEBHOOK } from '../webhook/queue-deliveries.ts';
import { processItem } from './process-item.ts';
import { PURGE, purge } from './purge.ts';
import { PROCESS_ITEM } from './queue-processing.ts';

/** Every kind of job, by its name in the queue. */
export function tasks(services: Services): Record<string, Task> {
  return {
    [PROCESS_ITEM]: processItem(services),
    [PURGE]: purge(services),
    [END_LISTS]: endRestOfLists(services),
    [TRASH_BELOW]: trashRestBelow(services),
    [INDEX_MOVED]: indexMoved(services),
    [TELL_OF_JOINERS]: writeOfJoiners(services),
    [SEND_MAIL]: sendMail(services),
    [MAIL_RESET_LINK]: mailResetLink(services),
    [DELIVER_WEBHOOK]: deliverWebhook(services),
    [INDEX_ANSWERS]: indexAnswers(services),
    [IMPORT_ROWS]: importFile(services),
  };
}
