import {
  hubOperations,
  isAllowedInArchivedSpace,
  type SpaceOperation,
  spaceRoleAllows,
} from '#lib/access/operations.ts';
import { type HubRole, type ItemRole, ROLE_RANK, roleOfRank } from '#lib/access/roles.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/api-error.ts';
import { type Authorized, authorized } from './authorized.ts';

/** The caller's role in a space, by the rank that its query found, and whether the space is archived. */
export type SpaceWithRole = { rank: number | null; archived_at: Date | null };

export function spaceRole(space: SpaceWithRole): ItemRole | null {
  return roleOfRank(space.rank);
}

/**
 * The space with the proof that the caller may do `operation` there.
 * @throws ApiError 404 where the caller may not see it, 403 where they may see but not do it, 409 for what an
 * archived space forbids to all.
 */
export function authorizeSpace<Space extends SpaceWithRole, Operation extends SpaceOperation>(
  space: Space | undefined,
  operation: Operation,
): Authorized<Space, Operation> {
  if (!space?.rank) throw notFound('This space');
  if (!spaceRoleAllows(spaceRole(space), operation)) throw forbidden();
  if (space.archived_at && !isAllowedInArchivedSpace(operation)) throw spaceArchived();
  return authorized<Operation, Space>(space);
}

/** Why nothing can be changed in an archived space, and what to do. */
export function spaceArchived() {
  return conflict(
    'space_archived',
    'This space is archived: it can only be read until an owner takes it back.',
  );
}

/**
 * Nobody grants a role above their own (docs/permissions.md).
 * @throws ApiError 403.
 */
export function refuseRoleAboveOwn(own: SpaceWithRole, role: ItemRole): void {
  if (ROLE_RANK[role] > (own.rank ?? 0)) throw forbidden('You can not give a role above your own.');
}

/** What decides whether a caller in a hub may create a space there. */
type Founder = { hubRole: HubRole | null; hub: { membersCreateSpaces: boolean } };

/**
 * The caller with the proof that they may create spaces in their hub.
 * @throws ApiError 404 for a caller who is no member, 403 where the hub lets only its admins create spaces.
 */
export function authorizeNewSpace<Caller extends Founder>(
  caller: Caller,
): Authorized<Caller, 'hub.create_space'> {
  if (!caller.hubRole) throw notFound('This hub');
  const allowed = hubOperations(caller.hubRole, caller.hub.membersCreateSpaces);
  if (!allowed.includes('hub.create_space')) throw forbidden();
  return authorized<'hub.create_space', Caller>(caller);
}

/**
 * The caller with the proof that they may take over spaces of their hub, seen or not (docs/permissions.md).
 * @throws ApiError 403 where the caller may see the space but does not own the hub, else 404.
 */
export function authorizeSpaceTakeover<Caller extends Founder>(
  caller: Caller,
  space: SpaceWithRole | undefined,
): Authorized<Caller, 'hub.take_over_space'> {
  if (!hubOperations(caller.hubRole, caller.hub.membersCreateSpaces).includes('hub.take_over_space')) {
    if (space?.rank) throw forbidden();
    throw notFound('This space');
  }
  return authorized<'hub.take_over_space', Caller>(caller);
}
