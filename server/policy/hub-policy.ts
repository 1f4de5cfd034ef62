import { type HubOperation, type HubRole, hubOperations } from '#lib/policy/roles.ts';
import { forbidden, notFound } from '../http/api-error.ts';
import { type Authorized, authorized } from './authorized.ts';

/** What the decision rests on: the hub's visibility and setting, and how the caller stands to it. */
export type HubStanding = {
  visibility: 'public' | 'shared' | 'private';
  members_create_spaces: boolean;
  /** Null for who is no member. */
  my_role: HubRole | null;
  suspended: boolean;
  /** Invited, or let in by a verified mail domain. */
  admitted: boolean;
  signedIn: boolean;
};

/** Whether the caller may know that the hub exists (contract §4). */
export function mayKnowHub(hub: HubStanding): boolean {
  if (hub.my_role || hub.admitted || hub.visibility === 'public') return true;
  return hub.visibility === 'shared' && hub.signedIn;
}

/** How the caller may become a member: at once, by asking, or not at all. */
export function waysToJoin(hub: HubStanding): 'open' | 'ask' | null {
  if (hub.my_role || hub.suspended || !hub.signedIn) return null;
  if (hub.admitted) return 'open';
  return hub.visibility === 'private' ? null : 'ask';
}

/** What the caller may do to the hub. */
export function hubAllowed(hub: HubStanding): HubOperation[] {
  return hubOperations(hub.my_role, hub.members_create_spaces);
}

/**
 * The hub with the proof that the caller may do `operation` to it.
 * @throws ApiError 404 for who may not know of it, 403 for who may know but not do it.
 */
export function authorizeHub<Hub extends HubStanding, Operation extends HubOperation>(
  hub: Hub | undefined,
  operation: Operation,
): Authorized<Hub, Operation> {
  if (!hub || !mayKnowHub(hub)) throw notFound('This hub');
  if (!hubAllowed(hub).includes(operation)) throw forbidden();
  return authorized<Operation, Hub>(hub);
}

const RANK: Record<HubRole, number> = { guest: 1, member: 2, admin: 3, owner: 4 };

/** How strong a hub role is where two are compared. */
export function hubRoleRank(role: HubRole): number {
  return RANK[role];
}

/** Nobody grants a role above their own. */
export function mayGrantHubRole(own: HubRole | null, role: HubRole): boolean {
  return own !== null && RANK[role] <= RANK[own];
}

/** What an invitation's standing rests on. */
export type InviteStanding = { role: HubRole; is_to_things: boolean; invited_by: string };

/**
 * Whether somebody may make an invitation's link anew: to no role above their own, and to things only who shared
 * them, because the link gives what its inviter may see.
 */
export function mayResend(hub: HubStanding, invite: InviteStanding, userId: string): boolean {
  if (!mayGrantHubRole(hub.my_role, invite.role)) return false;
  return !invite.is_to_things || invite.invited_by === userId;
}
