import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK, type Visibility } from '#lib/access/roles.ts';
import { createBatchLoader, inRequestOrder, limitOfKeys } from '#server/platform/database/batch-loader.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { effectiveVisibility } from './effective-visibility.ts';
import { groupIdsIn } from './group-ids.ts';
import type { Principal } from './principals.ts';

/**
 * The strongest rank that one account has in a scope, as a subquery; null is none. `membership` is the alias
 * of the account's (left-joined) membership in the scope's hub: a grant applies only while it exists and is
 * not suspended.
 */
export function roleOnScope(scopeId: string, membership: string): RawBuilder<number | null> {
  return rankBy(scopeId, principalsIn(membership));
}

/** The same without what everybody has: null for somebody who only sees what is public. */
export function roleBesidesAnyone(scopeId: string, membership: string): RawBuilder<number | null> {
  return rankBy(scopeId, sql<string[]>`array_remove(${principalsIn(membership)}, '*')`);
}

/** The same without the role that only being an admin of the hub gives. */
export function roleWithoutAdmin(scopeId: string, membership: string): RawBuilder<number | null> {
  return rankBy(scopeId, sql<string[]>`array_remove(${principalsIn(membership)}, 'admins')`);
}

/**
 * Whether an account reads the submissions of a form (`form.read_submissions` in `form-policy.ts`), as a
 * condition: editors, unless only as an admin of the hub, and the form's author where they may still change
 * it. `form` and `membership` are the aliases of the form and of the account's (left-joined) membership in
 * its hub.
 */
export function canReadSubmissions(form: string, membership: string): RawBuilder<boolean> {
  const editor = sql.lit(ROLE_RANK.editor);
  const isAuthor = sql`${sql.ref(`${form}.created_by`)} = ${sql.ref(`${membership}.user_id`)}`;
  return sql<boolean>`coalesce(${roleWithoutAdmin(`${form}.scope_id`, membership)} >= ${editor}
    or (${isAuthor} and ${roleOnScope(`${form}.scope_id`, membership)} >= ${editor}), false)`;
}

/**
 * The names under which access lists may mention the account of a (left-joined) membership, as an array
 * (`principalsOf`): an entry is found by its key then, however long the list.
 */
export function principalsIn(membership: string): RawBuilder<string[]> {
  const role = sql.ref(`${membership}.role`);
  const mine = sql`'user:' || ${sql.ref(`${membership}.user_id`)}`;
  const groups = sql`array(select 'group:' || mine.id from unnest(${groupIdsIn(membership)}) as mine (id))`;
  // The groups are named once: a statement that they are part of is set up with all that it may have to read.
  return sql<string[]>`case
    when ${role} is null or ${sql.ref(`${membership}.suspended_at`)} is not null then array['*']
    else array['*', ${mine}] || ${groups} || case ${role}
      when 'guest' then '{}'::text[] when 'member' then array['members'] else array['members', 'admins'] end end`;
}

/** The strongest rank in a scope as a subquery; null is none. `principals` is a column that has their names. */
export const rankOfColumn = (scopeId: string, principals: string): RawBuilder<number | null> =>
  rankBy(scopeId, sql.ref(principals));

/** The same without what everybody has. */
export const rankOfColumnBesidesAnyone = (scopeId: string, principals: string): RawBuilder<number | null> =>
  rankBy(scopeId, sql<string[]>`array_remove(${sql.ref(principals)}, '*')`);

function rankBy(scopeId: string, principals: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`(
    select max(list.role) from scope_access as list
    where list.scope_id = ${sql.ref(scopeId)} and list.principal = any(${principals}))`;
}

/** The strongest rank that principals have in a scope, as a subquery; null is none. `scopeId` is a column. */
export function rankOf(scopeId: string, principals: readonly Principal[]): RawBuilder<number | null> {
  return rankBy(scopeId, sql`${principals}::text[]`);
}

/**
 * The strongest rank that principals have in the scope of a row, as a lateral subquery with `role`; no row is
 * none. For each candidate of a query by key: how much else they may see does not matter.
 */
export function readableBy(scopeId: string, principals: readonly Principal[]): RawBuilder<{ role: number }> {
  return sql<{ role: number }>`lateral (
    select max(list.role) as role from scope_access list
    where list.scope_id = ${sql.ref(scopeId)} and list.principal = any(${principals}::text[]) having count(*) > 0)`;
}

