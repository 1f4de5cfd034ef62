import type { z } from 'zod';
import type { ItemRole } from '#lib/access/roles.ts';
import type {
  addSpaceMemberRequest,
  SpaceGroup,
  SpaceMember,
  SpaceMemberOutcome,
} from '#lib/contract/space-member.ts';
import { normalizedEmail } from '#lib/text/email.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { rewriteScope } from '#server/access/policy/rewrite-scopes.ts';
import { rewriteMemberEntries } from '#server/access/policy/scope-entries.ts';
import { refuseRoleAboveOwn } from '#server/access/policy/space-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import { changeGroupGrants, groupNames, groupsGrantedOn } from '#server/hubs/groups/group-grants.ts';
import { inviteToResource, revokePendingGrant } from '#server/hubs/invites/pending-grant.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { conflict, forbidden, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import {
  lockAndAuthorizeSpace,
  lockAndAuthorizeSpaceMembers,
  type SignedInHubCaller,
  spaceAuditTarget,
} from '#server/spaces/space/lock-space.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import {
  deleteSpaceMember,
  type HubMemberRow,
  hasOtherOwner,
  hubMemberBy,
  type MemberRow,
  memberOfSpace,
  upsertSpaceMember,
} from '#server/spaces/space/space-member.repo.ts';
import { deleteAccessRequests } from './access-request.repo.ts';
import { showAdded } from './space-mail.ts';
import { presentMember } from './space-member.presenter.ts';

/** The target of audit entries about a member of a space. */
export const spaceMemberAuditTarget = (
  person: Pick<HubMemberRow, 'id' | 'email' | 'first_name' | 'last_name'>,
) => ({
  user_id: person.id,
  person: `${person.first_name} ${person.last_name}`.trim() || person.email,
});

/**
 * Adds a member of the hub to a space; their pending access requests are approved.
 * @returns the new row of the member
 */
export async function admitToSpace(
  trx: Transaction,
  caller: SignedInHubCaller,
  space: SpaceView,
  entry: { person: HubMemberRow; role: ItemRole; reason: SpaceMember['reason'] },
): Promise<MemberRow> {
  const { person, role, reason } = entry;
  await upsertSpaceMember(trx, {
    spaceId: space.id,
    userId: person.id,
    role,
    reason,
    addedBy: caller.user.id,
  });
  await deleteAccessRequests(trx, { spaceId: space.id, userId: person.id, outcome: 'approved' });
  await rewriteMemberEntries(trx, { userId: person.id, scopeIds: [space.scope_id] });
  const member = await memberOfSpace(trx, space.id, person.id);
  if (!member) throw notFound('This person');
  return member;
}

/** A user who can be added: a member of the hub, not suspended, and not in the space yet. */
async function addable(
  trx: Transaction,
  space: SpaceView,
  person: HubMemberRow,
  field: string,
): Promise<HubMemberRow> {
  if (person.suspended)
    throw invalid({ [field]: ['This person is suspended. An admin of the hub can take them back.'] });
  if (await memberOfSpace(trx, space.id, person.id)) {
    throw conflict('already_member', 'This person is in the space already. An owner can change the role.');
  }
  return person;
}

/**
 * Adds a user to a space: a member of the hub by id or address, else by an invite.
 * @throws ApiError 403 for a role above the caller's own, 409 for members of the space, 422 for an id outside
 * this hub.
 */
export async function addSpaceMember(
  services: Services,
  caller: SignedInHubCaller,
  { id }: Authorized<SpaceView, 'space.share'>,
  { user_id, group_id, email, role }: z.output<typeof addSpaceMemberRequest>,
): Promise<SpaceMemberOutcome> {
  return inTransaction(services, async (trx) => {
    const space = await lockAndAuthorizeSpaceMembers(trx, caller, id, 'space.share');
    refuseRoleAboveOwn(space, role);
    if (group_id) return addGroup(trx, caller, space, { groupId: group_id.toLowerCase(), role });
    const known = await findPerson(trx, space.hub_id, { user_id, email });
    if (!known && email) return invite(trx, services, caller, space, { email: email.trim(), role });
    if (!known) throw invalid({ user_id: ['Nobody of this hub is called so.'] });
    const person = await addable(trx, space, known, email ? 'email' : 'user_id');
    const member = await admitToSpace(trx, caller, space, { person, role, reason: 'added' });
    await recordAuditEvent(trx, caller, {
      ...spaceAuditTarget(space),
      action: 'space.member_added',
      details: { ...spaceMemberAuditTarget(person), role },
    });
    await showAdded(trx, services, caller, space, person.id);
    // A guest sees no address but one that they entered themselves.
    const visibleEmail = caller.hubRole === 'guest' ? (email?.trim() ?? null) : person.email;
    return { status: 'added', member: presentMember(member, caller), email: visibleEmail };
  });
}

