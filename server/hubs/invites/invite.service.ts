import type { z } from 'zod';
import {
  type createInviteLinkRequest,
  type createInvitesRequest,
  INVITE_LINK_DAYS,
  type InviteLink,
  type InviteOutcome,
} from '#lib/contract/invite.ts';
import { normalizedEmail } from '#lib/text/email.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { type AuditActor, recordAuditEvent } from '#server/access/audit/record.ts';
import { type Account, setEmailVerified } from '#server/access/identity/account.repo.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { canGrantHubRole, canResendInvite } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import type { HubView } from '#server/hubs/hub/hub.repo.ts';
import {
  addressesOfMembers,
  deleteInvite,
  INVITE_DAYS,
  incrementJoinCount,
  insertInvite,
  insertInviteLink,
  inviteByToken,
  lockInvite,
  type OpenInvite,
  renewInvite,
} from '#server/hubs/hub/invite.repo.ts';
import { admitMember } from '#server/hubs/members/admit-member.ts';
import { lockMembersShared } from '#server/hubs/members/member.repo.ts';
import { notifyOfHub } from '#server/hubs/notifications/notify-of-hub.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { ApiError, conflict, forbidden, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { countInviteMail, deliverInvite } from './deliver-invite.ts';
import { inviteLink } from './invite-link.ts';
import { applyPendingGrants, lockGrantedSpaceTrees } from './pending-grant.ts';

type InvitableHub = Authorized<HubView, 'hub.invite'>;
type Inviter = Caller & { user: NonNullable<Caller['user']> };

/** Invites addresses, each with its own outcome: one that can't be invited does not affect the others. */
export function inviteAddresses(
  services: Services,
  hub: InvitableHub,
  inviter: Inviter,
  wanted: z.output<typeof createInvitesRequest>,
): Promise<InviteOutcome[]> {
  const refused = (email: string, message: string): InviteOutcome => ({
    id: null,
    email,
    status: 'refused',
    message,
  });
  return inTransaction(services, async (trx) => {
    const members = await addressesOfMembers(
      trx,
      hub.id,
      wanted.map((one) => normalizedEmail(one.email)),
    );
    const seen = new Set<string>();
    let barred: ApiError | null = null;
    const outcomes: InviteOutcome[] = [];
    for (const { email, role } of wanted) {
      const key = normalizedEmail(email);
      const problem = emailProblem(email);
      if (problem) outcomes.push(refused(email, problem));
      else if (seen.has(key)) outcomes.push(refused(email, 'This address is in the list twice'));
      else if (members.has(key)) outcomes.push({ id: null, email, status: 'member' });
      else if (!canGrantHubRole(hub.my_role, role)) {
        outcomes.push(refused(email, 'You can not invite to a role above your own'));
      } else {
        barred ??= await countInviteMail(trx, services, hub.id);
        if (barred) {
          outcomes.push(refused(email, MAILS_SENT));
          continue;
        }
        const invitedBy = inviter.user.id;
        const made = await insertInvite(trx, { hubId: hub.id, email, role, invitedBy });
        const { id } = made;
        await recordAuditEvent(trx, inviter, {
          hubId: hub.id,
          action: 'member.invited',
          target: { kind: 'invite', id, name: email },
          details: { role },
        });
        const sent = await deliverInvite(trx, services, {
          ...made,
          hubId: hub.id,
          email,
          inviterId: invitedBy,
        });
        outcomes.push({ id, email, status: 'invited', ...sent });
      }
      seen.add(key);
    }
    if (barred && !outcomes.some((one) => one.status === 'invited')) throw barred;
    return outcomes;
  });
}

/**
 * Creates a link that several people can join by, in a role no stronger than the caller's own.
 * @throws ApiError 403 for a stronger one.
 */
