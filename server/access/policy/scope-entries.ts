import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { rankOfRole, scopeNodes } from './scope-node.ts';

/** Principals that entered or left the own entries of a scope; a changed role is neither. */
export type EntryChanges = { scopeId: string; gained: string[]; lost: string[] };

const OWNER = sql.lit(ROLE_RANK.owner);
const VIEWER = sql.lit(ROLE_RANK.viewer);

/**
 * What the scope `target` adds of its own: a space its visibility and its members, an item or form its
 * visibility, the people and groups added to it and its links; a private one its creator.
 */
const WANTED: RawBuilder<unknown> = sql`lateral (
  select general.principal, general.role
  from (values ('members', ${rankOfRole('target.default_role')}), ('admins', ${OWNER})) as general (principal, role)
  where target.parent_id is null and target.space_visibility <> 'private'
  union all
  select '*', ${VIEWER} where target.parent_id is null and target.space_visibility = 'public'
  union all
  select '*', ${VIEWER} where target.visibility = 'public' and exists (
    select from scope_source source join scope top on top.id = source.source_id
    where source.scope_id = target.id and top.parent_id is null)
  union all
  -- Nobody sees a copy before it is complete.
  select 'user:' || target.created_by, ${OWNER} where target.visibility = 'private'
    and not exists (select from item_copy_row copying where copying.item_id = target.item_id)
  union all
  select 'user:' || member.user_id, ${rankOfRole('member.role')}
  from space_member member where member.space_id = target.space_id and target.parent_id is null
  union all
  select 'user:' || named.user_id, ${rankOfRole('named.role')} from item_grant named where named.item_id = target.item_id
  union all
  select 'user:' || named.user_id, ${rankOfRole('named.role')} from form_grant named where named.form_id = target.form_id
  union all
  select 'group:' || named.group_id, ${rankOfRole('named.role')} from group_grant named
  where named.item_id = target.item_id
  union all
  select 'group:' || named.group_id, ${rankOfRole('named.role')} from group_grant named
  where named.form_id = target.form_id
  union all
  select 'group:' || named.group_id, ${rankOfRole('named.role')} from group_grant named
  where named.space_id = target.space_id and target.parent_id is null
  union all
  select 'link:' || link.id, ${rankOfRole('link.role')} from share_link link
  where link.item_id = target.item_id and link.revoked_at is null
  union all
  select 'link:' || link.id, ${rankOfRole('link.role')} from share_link link
  where link.form_id = target.form_id and link.revoked_at is null)`;

/**
 * Brings the own entries of scopes up to date with the settings, members, grants and links that they come from;
 * their sources must be (`rebuildSources`). Only entries that differ are written.
 */
export async function rewriteEntries(trx: Transaction, scopeIds: readonly string[]): Promise<EntryChanges[]> {
  if (scopeIds.length === 0) return [];
  const { rows } = await sql<{ scope_id: string; gained: string[]; lost: string[] }>`
    with target as materialized (
      select node.* from unnest(${scopeIds}::uuid[]) as input (id) cross join ${scopeNodes(sql`scope.id = input.id`)} node
    ), wanted as materialized (
      select target.id as scope_id, target.hub_id, target.space_id, entry.principal, max(entry.role) as role
      from target cross join ${WANTED} as entry group by target.id, target.hub_id, target.space_id, entry.principal
    ), removed as (
      delete from scope_entry stored
      where stored.scope_id = any(${scopeIds}::uuid[]) and not exists (
        select from wanted where wanted.scope_id = stored.scope_id and wanted.principal = stored.principal)
      returning stored.scope_id, stored.principal
    ), differing as materialized (
      select wanted.*, stored.role is null as is_new
      from wanted left join lateral (
        select role from scope_entry where scope_id = wanted.scope_id and principal = wanted.principal offset 0
      ) as stored on true
      where stored.role is distinct from wanted.role
    ), written as (
      insert into scope_entry (scope_id, principal, hub_id, space_id, role)
      select scope_id, principal, hub_id, space_id, role from differing
      on conflict (scope_id, principal) do update set role = excluded.role
    )
    select changed.scope_id, array_agg(principal) filter (where is_new) as gained,
      array_agg(principal) filter (where not is_new) as lost
    from (
      select scope_id, principal, true as is_new from differing where is_new
      union all select scope_id, principal, false from removed
    ) as changed group by changed.scope_id`.execute(trx);
  return rows.map(({ scope_id, gained, lost }) => ({
    scopeId: scope_id,
    gained: gained ?? [],
    lost: lost ?? [],
  }));
}

/**
 * Brings the entries of one member in spaces up to date: a row of each space, whatever is in it and however many
 * other members it has.
 */
export async function rewriteMemberEntries(
  trx: Transaction,
  { userId, scopeIds }: { userId: string; scopeIds: readonly string[] },
): Promise<void> {
  const principal = `user:${userId}`;
  await sql`
    with removed as (
      delete from scope_entry stored
      where stored.scope_id = any(${scopeIds}::uuid[]) and stored.principal = ${principal} and not exists (
        select from scope join space_member member on member.space_id = scope.space_id and member.user_id = ${userId}
        where scope.id = stored.scope_id)
    )
    insert into scope_entry (scope_id, principal, hub_id, space_id, role)
    select scope.id, ${principal}, scope.hub_id, scope.space_id, ${rankOfRole('member.role')}
    from scope join space_member member on member.space_id = scope.space_id and member.user_id = ${userId}
    where scope.id = any(${scopeIds}::uuid[])
    on conflict (scope_id, principal) do update set role = excluded.role`.execute(trx);
}
