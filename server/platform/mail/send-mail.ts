import type { FastifyBaseLogger } from 'fastify';
import type { Transporter } from 'nodemailer';
import { mailboxOf } from '#lib/text/email.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { SmtpConfig } from '#server/platform/config/smtp-url.ts';
import { decryptText } from '#server/platform/crypto/encrypted-text.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { MailState } from '#server/platform/database/schema/requests.ts';
import { ReceiverUnavailable, type Task } from '#server/platform/jobs/jobs.ts';
import { composeMail } from './compose.ts';
import { mailEncryptionContext } from './mail.ts';
import type { MailContent, NotificationReference, QueuedMessage, ReceiptReference } from './message.ts';

/** Patience with the mail server, in milliseconds. */
export type MailPatience = {
  /** Timeout until the server greets, from the first attempt to connect. */
  connectMs: number;
  /** Timeout between two of its messages. */
  silenceMs: number;
  /**
   * Timeout of a whole mail: a server that always sends a little more, and never enough, must not occupy a
   * worker forever.
   */
  mailMs: number;
};

const PATIENCE: MailPatience = { connectMs: 10_000, silenceMs: 30_000, mailMs: 300_000 };

/** The mail library needs more than 20 MB of memory: it is loaded for the first mail. */
async function transportOf(smtp: SmtpConfig, { connectMs, silenceMs }: MailPatience): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: smtp.requireTls,
    tls: { rejectUnauthorized: smtp.verifyCertificate },
    ...(smtp.credentials ? { auth: { user: smtp.credentials.user, pass: smtp.credentials.password } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const field = (error: unknown, name: 'code' | 'responseCode'): unknown =>
  error instanceof Error && name in error ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined;

/** An error of the connection or the credentials does not concern the mail: the administrator can fix it. */
const isAboutMail = (error: unknown): boolean =>
  ['EENVELOPE', 'EMESSAGE'].includes(String(field(error, 'code')));

/** The status code of a permanent refusal of this mail, or null. */
function refusalOf(error: unknown): number | null {
  const reply = field(error, 'responseCode');
  return isAboutMail(error) && typeof reply === 'number' && reply >= 500 && reply < 600 ? reply : null;
}

type SendMailServices = {
  config: Config;
  database: Database;
  log: FastifyBaseLogger;
  signingKey: Uint8Array;
};

type Attachment = { filename: string; content: Buffer | string; contentType: string };

/** Renders mails about a form's submissions when they are sent; null where the submission was deleted. */
export type SubmissionMailContent = {
  receipt(about: ReceiptReference): Promise<{
    message: Pick<QueuedMessage, 'values' | 'link'>;
    letter: MailContent;
    attachments: Attachment[];
  } | null>;
  notification(
    about: NotificationReference,
  ): Promise<{ letter: MailContent | undefined; replyTo: string | null } | null>;
};

/**
 * Sends one queued mail. A permanent refusal is recorded and not retried; any other failure is. A sent mail
 * is not sent again, except after a kill between the server's response and our commit: then it arrives twice
 * with one id.
 */
export function sendMail(
  services: SendMailServices,
  letters: SubmissionMailContent,
  patience: MailPatience = PATIENCE,
): Task {
  const { config, database, log, signingKey } = services;
  const { smtp } = config;
  let transport: Promise<Transporter> | null = null;

  const note = async (id: string, state: MailState, replyCode: number | null = null): Promise<void> => {
    await database
      .updateTable('outgoing_mail')
      .set({ state, reply_code: replyCode, ended_at: new Date() })
      .where('id', '=', id)
      .execute();
    if (state !== 'sent') log.warn({ mail: id, state, replyCode }, 'a mail was not sent');
  };

  return {
    queue: 'mail',
    async run({ id, sealed, until }, { signal }) {
      if (typeof id !== 'string' || typeof sealed !== 'string')
        throw new TypeError('a mail has an id and a text');
      const stored = await database
        .selectFrom('outgoing_mail')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst();
      if (stored?.state !== 'queued') return;
      if (typeof until === 'number' && until < Date.now()) return note(id, 'expired');
      if (!smtp) throw new Error('SMTP_URL is not set any more');
      transport ??= transportOf(smtp, patience);
      const message: QueuedMessage = JSON.parse(decryptText(signingKey, mailEncryptionContext(id), sealed));
      const receipt = message.receipt && (await letters.receipt(message.receipt));
      const notification = message.answer && (await letters.notification(message.answer));
      // The submission was deleted before its mail was sent.
      if (receipt === null || notification === null) return note(id, 'expired');
      const completed = receipt ? { ...message, ...receipt.message } : message;
      const server = await transport;
      const tooLong = AbortSignal.timeout(patience.mailMs);
      try {
        await server.sendMail({
          // Closes the connection, too; where the process stops, the mail is sent after the next start.
          signal: AbortSignal.any([signal, tooLong]),
          ...composeMail(completed, receipt?.letter ?? notification?.letter),
          ...(notification?.replyTo
            ? { replyTo: { name: '', address: mailboxOf(notification.replyTo) } }
            : {}),
          attachments: receipt?.attachments ?? [],
          from: smtp.from,
          to: { name: '', address: mailboxOf(message.to) },
          messageId: `<${id}@${smtp.from.address.split('@')[1]}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(message.unsubscribe
              ? {
                  'List-Unsubscribe': `<${message.unsubscribe}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }
              : {}),
          },
        });
      } catch (error) {
        if (signal.aborted) throw new Error('the process stops');
        const refusal = refusalOf(error);
        if (refusal !== null) return note(id, 'refused', refusal);
        // The server's own text may repeat the address.
        const why = field(error, 'responseCode') ?? field(error, 'code') ?? 'no answer';
        const message = `the mail server did not take a mail (${why})`;
        const isForAll = tooLong.aborted || (field(error, 'code') !== undefined && !isAboutMail(error));
        throw isForAll ? new ReceiverUnavailable(message) : new Error(message);
      }
      await note(id, 'sent');
    },
    async giveUp({ id }) {
      if (typeof id === 'string') await note(id, 'refused');
    },
  };
}
