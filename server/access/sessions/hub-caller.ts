import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { HubRole, Visibility } from '#lib/access/roles.ts';
import { groupIdsIn } from '#server/access/policy/group-ids.ts';
import { type Principal, principalsOf } from '#server/access/policy/principals.ts';
import {
  type ListedScope,
  principalsIn,
  rankOfColumn,
  scopesOfSpace,
} from '#server/access/policy/role-on-scope.ts';
import { SPACE_COLUMNS, type SpaceView } from '#server/access/policy/space-view.ts';
import { createBatchLoader, inRequestOrder, limitOfKeys } from '#server/platform/database/batch-loader.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import {
  type Caller,
  type CallerOptions,
  callerBySession,
  SESSION_COLUMNS,
  type SessionRow,
} from './caller.ts';

/** A caller within one hub: by its `Org-Handle`, else the account's active hub. */
export type HubCaller = Caller & {
  hub: { id: string; handle: string; name: string; membersCreateSpaces: boolean };
  /** Null for a caller who is no (active) member: only what is public there is visible to them. */
  hubRole: HubRole | null;
  /** The names under which access lists of this hub may mention the caller. */
  principals: Principal[];
  /** The space that the address of a reading request names: it is found along with the session. */
  named?: NamedSpace | undefined;
};

export type NamedSpace = {
  /** In lower case. */
  slug: string;
  /** Undefined where there is none. */
  space: SpaceView | undefined;
  /** Those in the space that the caller may see; null where they are many, undefined where the route needs none. */
  scopes: ListedScope[] | null | undefined;
};

type HubQuestion = { handle: string | null; id: string | null; userId: string | null };