/** Whether principals may see what is in a scope, as a condition. `scopeId` is a column. */
export function mayView(scopeId: string, principals: readonly Principal[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from scope_access list
    where list.scope_id = ${sql.ref(scopeId)} and list.principal = any(${principals}::text[]))`;
}

/** The same for the names that a query has: as a subquery for each candidate, never a join that comes first. */
export const mayViewAs = (scopeId: string, principals: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from scope_access list
    where list.scope_id = ${sql.ref(scopeId)} and list.principal = any(${principals}::text[]) offset 0)`;

/**
 * The strongest rank that links give in a scope, as a subquery; null is none. `holder` is the alias of the
 * subquery with `links` (principals, separated by commas) and `user_id`, `membership` as in `roleOnScope`: a
 * visitor, or a user who was suspended here, at most views by a link.
 */
export function roleByLink(scopeId: string, holder: string, membership: string): RawBuilder<number | null> {
  const links = sql.ref(`${holder}.links`);
  return sql<number | null>`(
    select least(max(list.role), case
      when ${sql.ref(`${holder}.user_id`)} is null or ${sql.ref(`${membership}.suspended_at`)} is not null
      then ${sql.lit(ROLE_RANK.viewer)} end)
    from scope_access as list
    where ${links} <> '' and list.scope_id = ${sql.ref(scopeId)} and list.principal = any(string_to_array(${links}, ','))
    having count(*) > 0)`;
}

/**
 * The scopes of a hub, or of one of its spaces, in which one of the principals has any role, with the strongest, as a
 * subquery. As many rows as there are: to check candidates, use {@link readableBy} or {@link mayView}.
 */
export function readableScopes(
  hubId: string | RawBuilder<string>,
  principals: readonly Principal[],
  spaceId?: string | RawBuilder<string>,
): RawBuilder<{ scope_id: string; role: number }> {
  const within = spaceId === undefined ? sql`` : sql`and space_id = ${spaceId}`;
  return sql<{ scope_id: string; role: number }>`(
    select scope_id, max(role) as role from scope_access
    where hub_id = ${hubId} and principal = any(${principals}) ${within} group by scope_id)`;
}

/** A reader of more scopes of a hub than this reads by other queries. */
const FEW_IN_HUB = 256;

/** Entries that are read to find that they are few: one scope may have several. */
const FEW_ENTRIES_IN_HUB = FEW_IN_HUB * 4;

/**
 * The scopes of a hub that principals may see, with the strongest rank in each; null where they are many, and the
 * rows of a query are better checked one by one (`readableBy`). Also of spaces in the trash.
 */
export async function fewReadableScopes(
  database: Database | Transaction,
  { hubId, principals }: { hubId: string; principals: readonly Principal[] },
): Promise<ReadableScope[] | null> {
  const { rows } = await sql<ReadableScope & { entries: number }>`
    select scope_id as id, max(role) as rank, sum(count(*)) over ()::int as entries
    from (
      select scope_id, role from scope_access
      where hub_id = ${hubId} and principal = any(${principals}::text[]) limit ${FEW_ENTRIES_IN_HUB}
    ) as entry group by scope_id`.execute(database);
  const isAll = (rows[0]?.entries ?? 0) < FEW_ENTRIES_IN_HUB;
  return isAll && rows.length <= FEW_IN_HUB ? rows.map(({ id, rank }) => ({ id, rank })) : null;
}

type SpaceReader = { spaceId: string; hubId: string; userId: string | null };

/** A scope that a user may see, with the strongest rank there. */
export type ReadableScope = { id: string; rank: number };

/** With who can see what lies in it. */
export type ListedScope = ReadableScope & { visibility: Visibility };

/** For a reader of more scopes in a space than this, its lists are read by another query. */
const FEW = 32;

/** Entries that are read to find that they are few, however many the reader has. */
const FEW_ENTRIES = FEW * 4;

/**
 * The scopes of a space that principals may see, as JSON; null where they are many, which a bounded read finds.
 * `hubId` and `spaceId` are columns.
 */
export const scopesOfSpace = (
  hubId: string,
  spaceId: string,
  principals: RawBuilder<string[]>,
): RawBuilder<unknown> => sql`(
  select case when coalesce(bool_and(is_few), true) then coalesce(json_agg(
      json_build_object('id', scope_id, 'rank', rank, 'visibility', ${effectiveVisibility('one.scope_id')})
    ) filter (where is_few), '[]') end
  from (
    select scope_id, max(role) as rank,
      sum(count(*)) over () < ${sql.lit(FEW_ENTRIES)} and count(*) over () <= ${sql.lit(FEW)} as is_few
    from (
      select scope_id, role from scope_access
      where hub_id = ${sql.ref(hubId)} and space_id = ${sql.ref(spaceId)} and principal = any(${principals})
      limit ${sql.lit(FEW_ENTRIES)}
    ) as entry group by scope_id
  ) as one)`;

/** The scopes of a space that a user may see; null where they are many. */
export const scopeListOrSubquery = createBatchLoader<SpaceReader, ListedScope[] | null>(
  async (database, readers) => {
    const spaces = readers.map(({ spaceId }) => spaceId);
    const hubs = readers.map(({ hubId }) => hubId);
    const users = readers.map(({ userId }) => userId);
    const { rows } = await sql<{ n: number; scopes: ListedScope[] | null }>`
    select requested.n, ${scopesOfSpace('requested.hub_id', 'requested.space_id', principalsIn('me'))} as scopes
    from (
        select * from unnest(${hubs}::uuid[], ${spaces}::uuid[], ${users}::uuid[]) with ordinality
        limit ${limitOfKeys(readers)}
      ) as requested (hub_id, space_id, user_id, n)
      left join membership me on me.hub_id = requested.hub_id and me.user_id = requested.user_id and me.suspended_at is null`.execute(
      database,
    );
    return inRequestOrder(rows, readers).map((row) => row?.scopes ?? null);
  },
  ({ hubId, spaceId, userId }) => `${hubId} ${spaceId} ${userId}`,
);