export async function inviteByLink(
  services: Services,
  hub: InvitableHub,
  inviter: Inviter,
  { role, expires_in_days: days }: z.output<typeof createInviteLinkRequest>,
): Promise<InviteLink> {
  if (!canGrantHubRole(hub.my_role, role)) throw forbidden(ABOVE_OWN);
  return inTransaction(services, async (trx) => {
    const invitedBy = inviter.user.id;
    const { id, token, expiresAt } = await insertInviteLink(trx, { hubId: hub.id, role, invitedBy, days });
    const expires_at = expiresAt.toISOString();
    await recordAuditEvent(trx, inviter, {
      hubId: hub.id,
      action: 'member.invited',
      target: { kind: 'invite', id, name: '' },
      details: { role, by: 'link', expires_at },
    });
    return { id, role, link: inviteLink(services, token), expires_at };
  });
}

const MAILS_SENT = 'This hub has sent all the invitations that it may in an hour. Invite this address later';
const ABOVE_OWN = 'You can not invite to a role above your own.';

/**
 * Renews an invite in the caller's name: with a new link and expiry date; the old link becomes invalid.
 * @throws ApiError 404 where it has ended, 403 for a role above the caller's own, or one to resources by
 * another user.
 */
export async function resendInvite(
  services: Services,
  hub: InvitableHub,
  inviter: Inviter,
  invite: OpenInvite,
): Promise<InviteOutcome | InviteLink> {
  if (!canGrantHubRole(hub.my_role, invite.role)) throw forbidden(ABOVE_OWN);
  // Its link grants what its inviter shares, which may be more than the caller may see.
  if (!canResendInvite(hub, invite, inviter.user.id)) {
    throw forbidden('Only the person who invited somebody to a space or an item can do this again.');
  }
  return inTransaction(services, async (trx) => {
    const days = invite.email === null ? INVITE_LINK_DAYS : INVITE_DAYS;
    const renewed = await renewInvite(trx, { id: invite.id, invitedBy: inviter.user.id, days });
    if (!renewed) throw notFound('This invitation');
    await recordAuditEvent(trx, inviter, {
      hubId: hub.id,
      action: 'member.invite_resent',
      target: { kind: 'invite', id: invite.id, name: invite.email ?? '' },
      details: { role: invite.role },
    });
    const { id, email, role } = invite;
    if (email === null) {
      const link = inviteLink(services, renewed.token);
      return { id, role, link, expires_at: renewed.expiresAt.toISOString() };
    }
    const barred = await countInviteMail(trx, services, hub.id);
    if (barred) throw barred;
    const inviterId = inviter.user.id;
    const sent = await deliverInvite(trx, services, { ...renewed, hubId: hub.id, email, inviterId });
    return { id, email, status: 'invited', ...sent };
  });
}

/**
 * Revokes an invite; its link becomes invalid at once.
 * @throws ApiError 404 where it has ended already.
 */
export function revokeInvite(
  services: Services,
  hub: InvitableHub,
  inviter: Inviter,
  invite: OpenInvite,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    if (!(await deleteInvite(trx, hub.id, invite.id))) throw notFound('This invitation');
    await recordAuditEvent(trx, inviter, {
      hubId: hub.id,
      action: 'member.invite_withdrawn',
      target: { kind: 'invite', id: invite.id, name: invite.email ?? '' },
      details: { role: invite.role },
    });
  });
}

/**
 * An open invite by its token.
 * @throws ApiError 404 when there is none, or not any more.
 */
export async function readInvite(database: Database | Transaction, token: string): Promise<OpenInvite> {
  const invite = await inviteByToken(database, token);
  if (!invite) {
    throw new ApiError(
      404,
      'not_found',
      'This invitation was already used or revoked, or it has expired. Ask for a new one.',
    );
  }
  return invite;
}

/**
 * An invite is for one address: a link that was handed over need not prove the address, but the account must
 * have it.
 */