type HubRow = {
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

/** Of a `hub` and the account's (left-joined) `membership` there, unless that is suspended. */
const HUB_COLUMNS = sql`hub.id, hub.handle, hub.name, hub.visibility, hub.members_create_spaces, membership.role,
  ${groupIdsIn('membership')} as groups,
  coalesce(membership.last_seen_at < now() - make_interval(secs => ${SEEN_SECONDS}), true) as is_stale,
  -- Public content of a hub is only queried where nothing else admits the caller.
  case when membership.role is null and hub.visibility <> 'public' then exists (
    select from scope_access list
      join scope on scope.id = list.scope_id
      join space on space.id = scope.space_id and space.deleted_at is null
      left join item on item.id = scope.item_id
      left join form on form.id = scope.form_id
    where list.hub_id = hub.id and list.principal = '*' and item.trashed_at is null
      and (form.id is null or form.trashed_at is null and form.published_version is not null)) else false end as shows_something`;

/** A hub that is not deleted by its handle or id, as `hub`. */
const hubNamed = (handle: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`(
  select * from hub where lower(hub.handle) = ${handle} and hub.deleted_at is null
  union all select * from hub where hub.id = ${id} and hub.deleted_at is null)`;

/** A hub for a visitor without a session. */
const hubOf = createBatchLoader<HubQuestion, HubRow & { n: number }>(async (database, questions) => {
  const handles = questions.map(({ handle }) => handle);
  const ids = questions.map(({ id }) => id);
  const users = questions.map(({ userId }) => userId);
  const { rows } = await sql<HubRow & { n: number }>`
    select requested.n, ${HUB_COLUMNS}
    from (
        select * from unnest(${handles}::text[], ${ids}::uuid[], ${users}::uuid[]) with ordinality
        limit ${limitOfKeys(questions)}
      ) as requested (handle, id, user_id, n)
      cross join lateral ${hubNamed(sql`requested.handle`, sql`requested.id`)} as hub
      left join membership on membership.hub_id = hub.id and membership.user_id = requested.user_id
        and membership.suspended_at is null`.execute(database);
  return inRequestOrder(rows, questions);
});

type SessionQuestion = { sessionId: string; handle: string | null };
type SessionInHub = SessionRow & { hub: HubRow | null };

/** Sessions with their hubs, and with what `more` selects and joins: of `requested`, `app_user`, and `found` for the hub. */
async function sessionsInHubs<Row extends SessionInHub>(
  database: Services['database'] | Transaction,
  requested: { keys: readonly SessionQuestion[]; slugs: readonly string[] },
  more: { columns: RawBuilder<unknown>; join: RawBuilder<unknown> },
): Promise<(Row | undefined)[]> {
  const { keys, slugs } = requested;
  const sessions = keys.map(({ sessionId }) => sessionId);
  const handles = keys.map(({ handle }) => handle);
  const named = slugs.length > 0 ? sql`, ${slugs}::text[]` : sql``;
  const names = slugs.length > 0 ? sql`slug, ` : sql``;
  const { rows } = await sql<Row & { n: number }>`
    select requested.n, ${SESSION_COLUMNS}, to_jsonb(found) as hub ${more.columns}
    from (
        select * from unnest(${sessions}::uuid[], ${handles}::text[] ${named}) with ordinality
        limit ${limitOfKeys(keys)}
      ) as requested (session_id, handle, ${names} n)
      join session on session.id = requested.session_id and session.expires_at > now()
      join app_user on app_user.id = session.user_id
      left join lateral (
        select ${HUB_COLUMNS}
        from ${hubNamed(sql`requested.handle`, sql`case when requested.handle is null then app_user.active_hub_id end`)} as hub
          left join membership on membership.hub_id = hub.id and membership.user_id = app_user.id
            and membership.suspended_at is null
      ) as found on true ${more.join}`.execute(database);
  return inRequestOrder(rows, keys);
}

/** A session together with the hub that its request names, else with its account's active hub: one statement for both. */
const sessionInHub = createBatchLoader<SessionQuestion, SessionInHub>(
  (database, keys) => sessionsInHubs(database, { keys, slugs: [] }, { columns: sql``, join: sql`` }),
  // A program sends many requests at the same time.
  ({ sessionId, handle }) => `${sessionId} ${handle ?? ''}`,
);

type SessionInSpace = SessionInHub & { space: SpaceView | null; scopes?: ListedScope[] | null };

/** The same with a space of that hub, and with what `columns` selects of it. */
const loadSessionsInSpaces = (columns: RawBuilder<unknown>) =>
  createBatchLoader<SessionQuestion & { slug: string }, SessionInSpace>(
    (database, keys) =>
      sessionsInHubs(
        database,
        { keys, slugs: keys.map(({ slug }) => slug) },
        {
          columns: sql`, case when space.id is not null then to_jsonb(space) end as space ${columns}`,
          join: sql`
            left join membership me on me.hub_id = found.id and me.user_id = app_user.id
            cross join lateral (select ${principalsIn('me')} as principals offset 0) as reader
            left join lateral (
              select ${SPACE_COLUMNS}, ${rankOfColumn('space.scope_id', 'reader.principals')} as rank
              from space where space.hub_id = found.id and lower(space.slug) = requested.slug and space.deleted_at is null
            ) as space on true`,
        },
      ),
    ({ sessionId, handle, slug }) => `${sessionId} ${handle ?? ''} ${slug}`,
    // No hub waits for what another one's space costs.
    ({ handle }) => handle ?? '',
  );

const sessionInSpace = loadSessionsInSpaces(sql``);
/** With the scopes there that the account may see. */
const sessionInListedSpace = loadSessionsInSpaces(
  sql`, case when space.id is not null then ${scopesOfSpace('space.hub_id', 'space.id', sql<string[]>`reader.principals`)} end as scopes`,
);

/** JSON has times as text. */
const withTimes = (space: SpaceView): SpaceView => ({
  ...space,
  created_at: new Date(space.created_at),
  updated_at: new Date(space.updated_at),
  archived_at: space.archived_at && new Date(space.archived_at),
});

/** The handle by which a request names its hub. */
function namedHub({ headers }: FastifyRequest): string | null {
  const handle = headers['org-handle'];
  return typeof handle === 'string' && handle ? handle.toLowerCase() : null;
}

/** Who sent a request to a route of a hub, with the hub and the space if they were found along with the session. */
export type CallerBeforeHub = {
  caller: Caller;
  hub: HubRow | null | undefined;
  named?: NamedSpace | undefined;
};

/** The space that a request reads: its slug, and whether it needs the scopes that the caller may see there. */
export type SpaceToRead = { slug: string; withScopes: boolean };

/**
 * The same as `callerOf`, for a request that acts in a hub: `hubCallerOf` comes next.
 * @param read null for a request that writes, which reads the space in its own transaction.
 */
export async function callerBeforeHub(
  services: Services,
  request: FastifyRequest,
  options: CallerOptions,
  read: SpaceToRead | null,
): Promise<CallerBeforeHub> {
  const handle = namedHub(request);
  if (read === null) {
    const { caller, row } = await callerBySession(services, request, options, (database, sessionId) =>
      sessionInHub(database, { sessionId, handle }),
    );
    return { caller, hub: row ? row.hub : undefined };
  }
  const { slug, withScopes } = read;
  const load = withScopes ? sessionInListedSpace : sessionInSpace;
  const { caller, row } = await callerBySession(services, request, options, (database, sessionId) =>
    load(database, { sessionId, handle, slug }),
  );
  if (!row) return { caller, hub: undefined };
  const space = row.space ? withTimes(row.space) : undefined;
  return { caller, hub: row.hub, named: { slug, space, scopes: row.scopes } };
}

/**
 * Finds the hub that a request acts in.
 * @throws ApiError 404 when no such hub exists, 409 when none is named and none is active.
 */
export async function hubCallerOf(
  services: Services,
  request: FastifyRequest,
  { caller, hub, named }: CallerBeforeHub,
): Promise<HubCaller> {
  const userId = caller.user?.id ?? null;
  const handle = namedHub(request);
  const active = handle ? null : (caller.user?.activeHubId ?? null);
  if (!handle && !active) {
    throw new ApiError(409, 'no_hub', 'Name a hub with the Org-Handle header, or make one active.');
  }
  const row = hub === undefined ? await hubOf(services.database, { handle, id: active, userId }) : hub;
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
    named,
  };
}