/** Adds a group to a space, or changes its role there, as far as the caller may. */
async function addGroup(
  trx: Transaction,
  caller: SignedInHubCaller,
  space: SpaceView,
  { groupId, role }: { groupId: string; role: ItemRole },
): Promise<SpaceMemberOutcome> {
  // Guests don't see groups.
  const names = caller.hubRole === 'guest' ? new Map() : await groupNames(trx, space.hub_id, [groupId]);
  const name = names.get(groupId);
  if (name === undefined) throw invalid({ group_id: ['No group of this hub is called so.'] });
  const which = { kind: 'space' as const, id: space.id };
  const before = (await groupsGrantedOn(trx, which)).find((one) => one.id === groupId);
  if (before) refuseRoleAboveOwn(space, before.role);
  await changeGroupGrants(trx, which, { roles: new Map([[groupId, role]]), addedBy: caller.user.id });
  await rewriteScope(trx, space.scope_id);
  await recordAuditEvent(trx, caller, {
    ...spaceAuditTarget(space),
    action: before ? 'space.member_role_changed' : 'space.member_added',
    details: { group_id: groupId, person: name, ...(before ? { from: before.role, to: role } : { role }) },
  });
  const group = (await groupsGrantedOn(trx, which)).find((one) => one.id === groupId);
  return { status: 'added', member: null, email: null, ...(group ? { group } : {}) };
}

/** The groups that were added to a space; none for guests, who don't see groups. */
export async function groupsOfSpace(
  services: Services,
  caller: SignedInHubCaller,
  { id }: Authorized<SpaceView, 'space.view'>,
): Promise<SpaceGroup[]> {
  if (caller.hubRole === null || caller.hubRole === 'guest') return [];
  return groupsGrantedOn(services.database, { kind: 'space', id });
}

/** Removes a group from a space, at once. @throws ApiError 404 for one that was not added. */
export async function removeSpaceGroup(
  services: Services,
  caller: SignedInHubCaller,
  { id }: Authorized<SpaceView, 'space.members'>,
  groupId: string,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const space = await lockAndAuthorizeSpace(trx, caller, id, 'space.members');
    const which = { kind: 'space' as const, id: space.id };
    const group = (await groupsGrantedOn(trx, which)).find((one) => one.id === groupId.toLowerCase());
    if (!group) throw notFound('This group');
    await changeGroupGrants(trx, which, { roles: new Map([[group.id, null]]), addedBy: caller.user.id });
    await rewriteScope(trx, space.scope_id);
    await recordAuditEvent(trx, caller, {
      ...spaceAuditTarget(space),
      action: 'space.member_removed',
      details: { group_id: group.id, person: group.name, role: group.role },
    });
  });
}

/** Invites an address to the space alone. @throws ApiError 422 with the reason where that is not possible. */
async function invite(
  trx: Transaction,
  services: Services,
  caller: SignedInHubCaller,
  space: SpaceView,
  { email, role }: { email: string; role: ItemRole },
): Promise<SpaceMemberOutcome> {
  const grant = { kind: 'space' as const, id: space.id, role };
  const outcome = await inviteToResource(trx, services, caller, { hubId: space.hub_id, email, grant });
  if (outcome.status !== 'invited') {
    throw invalid({ email: [outcome.message ?? 'This address can not be invited.'] });
  }
  return {
    status: 'invited',
    member: null,
    email,
    ...(outcome.link === undefined ? {} : { link: outcome.link }),
  };
}

function findPerson(
  trx: Transaction,
  hubId: string,
  who: { user_id?: string | undefined; email?: string | undefined },
): Promise<HubMemberRow | undefined> | undefined {
  if (who.email) return hubMemberBy(trx, hubId, { emailKey: normalizedEmail(who.email.trim()) });
  return who.user_id && isId(who.user_id) ? hubMemberBy(trx, hubId, { userId: who.user_id }) : undefined;
}

