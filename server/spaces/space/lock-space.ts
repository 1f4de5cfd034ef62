import type { SpaceOperation } from '#lib/access/operations.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { lockMembersShared } from '#server/hubs/members/member.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { type SpaceView, spaceById } from './space.repo.ts';

/** A signed-in user, in a hub. */
export type SignedInHubCaller = HubCaller & { user: NonNullable<HubCaller['user']> };

/** Locks a space to change its access, and authorizes the caller again. */
export async function lockAndAuthorizeSpace<Operation extends SpaceOperation>(
  trx: Transaction,
  caller: HubCaller,
  spaceId: string,
  operation: Operation,
): Promise<Authorized<SpaceView, Operation>> {
  await lockSpaceTreeExclusive(trx, spaceId);
  return authorizeSpace(await spaceById(trx, caller, spaceId), operation);
}

/**
 * The same to change its members, with those of the hub locked before: a user who is being removed gets
 * nothing that outlives their membership.
 */
export async function lockAndAuthorizeSpaceMembers<Operation extends SpaceOperation>(
  trx: Transaction,
  caller: HubCaller,
  spaceId: string,
  operation: Operation,
): Promise<Authorized<SpaceView, Operation>> {
  if (!(await lockMembersShared(trx, caller.hub.id))) throw notFound('This space');
  return lockAndAuthorizeSpace(trx, caller, spaceId, operation);
}

/** The target of audit entries about a space. */
export const spaceAuditTarget = (space: Pick<SpaceView, 'id' | 'hub_id' | 'scope_id' | 'name'>) => ({
  hubId: space.hub_id,
  scopeId: space.scope_id,
  target: { kind: 'space' as const, id: space.id, name: space.name },
});
