import type { Transaction } from '#server/platform/database/database.ts';
import type { MailMessage, MailTemplate } from '#server/platform/mail/message.ts';
import { consumeMailLimit, noticeCounters } from '#server/platform/rate-limit/mail-limits.ts';
import type { Services } from '#server/platform/services.ts';
import { type Account, accountByEmail } from './account.repo.ts';

/**
 * Notifies an account's owner of what was done to the account, where mail is configured and the address is
 * verified: what somebody else does in their name must not go unnoticed, and a stranger's mailbox gets
 * nothing.
 */
export async function notifyAccountOwner<Template extends MailTemplate>(
  services: Pick<Services, 'mail'>,
  account: Pick<Account, 'is_email_verified'>,
  message: MailMessage<Template>,
  options: { transaction?: Transaction } = {},
): Promise<void> {
  if (account.is_email_verified) await services.mail?.queue(message, options);
}

/** Notifies the account that verified this address, at most once a day, that somebody tried to use it. */
export async function notifyAddressInUse(
  services: Pick<Services, 'config' | 'database' | 'mail'>,
  email: string,
): Promise<void> {
  if (!services.mail) return;
  const owner = await accountByEmail(services.database, email);
  if (!owner?.is_email_verified || !(await consumeMailLimit(services, noticeCounters(email)))) return;
  await services.mail.queue({
    to: owner.email,
    template: 'address-in-use',
    values: {},
    link: `${services.config.publicUrl}/auth/signin`,
  });
}
