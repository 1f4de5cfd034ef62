import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { HubRole, Visibility } from '#lib/access/roles.ts';
import { groupIdsIn } from '#server/access/policy/group-ids.ts';
import { type Principal, principalsOf } from '#server/access/policy/principals.ts';
import { createBatchLoader, inRequestOrder, limitOfKeys } from '#server/platform/database/batch-loader.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import type { Caller } from './caller.ts';

/** A caller within one hub: by its `Org-Handle`, else the account's active hub. */
export type HubCaller = Caller & {
  hub: { id: string; handle: string; name: string; membersCreateSpaces: boolean };
  /** Null for a caller who is no (active) member: only what is public there is visible to them. */
  hubRole: HubRole | null;
  /** The names under which access lists of this hub may mention the caller. */
  principals: Principal[];
};

type HubQuestion = { handle: string | null; id: string | null; userId: string | null };

type HubRow = {
  n: number;
  id: string;
  handle: string;
  name: string;
  visibility: Visibility;
  members_create_spaces: boolean;
  role: HubRole | null;
  groups: string[];
  is_stale: boolean;
  shows_something: boolean;
};

/** A visit is noted this often, in seconds: not a write for every read. */
const SEEN_SECONDS = 600;

async function touchMembership(database: Services['database'], hubId: string, userId: string): Promise<void> {
  await database
    .updateTable('membership')
    .set({ last_seen_at: sql`now()` })
    .where('hub_id', '=', hubId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(last_seen_at < now() - make_interval(secs => ${SEEN_SECONDS}), true)`)
    .execute();
}

/** A hub that is not deleted by its handle or id, with the account's role in it unless that is suspended. */
const hubOf = createBatchLoader<HubQuestion, HubRow>(async (database, questions) => {
  const handles = questions.map(({ handle }) => handle);
  const ids = questions.map(({ id }) => id);
  const users = questions.map(({ userId }) => userId);
  // Public content of a hub is only queried where nothing else admits the caller.
  const { rows } = await sql<HubRow>`
    select asked.n, hub.id, hub.handle, hub.name, hub.visibility, hub.members_create_spaces, membership.role, ${groupIdsIn('membership')} as groups,
      coalesce(membership.last_seen_at < now() - make_interval(secs => ${SEEN_SECONDS}), true) as is_stale,
      case when membership.role is null and hub.visibility <> 'public' then exists (
        select from scope_access list
          join scope on scope.id = list.scope_id
          join space on space.id = scope.space_id and space.deleted_at is null
          left join item on item.id = scope.item_id
          left join form on form.id = scope.form_id
        where list.hub_id = hub.id and list.principal = '*' and item.trashed_at is null
          and (form.id is null or form.trashed_at is null and form.published_version is not null)) else false end as shows_something
    from (
        select * from unnest(${handles}::text[], ${ids}::uuid[], ${users}::uuid[]) with ordinality
        limit ${limitOfKeys(questions)}
      ) as asked (handle, id, user_id, n)
      cross join lateral (
        select * from hub where lower(hub.handle) = asked.handle and hub.deleted_at is null
        union all select * from hub where hub.id = asked.id and hub.deleted_at is null
      ) as hub
      left join membership on membership.hub_id = hub.id and membership.user_id = asked.user_id
        and membership.suspended_at is null`.execute(database);
  return inRequestOrder(rows, questions);
});

/**
 * Finds the hub that a request acts in.
 * @throws ApiError 404 when no such hub exists, 409 when none is named and none is active.
 */
export async function hubCallerOf(
  services: Services,
  request: FastifyRequest,
  caller: Caller,
): Promise<HubCaller> {
  const handle = request.headers['org-handle'];
  const userId = caller.user?.id ?? null;
  const named = typeof handle === 'string' && handle ? handle.toLowerCase() : null;
  const active = named ? null : (caller.user?.activeHubId ?? null);
  if (!named && !active) {
    throw new ApiError(409, 'no_hub', 'Name a hub with the Org-Handle header, or make one active.');
  }
  const row = await hubOf(services.database, { handle: named, id: active, userId });
  if (!row) throw notFound('This hub');
  if (row.role && userId && row.is_stale) await touchMembership(services.database, row.id, userId);
  const mayKnowHub =
    row.role !== null || row.visibility === 'public' || (row.visibility === 'shared' && userId !== null);
  // What is public in a hub is visible even where the hub is not; a hub that shows nothing stays unknown.
  if (!mayKnowHub && !row.shows_something) throw notFound('This hub');
  return {
    ...caller,
    hub: { id: row.id, handle: row.handle, name: row.name, membersCreateSpaces: row.members_create_spaces },
    hubRole: row.role,
    principals: principalsOf(userId, row.role, row.groups),
  };
}