function requireAddress(invite: OpenInvite, email: string): void {
  if (invite.email_key === null || normalizedEmail(email) === invite.email_key) return;
  throw new ApiError(
    403,
    'other_address',
    'This invitation is for another email. Sign in with that one to answer it.',
  );
}

/**
 * Makes the invited account a member, with the hub active, and notifies who invited it; an invite of an address is used up,
 * a link is not.
 */
export async function joinByInvite(
  trx: Transaction,
  services: Pick<Services, 'changeEvents'>,
  actor: AuditActor,
  { invite, userId }: { invite: OpenInvite; userId: string },
): Promise<void> {
  const isLink = invite.email === null;
  // The lock order (hub, spaces, invite) of the other transactions that remove a member or change grants.
  if (!(await lockMembersShared(trx, invite.hub_id))) throw notFound('This invitation');
  if (invite.is_to_things) await lockGrantedSpaceTrees(trx, [invite.id]);
  const open = isLink ? await lockInvite(trx, invite.id) : await deleteInvite(trx, invite.hub_id, invite.id);
  if (!open) throw notFound('This invitation');
  const method = { name: isLink ? 'link' : 'invitation', by: invite.invited_by } as const;
  const { hub_id: hubId, role } = invite;
  const isNew = await admitMember(trx, actor, { hubId, userId, role, method });
  if (isLink && isNew) await incrementJoinCount(trx, invite.id);
  const joined = { userId: invite.invited_by, event: 'joined', actorId: userId } as const;
  if (isNew) await notifyOfHub(trx, services, hubId, joined);
  if (invite.is_to_things) await applyPendingGrants(trx, actor, { inviteId: invite.id, userId });
}

/**
 * @throws ApiError 404 for no open invite, 403 for one of another address, or for users who were suspended or
 * removed.
 */
export function acceptInvite(services: Services, caller: Inviter, token: string): Promise<void> {
  return inTransaction(services, async (trx) => {
    const invite = await readInvite(trx, token);
    requireAddress(invite, caller.user.email);
    await joinByInvite(trx, services, caller, { invite, userId: caller.user.id });
    // The link was sent to this address and shown to nobody: anybody who has it can read its mail.
    if (invite.was_mailed) await setEmailVerified(trx, caller.user.id);
  });
}

/**
 * @throws ApiError 404 for no open invite, 403 for one of another address, 409 for a link, which can't be
 * declined.
 */
export function declineInvite(services: Services, caller: Inviter, token: string): Promise<void> {
  return inTransaction(services, async (trx) => {
    const invite = await readInvite(trx, token);
    if (invite.email === null) {
      throw conflict('not_personal', 'This link is for many people. Leave it, and nothing happens.');
    }
    requireAddress(invite, caller.user.email);
    await deleteInvite(trx, invite.hub_id, invite.id);
    await recordAuditEvent(trx, caller, {
      hubId: invite.hub_id,
      action: 'member.invite_declined',
      target: { kind: 'invite', id: invite.id, name: invite.email },
      details: { role: invite.role },
    });
  });
}

/**
 * Adds a new account to the hub of the invite that it registered with.
 * @throws ApiError 422 for an invite that has ended, or is for another address.
 */
export async function acceptInviteAtRegistration(
  trx: Transaction,
  services: Pick<Services, 'changeEvents'>,
  account: Account,
  token: string,
  origin: Caller['origin'],
): Promise<void> {
  const invite = await inviteByToken(trx, token);
  if (!invite) {
    throw invalid({ invite_token: ['This invitation has ended. Ask for a new one, or sign up without it.'] });
  }
  if (invite.email_key !== null && invite.email_key !== account.email_key) {
    throw invalid({ email: [`This invitation is for ${invite.email}; sign up with that email`] });
  }
  const { id, email, is_email_verified: isEmailVerified } = account;
  const actor = { user: { id, email, isEmailVerified, activeHubId: null }, origin };
  await joinByInvite(trx, services, actor, { invite, userId: account.id });
}
