import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { requireCurrentPassword } from '#server/access/identity/password-verification.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import { rewriteMemberEntries } from '#server/access/policy/scope-entries.ts';
import { authorizeSpaceTakeover } from '#server/access/policy/space-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import { hubById } from '#server/hubs/hub/hub.repo.ts';
import { lockMembersShared } from '#server/hubs/members/member.repo.ts';
import type { Database } from '#server/platform/database/database.ts';
import { conflict, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { type SignedInHubCaller, spaceAuditTarget } from '#server/spaces/space/lock-space.ts';
import { type SpaceView, spaceById, spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { memberOfSpace, upsertSpaceMember } from '#server/spaces/space/space-member.repo.ts';
import { notifyTakeover } from './space-mail.ts';

/**
 * Makes a hub's owner an owner of one of its spaces, even of one that they can't see: requires the password
 * again, notifies all members of the space, and is recorded in the audit log (docs/permissions.md).
 * @throws ApiError 422 for a wrong password, 429, and only then 404 for no such space or 409 for a caller who
 * owns it already.
 */
export async function takeOverSpace(
  services: Services,
  caller: Authorized<SignedInHubCaller, 'hub.take_over_space'>,
  request: FastifyRequest,
  { slug, password }: { slug: string; password: string },
): Promise<SpaceView> {
  const { id: userId } = caller.user;
  await requireCurrentPassword(services, request, { userId, password, field: 'password' });
  return inTransaction(services, async (trx) => {
    // The caller may have lost the role of an owner while the password was checked.
    if (!(await lockMembersShared(trx, caller.hub.id))) throw notFound('This space');
    const hub = await hubById(trx, caller.hub.id, caller.user);
    const found = await spaceBySlug(trx, caller, slug);
    authorizeSpaceTakeover({ ...caller, hubRole: hub?.my_role ?? null }, found);
    if (!found) throw notFound('This space');
    await lockSpaceTreeExclusive(trx, found.id);
    const before = await memberOfSpace(trx, found.id, userId);
    if (before?.role === 'owner') throw conflict('already_owner', 'You own this space already.');
    await upsertSpaceMember(trx, {
      spaceId: found.id,
      userId,
      role: 'owner',
      addedBy: userId,
      reason: 'took_over',
    });
    await rewriteMemberEntries(trx, { userId, scopeIds: [found.scope_id] });
    await recordAuditEvent(trx, caller, {
      ...spaceAuditTarget(found),
      action: 'space.taken_over',
      details: { visibility: found.visibility, ...(before ? { from: before.role } : {}) },
    });
    await notifyTakeover(trx, services, caller, found);
    const taken = await spaceById(trx, caller, found.id);
    if (!taken) throw notFound('This space');
    return taken;
  });
}

/** A space without an owner who can act. */
export type OwnerlessSpace = {
  slug: string;
  name: string;
  visibility: Visibility;
  people: number;
  created_at: Date;
};

/**
 * The private spaces of a hub whose owners have all left it or are suspended: nobody else could ever change
 * their members. Other private spaces are not disclosed to a hub's owner.
 */
export async function ownerlessSpaces(database: Database, hubId: string): Promise<OwnerlessSpace[]> {
  const { rows } = await sql<OwnerlessSpace>`
    select space.slug, space.name, space.visibility, space.created_at,
      count(me.user_id) filter (where me.suspended_at is null) as people
    from space
      left join space_member member on member.space_id = space.id
      left join membership me on me.hub_id = space.hub_id and me.user_id = member.user_id
    where space.hub_id = ${hubId} and space.visibility = 'private' and space.deleted_at is null
    group by space.id
    having count(*) filter (where member.role = 'owner' and me.user_id is not null and me.suspended_at is null) = 0
    order by lower(space.name), space.id
    limit 100`.execute(database);
  return rows;
}
