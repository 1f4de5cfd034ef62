import type { z } from 'zod';
import type { changeMemberRequest, MemberRemovalImpact, MembersQuery } from '#lib/contract/member.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import {
  authorizeHub,
  authorizeMember,
  canGrantHubRole,
  hubAllowed,
  memberAllowed,
} from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { type HubView, hubById } from '#server/hubs/hub/hub.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import {
  accountName,
  clearActiveHub,
  hasOtherOwner,
  lockMembersExclusive,
  type MemberRow,
  memberById,
  membersOf,
  setMemberRole,
  setSuspended,
} from './member.repo.ts';
import {
  countInvitesBy,
  countLinksBy,
  countUnsharedPrivateItems,
  soleOwnedSpaces,
} from './member-removal.repo.ts';
import { removeMembership } from './remove-membership.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/**
 * A page of the hub's members; users who may not change them get the active ones, without the times of their
 * last visits.
 */
export async function listMembers(
  services: Services,
  hub: Authorized<HubView, 'hub.members'>,
  query: MembersQuery,
): Promise<{ members: MemberRow[]; count: number }> {
  if (hubAllowed(hub).includes('hub.change_members')) return membersOf(services.database, hub.id, query);
  const sort = query.sort?.endsWith('last_seen_at') ? undefined : query.sort;
  return membersOf(services.database, hub.id, { ...query, sort, state: 'active' });
}

/**
 * One member of the hub, limited to what the caller may see.
 * @throws ApiError 404 for no member, or a suspended one where the caller may not know of it.
 */
export async function findMember(
  services: Services,
  caller: SignedIn,
  hub: HubView,
  userId: string,
): Promise<MemberRow> {
  const isMe = userId.toLowerCase() === caller.user.id;
  // A guest may only see themselves.
  if (!isMe) authorizeHub(hub, 'hub.members');
  const found = isId(userId) ? await memberById(services.database, hub.id, userId) : undefined;
  const hidden = found?.suspended_at && !hubAllowed(hub).includes('hub.change_members');
  if (!found || hidden) throw notFound('This person');
  return found;
}

/**
 * What ends with a membership; null for users who may not end it. Only the member themselves gets the names.
 */
export async function removalImpact(
  services: Services,
  caller: SignedIn,
  hub: HubView,
  member: MemberRow,
): Promise<MemberRemovalImpact | null> {
  if (!memberAllowed(hub, member, caller.user.id).includes('member.remove')) return null;
  const { database } = services;
  const isMe = member.user_id === caller.user.id;
  const [spaces, private_items, invitations, share_links, other] = await Promise.all([
    soleOwnedSpaces(database, hub.id, member.user_id),
    countUnsharedPrivateItems(database, hub.id, member.user_id),
    countInvitesBy(database, hub.id, member.user_id),
    countLinksBy(database, hub.id, member.user_id),
    hasOtherOwner(database, hub.id, member.user_id),
  ]);
  return {
    is_last_owner: member.role === 'owner' && !other,
    spaces_without_owner: spaces.length,
    spaces: isMe ? spaces.map(({ slug, name }) => ({ slug, name })) : [],
    private_items,
    invitations,
    share_links,
  };
}

/**
 * The hub and a member, loaded after its members were locked: what was checked before the lock may be
 * outdated.
 */
async function lockedMember(trx: Transaction, caller: SignedIn, hubId: string, userId: string) {
  if (!(await lockMembersExclusive(trx, hubId))) throw notFound('This hub');
  const hub = await hubById(trx, hubId, caller.user);
  if (!hub?.my_role) throw notFound('This hub');
  const found = isId(userId) ? await memberById(trx, hubId, userId) : undefined;
  const visible = found?.user_id === caller.user.id || hubAllowed(hub).includes('hub.members');
  return { hub, found: visible ? found : undefined };
}

/** A hub always keeps an owner who can act. @throws ApiError 409. */
async function requireOtherOwner(trx: Transaction, hubId: string, member: MemberRow): Promise<void> {
  if (member.role !== 'owner' || (await hasOtherOwner(trx, hubId, member.user_id))) return;
  throw conflict('last_owner', 'A hub needs an owner. Make somebody else an owner first.');
}

/**
 * Gives a member another role, suspends or reinstates them, at once.
 * @throws ApiError 404 for no member, 403 for a member or a role above the caller, 409 for the last owner.
 */
export async function changeMember(
  services: Services,
  caller: SignedIn,
  hubId: string,
  userId: string,
  change: z.output<typeof changeMemberRequest>,
): Promise<{ hub: HubView; member: MemberRow }> {
  return inTransaction(services, async (trx) => {
    const { hub, found } = await lockedMember(trx, caller, hubId, userId);
    const { role, suspended } = change;
    if (role !== undefined) {
      const member = authorizeMember(hub, found, caller.user.id, 'member.change_role');
      if (!canGrantHubRole(hub.my_role, role)) throw forbidden('You can not give a role above your own.');
      await giveRole(trx, caller, hubId, member, role);
    }
    if (suspended !== undefined) {
      const member = authorizeMember(hub, found, caller.user.id, 'member.suspend');
      await suspend(trx, caller, hubId, role ? { ...member, role } : member, suspended);
    }
    const [now, member] = [await hubById(trx, hubId, caller.user), await memberById(trx, hubId, userId)];
    if (!now || !member) throw notFound('This person');
    return { hub: now, member };
  });
}

async function targetOf(trx: Transaction, member: MemberRow) {
  return { kind: 'member', id: member.user_id, name: await accountName(trx, member.user_id) } as const;
}

async function giveRole(
  trx: Transaction,
  caller: SignedIn,
  hubId: string,
  member: MemberRow,
  role: MemberRow['role'],
): Promise<void> {
  if (member.role === role) return;
  await requireOtherOwner(trx, hubId, member);
  await setMemberRole(trx, { hubId, userId: member.user_id, role });
  await recordAuditEvent(trx, caller, {
    hubId,
    action: 'member.role_changed',
    target: await targetOf(trx, member),
    details: { from: member.role, to: role },
  });
}

async function suspend(
  trx: Transaction,
  caller: SignedIn,
  hubId: string,
  member: MemberRow,
  suspended: boolean,
): Promise<void> {
  if ((member.suspended_at !== null) === suspended) return;
  if (suspended) await requireOtherOwner(trx, hubId, member);
  await setSuspended(trx, { hubId, userId: member.user_id, suspended });
  if (suspended) await clearActiveHub(trx, hubId, member.user_id);
  await recordAuditEvent(trx, caller, {
    hubId,
    action: suspended ? 'member.suspended' : 'member.reinstated',
    target: await targetOf(trx, member),
    details: { role: member.role },
  });
}

/**
 * Removes a member, or lets the caller leave, at once.
 * @returns how many private spaces have no owner now.
 * @throws ApiError 404 for no member, 403 for a member above the caller, 409 for the last owner.
 */
export async function removeMember(
  services: Services,
  caller: SignedIn,
  hubId: string,
  userId: string,
): Promise<number> {
  return inTransaction(services, async (trx) => {
    const { hub, found } = await lockedMember(trx, caller, hubId, userId);
    const member = authorizeMember(hub, found, caller.user.id, 'member.remove');
    await requireOtherOwner(trx, hubId, member);
    const how = member.user_id === caller.user.id ? 'left' : 'removed';
    return removeMembership(trx, caller, { hubId, userId: member.user_id, role: member.role, how });
  });
}
