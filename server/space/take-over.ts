import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Visibility } from '#lib/policy/roles.ts';
import { provePassword } from '../account/proof.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database/database.ts';
import { conflict, notFound } from '../http/api-error.ts';
import { inTransaction } from '../http/route.ts';
import { hubById } from '../hub/hub.repo.ts';
import { holdPeople } from '../hub/member.repo.ts';
import type { Authorized } from '../policy/authorized.ts';
import { rewriteScope } from '../policy/rewrite-scopes.ts';
import { lockPlaces } from '../policy/scope.repo.ts';
import { authorizeTakeOver } from '../policy/space-policy.ts';
import type { Services } from '../services.ts';
import { type SignedInHere, targetOf } from './hold-space.ts';
import { type SpaceView, spaceById, spaceBySlug } from './space.repo.ts';
import { tellOfTakeOver } from './space-mail.ts';
import { memberOfSpace, putMember } from './space-member.repo.ts';

/**
 * Makes a hub's owner an owner of one of its spaces, also of one that they can't see: with the password again, told to
 * everybody in the space, and in the audit log (docs/permissions.md).
 * @throws ApiError 422 for a wrong password, 429, and only then 404 for no such space or 409 for who owns it already.
 */
export async function takeOverSpace(
  services: Services,
  caller: Authorized<SignedInHere, 'hub.take_over_space'>,
  request: FastifyRequest,
  { slug, password }: { slug: string; password: string },
): Promise<SpaceView> {
  const { id: userId } = caller.user;
  await provePassword(services, request, { userId, password, field: 'password' });
  return inTransaction(services, async (trx) => {
    // The password took its time: who was an owner before it may have been made an admin meanwhile.
    if (!(await holdPeople(trx, caller.hub.id))) throw notFound('This space');
    const hub = await hubById(trx, caller.hub.id, caller.user);
    const found = await spaceBySlug(trx, caller, slug);
    authorizeTakeOver({ ...caller, hubRole: hub?.my_role ?? null }, found);
    if (!found) throw notFound('This space');
    await lockPlaces(trx, found.id);
    const before = await memberOfSpace(trx, found.id, userId);
    if (before?.role === 'owner') throw conflict('already_owner', 'You own this space already.');
    await putMember(trx, {
      spaceId: found.id,
      userId,
      role: 'owner',
      addedBy: userId,
      reason: 'took_over',
    });
    await rewriteScope(trx, found.scope_id);
    await record(trx, caller, {
      ...targetOf(found),
      action: 'space.taken_over',
      details: { visibility: found.visibility, ...(before ? { from: before.role } : {}) },
    });
    await tellOfTakeOver(trx, services, caller, found);
    const taken = await spaceById(trx, caller, found.id);
    if (!taken) throw notFound('This space');
    return taken;
  });
}

/** A space that nobody owns who can act. */
export type OwnerlessSpace = {
  slug: string;
  name: string;
  visibility: Visibility;
  people: number;
  created_at: Date;
};

/**
 * The private spaces of a hub whose owners have all left it or are suspended: nobody could ever change their people
 * again. Of the other private ones a hub's owner learns nothing.
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
