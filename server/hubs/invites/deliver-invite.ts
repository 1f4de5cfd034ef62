import { INVITE_DAYS, type NewInvite } from '#server/hubs/hub/invite.repo.ts';
import { accountNameForMail } from '#server/hubs/members/member.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { consumeLimitsIn } from '#server/platform/rate-limit/limits.ts';
import { invitationMailCounters } from '#server/platform/rate-limit/mail-limits.ts';
import type { Services } from '#server/platform/services.ts';
import { inviteLink } from './invite-link.ts';

type Sending = Pick<Services, 'config' | 'mail'>;

/**
 * Counts an invitation mail of a hub before it is sent; does nothing where mail is not configured.
 * @returns the refusal where the hub has reached its limit, to be reported for this address or for the whole
 * request.
 */
export async function countInviteMail(
  trx: Transaction,
  services: Sending,
  hubId: string,
): Promise<ApiError | null> {
  if (!services.mail) return null;
  try {
    await consumeLimitsIn(trx, services, invitationMailCounters(hubId));
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return error;
    throw error;
  }
}

type Delivery = NewInvite & { hubId: string; email: string; inviterId: string };

/**
 * Sends an invitation where mail is configured, so that only its address gets the link; otherwise returns the
 * link to be handed over.
 */
export async function deliverInvite(
  trx: Transaction,
  services: Sending,
  { id, token, expiresAt, hubId, email, inviterId }: Delivery,
): Promise<{ link?: string }> {
  const link = inviteLink(services, token);
  if (!services.mail) return { link };
  const { name: hub } = await trx
    .selectFrom('hub')
    .select('name')
    .where('id', '=', hubId)
    .executeTakeFirstOrThrow();
  const values = {
    hub,
    inviter: await accountNameForMail(trx, inviterId),
    address: email,
    days: String(INVITE_DAYS),
  };
  await services.mail.queue(
    { to: email, template: 'invitation', values, link, until: expiresAt },
    { transaction: trx },
  );
  await trx.updateTable('invite').set({ was_mailed: true }).where('id', '=', id).execute();
  return {};
}
