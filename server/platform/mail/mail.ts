import type { Config } from '#server/platform/config/config.ts';
import { encryptText } from '#server/platform/crypto/encrypted-text.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { composeMail } from './compose.ts';
import type {
  MailMessage,
  MailTemplate,
  NotificationReference,
  QueuedMessage,
  ReceiptReference,
} from './message.ts';

export const SEND_MAIL = 'send-mail';

/**
 * Attempts until a mail fails permanently, with pauses of up to six hours: four days, as RFC 5321 §4.5.4.1
 * advises.
 */
const ATTEMPTS = 24;

/** Outgoing mail. */
export type Mail = {
  /**
   * Queues a mail; it is sent soon, also after a kill or while the mail server is down for a time. Pass the
   * transaction of the action that it reports: the mail exists when that commits, never before.
   * @returns the id of its row in `outgoing_mail`, which has the outcome.
   * @throws TypeError for an invalid address: check it before (`lib/text/rules.ts`).
   */
  queue<Template extends MailTemplate>(
    message: MailMessage<Template>,
    options?: { transaction?: Transaction },
  ): Promise<string>;
  /**
   * Queues the mail of a submission to its form's team; what it contains of the submission is read when it is
   * sent.
   */
  queueSubmissionMail(
    message: MailMessage<'answered' | 'answer-changed'> & NotificationReference,
    options: { transaction: Transaction },
  ): Promise<string>;
  /**
   * Queues the receipt of a submission, which is written when it is sent: nothing of the submission is stored
   * in the queue.
   */
  queueReceipt(
    receipt: ReceiptReference & { to: string },
    options: { transaction: Transaction },
  ): Promise<string>;
};

/** Encrypted, so that only the holder of the key can read a queued mail. */
export const mailEncryptionContext = (id: string) => ({ purpose: 'outgoing mail', belongsTo: id });

/** The transport for mail, or null where none is configured. */
export function createMail(services: {
  config: Pick<Config, 'smtp'>;
  database: Database;
  jobs: Jobs;
  signingKey: Uint8Array;
}): Mail | null {
  if (!services.config.smtp) return null;
  const queueMessage = async (
    message: QueuedMessage,
    transaction?: Transaction,
    until?: Date,
  ): Promise<string> => {
    const id = newId();
    const { template } = message;
    await (transaction ?? services.database).insertInto('outgoing_mail').values({ id, template }).execute();
    // It may contain a code or a link's token, and always an address: not readable at rest.
    const sealed = encryptText(services.signingKey, mailEncryptionContext(id), JSON.stringify(message));
    await services.jobs.add(
      SEND_MAIL,
      { id, sealed, until: until?.getTime() ?? null },
      { attempts: ATTEMPTS, urgent: true, ...(transaction ? { transaction } : {}) },
    );
    return id;
  };
  return {
    async queue({ until, ...message }, { transaction } = {}) {
      composeMail(message);
      return queueMessage(message, transaction, until);
    },
    async queueSubmissionMail({ until, submissionId, ...message }, { transaction }) {
      const queued = { ...message, answer: { submissionId } };
      composeMail(queued);
      return queueMessage(queued, transaction, until);
    },
    async queueReceipt({ to, submissionId, token }, { transaction }) {
      const message = {
        to,
        template: 'receipt',
        values: { form: '' },
        receipt: { submissionId, token },
      } as const;
      composeMail(message);
      return queueMessage(message, transaction);
    },
  };
}
