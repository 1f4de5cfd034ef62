import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { HubRole } from '#lib/policy/roles.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { type Principal, principalsOf } from '../policy/principals.ts';
import type { Services } from '../services.ts';
import type { Caller } from './caller.ts';

/** A caller within one hub: by its `Org-Handle`, else the account's active hub. */
export type HubCaller = Caller & {
  hub: { id: string; handle: string; name: string; membersCreateSpaces: boolean };
  /** Null for who is no (active) member: only what is public there is theirs to see. */
  hubRole: HubRole | null;
  /** The names under which access lists of this hub may mention the caller. */
  principals: Principal[];
};

/**
 * Finds the hub that a request acts in.
 * @throws ApiError 404 when there is no such hub, 409 when none is named and none is active.
 */
export async function hubCallerOf(
  services: Services,
  request: FastifyRequest,
  caller: Caller,
): Promise<HubCaller> {
  const handle = request.headers['org-handle'];
  const userId = caller.user?.id ?? null;
  let query = services.database
    .selectFrom('hub')
    .leftJoin('membership', (join) =>
      join
        .onRef('membership.hub_id', '=', 'hub.id')
        .on('membership.user_id', '=', userId)
        .on('membership.suspended_at', 'is', null),
    )
    .select([
      'hub.id',
      'hub.handle',
      'hub.name',
      'hub.visibility',
      'hub.members_create_spaces',
      'membership.role',
      // Only looked at where nothing else lets the caller in.
      sql<boolean>`case when membership.role is null and hub.visibility <> 'public' then exists (
        select from scope_access a where a.hub_id = hub.id and a.principal = '*') else false end`.as(
        'shows_something',
      ),
    ])
    .where('hub.deleted_at', 'is', null);
  if (typeof handle === 'string' && handle) {
    query = query.where((where) =>
      where(where.fn<string>('lower', ['hub.handle']), '=', handle.toLowerCase()),
    );
  } else if (caller.user?.activeHubId) {
    query = query.where('hub.id', '=', caller.user.activeHubId);
  } else {
    throw new ApiError(409, 'no_hub', 'Name a hub with the Org-Handle header, or make one active.');
  }
  const row = await query.executeTakeFirst();
  if (!row) throw notFound('This hub');
  const mayKnowHub =
    row.role !== null || row.visibility === 'public' || (row.visibility === 'shared' && userId !== null);
  // What is public in a hub is public also where the hub is not; a hub that shows nothing stays unknown.
  if (!mayKnowHub && !row.shows_something) throw notFound('This hub');
  return {
    ...caller,
    hub: { id: row.id, handle: row.handle, name: row.name, membersCreateSpaces: row.members_create_spaces },
    hubRole: row.role,
    principals: principalsOf(userId, row.role),
  };
}
