import { sql } from 'kysely';
import type { WebhookDisabledReason } from '#lib/contract/webhook.ts';
import { accountNameForMail } from '#server/hubs/members/member.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';

/** A webhook that has failed for this many days is disabled. */
export const FAILURE_DAYS = 3;

type TurnedOff =
  | { reason: Exclude<WebhookDisabledReason, 'by_hand'> }
  | { reason: 'by_hand'; byUserId: string };

/**
 * Disables a webhook and, in the same transaction, queues a mail to its creator unless they did it
 * themselves. One that is disabled already stays as it is, so that each time is reported once.
 */
export async function disableWebhook(
  trx: Transaction,
  { mail }: Pick<Services, 'mail'>,
  webhookId: string,
  why: TurnedOff,
): Promise<void> {
  const by = why.reason === 'by_hand' ? why.byUserId : null;
  const { rows } = await sql<{ url: string; email: string | null }>`
    with off as (
      update webhook set is_active = false, disabled_at = now(), disabled_reason = ${why.reason}, disabled_by = ${by}
      where id = ${webhookId} and is_active returning url, created_by
    )
    select off.url, person.email
    from off left join app_user person on person.id = off.created_by and person.is_email_verified
      and person.id is distinct from ${by}::uuid`.execute(trx);
  const [off] = rows;
  if (!off?.email || !mail) return;
  const to = off.email;
  const { host } = new URL(off.url);
  switch (why.reason) {
    case 'failing': {
      const values = { host, days: String(FAILURE_DAYS) };
      await mail.queue({ to, template: 'webhook-disabled', values }, { transaction: trx });
      return;
    }
    case 'maker_lost_access':
      await mail.queue({ to, template: 'webhook-lost-access', values: { host } }, { transaction: trx });
      return;
    case 'by_hand': {
      const values = { host, person: await accountNameForMail(trx, why.byUserId) };
      await mail.queue({ to, template: 'webhook-turned-off', values }, { transaction: trx });
    }
  }
}
