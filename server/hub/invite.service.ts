import type { z } from 'zod';
import type { createInvitesRequest, InviteOutcome } from '#lib/contract/invite.ts';
import { normalizedEmail } from '#lib/email.ts';
import { emailProblem } from '#lib/rules.ts';
import { type Account, setActiveHub } from '../account/account.repo.ts';
import type { Database, Transaction } from '../database/database.ts';
import { ApiError, forbidden, invalid, notFound } from '../http/api-error.ts';
import { inTransaction } from '../http/route.ts';
import type { Authorized } from '../policy/authorized.ts';
import { mayGrantHubRole } from '../policy/hub-policy.ts';
import type { Services } from '../services.ts';
import { addMember, type HubView } from './hub.repo.ts';
import { endInvite, insertInvite, inviteByToken, memberAddresses, type OpenInvite } from './invite.repo.ts';

type InvitableHub = Authorized<HubView, 'hub.invite'>;

/** Where an invitation is answered; handed over by people, because nothing sends mail yet. */
const linkTo = (services: Services, token: string): string => `${services.config.publicUrl}/invite/${token}`;

/** Invites addresses, each with an outcome of its own: one that can't be invited does not hold up the others. */
export function inviteAddresses(
  services: Services,
  hub: InvitableHub,
  inviterId: string,
  wanted: z.output<typeof createInvitesRequest>,
): Promise<InviteOutcome[]> {
  const refused = (email: string, message: string): InviteOutcome => ({
    id: null,
    email,
    status: 'refused',
    message,
  });
  return inTransaction(services, async (trx) => {
    const members = await memberAddresses(
      trx,
      hub.id,
      wanted.map((one) => normalizedEmail(one.email)),
    );
    const seen = new Set<string>();
    const outcomes: InviteOutcome[] = [];
    for (const { email, role } of wanted) {
      const key = normalizedEmail(email);
      const problem = emailProblem(email);
      if (problem) outcomes.push(refused(email, problem));
      else if (seen.has(key)) outcomes.push(refused(email, 'This address is in the list twice'));
      else if (members.has(key)) outcomes.push({ id: null, email, status: 'member' });
      else if (!mayGrantHubRole(hub.my_role, role)) {
        outcomes.push(refused(email, 'You can not invite to a role above your own'));
      } else {
        const { id, token } = await insertInvite(trx, { hubId: hub.id, email, role, invitedBy: inviterId });
        outcomes.push({ id, email, status: 'invited', link: linkTo(services, token) });
      }
      seen.add(key);
    }
    return outcomes;
  });
}

/** Makes an open invitation anew: another link, another fortnight; the old link ends. */
export async function resendInvite(
  services: Services,
  hub: InvitableHub,
  inviterId: string,
  open: OpenInvite,
): Promise<InviteOutcome> {
  const { email, role } = open;
  if (!mayGrantHubRole(hub.my_role, role)) throw forbidden('You can not invite to a role above your own.');
  return inTransaction(services, async (trx) => {
    const { id, token } = await insertInvite(trx, { hubId: hub.id, email, role, invitedBy: inviterId });
    return { id, email, status: 'invited', link: linkTo(services, token) };
  });
}

/**
 * An open invitation by its token.
 * @throws ApiError 404 when there is none, or not any more.
 */
export async function openInvite(database: Database | Transaction, token: string): Promise<OpenInvite> {
  const invite = await inviteByToken(database, token);
  if (!invite) {
    throw new ApiError(
      404,
      'not_found',
      'This invitation was answered, taken back or is too old. Ask for a new one.',
    );
  }
  return invite;
}

/** An invitation is for one address; that it was handed over as a link makes proving the address unnecessary, not having it. */
function requireAddress(invite: OpenInvite, email: string): void {
  if (normalizedEmail(email) === invite.email_key) return;
  throw new ApiError(
    403,
    'other_address',
    'This invitation is for another email. Sign in with that one to answer it.',
  );
}

/** Makes the invited account a member, with the hub active; the invitation is used up. */
export async function join(trx: Transaction, invite: OpenInvite, userId: string): Promise<void> {
  if (!(await endInvite(trx, invite.hub_id, invite.id))) throw notFound('This invitation');
  await addMember(trx, { hubId: invite.hub_id, userId, role: invite.role });
  await setActiveHub(trx, userId, invite.hub_id);
}

/** @throws ApiError 404 for no open invitation, 403 for one of another address. */
export function acceptInvite(
  services: Services,
  user: { id: string; email: string },
  token: string,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const invite = await openInvite(trx, token);
    requireAddress(invite, user.email);
    await join(trx, invite, user.id);
  });
}

/** @throws ApiError 404 for no open invitation, 403 for one of another address. */
export function declineInvite(
  services: Services,
  user: { id: string; email: string },
  token: string,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const invite = await openInvite(trx, token);
    requireAddress(invite, user.email);
    await endInvite(trx, invite.hub_id, invite.id);
  });
}

/**
 * Lets a new account into the hub of the invitation that it was made with.
 * @throws ApiError 422 for an invitation that has ended, or is for another address.
 */
export async function acceptInviteAtRegistration(
  trx: Transaction,
  account: Account,
  token: string,
): Promise<void> {
  const invite = await inviteByToken(trx, token);
  if (!invite) {
    throw invalid({ invite_token: ['This invitation has ended. Ask for a new one, or sign up without it.'] });
  }
  if (invite.email_key !== account.email_key) {
    throw invalid({ email: [`This invitation is for ${invite.email}; sign up with that email`] });
  }
  await join(trx, invite, account.id);
}
