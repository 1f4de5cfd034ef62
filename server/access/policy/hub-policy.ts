import { type HubOperation, hubOperations } from '#lib/access/operations.ts';
import { HUB_ROLES, type HubRole } from '#lib/access/roles.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import { type Authorized, authorized } from './authorized.ts';

/** What the decision rests on: the hub's visibility and setting, and the caller's membership. */
export type HubWithRole = {
  visibility: 'public' | 'shared' | 'private';
  members_create_spaces: boolean;
  /** Null where the caller is no member. */
  my_role: HubRole | null;
  suspended: boolean;
  /** Invited, or let in by a verified mail domain. */
  admitted: boolean;
  signedIn: boolean;
};

/** Whether the caller may know that the hub exists (docs/contract.md §4). */
export function canDiscoverHub(hub: HubWithRole): boolean {
  if (hub.my_role || hub.admitted || hub.visibility === 'public') return true;
  return hub.visibility === 'shared' && hub.signedIn;
}

/** How the caller may become a member: immediately, by a join request, or not at all. */
export function joinMethods(hub: HubWithRole): 'open' | 'ask' | null {
  if (hub.my_role || hub.suspended || !hub.signedIn) return null;
  if (hub.admitted) return 'open';
  return hub.visibility === 'private' ? null : 'ask';
}

/** What the caller may do to the hub. */
export function hubAllowed(hub: HubWithRole): HubOperation[] {
  return hubOperations(hub.my_role, hub.members_create_spaces);
}

/**
 * The hub with the proof that the caller may do `operation` to it.
 * @throws ApiError 404 where the caller may not know of it, 403 where they may know but not do it.
 */
export function authorizeHub<Hub extends HubWithRole, Operation extends HubOperation>(
  hub: Hub | undefined,
  operation: Operation,
): Authorized<Hub, Operation> {
  if (!hub || !canDiscoverHub(hub)) throw notFound('This hub');
  if (!hubAllowed(hub).includes(operation)) throw forbidden();
  return authorized<Operation, Hub>(hub);
}

const RANK: Record<HubRole, number> = { guest: 1, member: 2, admin: 3, owner: 4 };

/** How strong a hub role is where two are compared. */
export function hubRoleRank(role: HubRole): number {
  return RANK[role];
}

/** Nobody grants a role above their own. */
export function canGrantHubRole(own: HubRole | null, role: HubRole): boolean {
  return own !== null && RANK[role] <= RANK[own];
}

/** What an invite's validity depends on. */
export type InviteWithRole = { role: HubRole; is_to_things: boolean; invited_by: string };

/**
 * Whether somebody may renew an invite's link: to no role above their own, and to resources only if they
 * shared them, because the link gives what its inviter may see.
 */
export function canResendInvite(hub: HubWithRole, invite: InviteWithRole, userId: string): boolean {
  if (!canGrantHubRole(hub.my_role, invite.role)) return false;
  return !invite.is_to_things || invite.invited_by === userId;
}

export const MEMBER_OPERATIONS = ['member.change_role', 'member.suspend', 'member.remove'] as const;
export type MemberOperation = (typeof MEMBER_OPERATIONS)[number];

/** A member's membership in the hub. */
export type MemberWithRole = { user_id: string; role: HubRole };

/**
 * What the caller may do to a member: nobody changes members above themselves; everybody may leave, and
 * nobody suspends themselves.
 */
export function memberAllowed(hub: HubWithRole, member: MemberWithRole, callerId: string): MemberOperation[] {
  const isMe = member.user_id === callerId;
  const changes = hubAllowed(hub).includes('hub.change_members') && canGrantHubRole(hub.my_role, member.role);
  if (!changes) return isMe && hub.my_role ? ['member.remove'] : [];
  return isMe ? ['member.change_role', 'member.remove'] : [...MEMBER_OPERATIONS];
}

/** The roles that the caller may give a member, strongest first. */
export function grantableRoles(hub: HubWithRole, member: MemberWithRole, callerId: string): HubRole[] {
  if (!memberAllowed(hub, member, callerId).includes('member.change_role')) return [];
  return HUB_ROLES.filter((role) => canGrantHubRole(hub.my_role, role));
}

/**
 * The member with the proof that the caller may do `operation` to them.
 * @throws ApiError 404 for a user outside the hub, 403 for a member above the caller, or for the caller where
 * that makes no sense.
 */
export function authorizeMember<Member extends MemberWithRole, Operation extends MemberOperation>(
  hub: HubWithRole,
  member: Member | undefined,
  callerId: string,
  operation: Operation,
): Authorized<Member, Operation> {
  if (!member) throw notFound('This person');
  if (!memberAllowed(hub, member, callerId).includes(operation)) throw forbidden();
  return authorized<Operation, Member>(member);
}
