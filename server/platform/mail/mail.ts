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

/** Tries until a mail is given up, with pauses of up to six hours: four days, as RFC 5321 §4.5.4.1 advises. */
const ATTEMPTS = 24;

/** Outgoing mail. */
export type Mail = {
  /**
   * Queues a mail; it is sent soon, also after a kill or while the mail server is away for a time. Give the
   * transaction of the act that it tells of: it is there when that commits, never before.
   * @returns the id of its row in `outgoing_mail`, which tells what became of it.
   * @throws TypeError for an address that is none: check it before (`lib/text/rules.ts`).
   */
  queue<Template extends MailTemplate>(
    message: MailMessage<Template>,
    options?: { transaction?: Transaction },
  ): Promise<string>;
  /** Queues the mail of an answer to its form's team; what it holds of the answer is read when it is sent. */
  queueSubmissionMail(
    message: MailMessage<'answered' | 'answer-changed'> & NotificationReference,
    options: { transaction: Transaction },
  ): Promise<string>;
  /** Queues the receipt of an answer, which is written when it is sent: nothing of the answer waits in the queue. */
  queueReceipt(
    receipt: ReceiptReference & { to: string },
    options: { transaction: Transaction },
  ): Promise<string>;
};

/** Who can read a queued mail: whoever holds the key. */
export const mailEncryptionContext = (id: string) => ({ purpose: 'outgoing mail', belongsTo: id });

/** The way to send mail, or null where none is configured. */
export function createMail(services: {
  config: Pick<Config, 'smtp'>;
  database: Database;
  jobs: Jobs;
  signingKey: Uint8Array;
}): Mail | null {
  if (!services.config.smtp) return null;
  const keep = async (message: QueuedMessage, transaction?: Transaction, until?: Date): Promise<string> => {
    const id = newId();
    const { template } = message;
    await (transaction ?? services.database).insertInto('outgoing_mail').values({ id, template }).execute();
    // It may hold a code or a link's token, and always somebody's address: not readable at rest.
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
      return keep(message, transaction, until);
    },
    async queueSubmissionMail({ until, submissionId, ...message }, { transaction }) {
      const kept = { ...message, answer: { submissionId } };
      composeMail(kept);
      return keep(kept, transaction, until);
    },
    async queueReceipt({ to, submissionId, token }, { transaction }) {
      const message = {
        to,
        template: 'receipt',
        values: { form: '' },
        receipt: { submissionId, token },
      } as const;
      composeMail(message);
      return keep(message, transaction);
    },
  };
}