/** The member of a space with the id in a path. @throws ApiError 404. */
async function memberCalled(trx: Transaction, space: SpaceView, userId: string): Promise<MemberRow> {
  const member = isId(userId) ? await memberOfSpace(trx, space.id, userId) : undefined;
  if (!member) throw notFound('This person');
  return member;
}

/** A space always keeps an owner who can act. @throws ApiError 409. */
async function requireOtherOwner(trx: Transaction, space: SpaceView, member: MemberRow): Promise<void> {
  if (member.role !== 'owner' || (await hasOtherOwner(trx, space.id, member.user_id))) return;
  throw conflict('last_owner', 'A space needs an owner. Make somebody else one first.');
}

/**
 * Gives a member another role in a space, at once.
 * @throws ApiError 404 for no member of the space, 409 for its last owner.
 */
export async function changeSpaceMember(
  services: Services,
  caller: SignedInHubCaller,
  { id }: Authorized<SpaceView, 'space.members'>,
  change: { userId: string; role: ItemRole },
): Promise<MemberRow> {
  return inTransaction(services, async (trx) => {
    const space = await lockAndAuthorizeSpace(trx, caller, id, 'space.members');
    refuseRoleAboveOwn(space, change.role);
    const member = await memberCalled(trx, space, change.userId);
    if (member.role === change.role) return member;
    await requireOtherOwner(trx, space, member);
    await upsertSpaceMember(trx, {
      spaceId: space.id,
      userId: member.user_id,
      role: change.role,
      addedBy: caller.user.id,
      reason: member.reason,
    });
    await rewriteMemberEntries(trx, { userId: member.user_id, scopeIds: [space.scope_id] });
    await recordAuditEvent(trx, caller, {
      ...spaceAuditTarget(space),
      action: 'space.member_role_changed',
      details: {
        ...spaceMemberAuditTarget({ ...member, id: member.user_id }),
        from: member.role,
        to: change.role,
      },
    });
    return { ...member, role: change.role };
  });
}

/**
 * Removes a member from a space, at once; every member may leave.
 * @throws ApiError 403 for another member where the caller is no owner, 404 for no member of the space, 409
 * for its last owner.
 */
export async function removeSpaceMember(
  services: Services,
  caller: SignedInHubCaller,
  { id }: Authorized<SpaceView, 'space.view'>,
  userId: string,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const leaves = userId.toLowerCase() === caller.user.id;
    const space = await lockAndAuthorizeSpace(trx, caller, id, leaves ? 'space.view' : 'space.members');
    const member = await memberCalled(trx, space, userId);
    await requireOtherOwner(trx, space, member);
    await deleteSpaceMember(trx, space.id, member.user_id);
    await rewriteMemberEntries(trx, { userId: member.user_id, scopeIds: [space.scope_id] });
    await recordAuditEvent(trx, caller, {
      ...spaceAuditTarget(space),
      action: 'space.member_removed',
      details: {
        ...spaceMemberAuditTarget({ ...member, id: member.user_id }),
        role: member.role,
        left: leaves,
      },
    });
  });
}

/**
 * Requires a caller who may list a space's members: hub members, and guests who are members of the space
 * themselves.
 * @throws ApiError 404 for visitors, 403 for guests who only have access because it is public.
 */
export async function requireMemberList(
  services: Services,
  caller: SignedInHubCaller,
  space: Authorized<SpaceView, 'space.view'>,
): Promise<Authorized<SpaceView, 'space.view'>> {
  if (!caller.hubRole) throw notFound('These people');
  if (caller.hubRole !== 'guest') return space;
  if (!(await memberOfSpace(services.database, space.id, caller.user.id))) throw forbidden();
  return space;
}

/** Revokes an invite to a space. @throws ApiError 404 for none that is open. */
export async function revokeSpaceInvite(
  services: Services,
  caller: SignedInHubCaller,
  space: Authorized<SpaceView, 'space.members'>,
  inviteId: string,
): Promise<void> {
  const resource = { kind: 'space' as const, id: space.id };
  await inTransaction(services, async (trx) => {
    const done =
      isId(inviteId) && (await revokePendingGrant(trx, caller, { hubId: space.hub_id, inviteId, resource }));
    if (!done) throw notFound('This invitation');
  });
}
