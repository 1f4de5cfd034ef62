import { sql } from 'kysely';
import type { HubRole } from '#lib/access/roles.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';

type Either = Database | Transaction;

/** A claim of single sign-on that is the rule of a group. */
export type GroupClaim = { name: string; value: string };

/** A group of a hub, with how many people are in it and how much it is granted. */
export type GroupRow = {
  id: string;
  hub_id: string;
  name: string;
  description: string;
  join_domains: string[];
  join_claims: GroupClaim[];
  created_at: Date;
  updated_at: Date;
  members_count: number;
  grants_count: number;
};

const COLUMNS = sql`hub_group.id, hub_group.hub_id, hub_group.name, hub_group.description, hub_group.join_domains,
  hub_group.created_at, hub_group.updated_at,
  coalesce((select jsonb_agg(jsonb_build_object('name', claim.name, 'value', claim.value) order by claim.name, claim.value)
    from group_claim claim where claim.group_id = hub_group.id), '[]') as join_claims,
  (select count(*) from group_person person where person.group_id = hub_group.id) as members_count,
  (select count(*) from group_grant granted where granted.group_id = hub_group.id) as grants_count`;

type Page = { q: string | undefined; limit: number; offset: number };

/** A page of a hub's groups, by name, and their number. */
export async function groupsOfHub(
  database: Either,
  hubId: string,
  { q, limit, offset }: Page,
): Promise<{ groups: GroupRow[]; count: number }> {
  const found = sql`hub_id = ${hubId} and (${q ?? null}::text is null or strpos(lower(name), lower(${q ?? null})) > 0)`;
  const { rows } = await sql<GroupRow & { total: number }>`
    select ${COLUMNS}, (select count(*) from hub_group where ${found}) as total
    from (select * from hub_group where ${found} order by lower(name), id limit ${limit} offset ${offset}) as hub_group
    order by lower(hub_group.name), hub_group.id`.execute(database);
  return { groups: rows.map(({ total: _, ...group }) => group), count: rows[0]?.total ?? 0 };
}

/** A group of a hub by its id. */
export async function groupById(database: Either, hubId: string, id: string): Promise<GroupRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<GroupRow>`
    select ${COLUMNS} from hub_group where hub_id = ${hubId} and id = ${id}`.execute(database);
  return rows[0];
}

/** Locks a group's row until the transaction ends. */
export async function lockGroup(trx: Transaction, id: string): Promise<void> {
  await sql`select from hub_group where id = ${id} for update`.execute(trx);
}

/** Replaces the claims that are a group's rule. */
export async function setGroupClaims(
  trx: Transaction,
  groupId: string,
  claims: readonly GroupClaim[],
): Promise<void> {
  await sql`delete from group_claim where group_id = ${groupId}`.execute(trx);
  await sql`insert into group_claim (group_id, name, value)
    select ${groupId}::uuid, name, value from unnest(${claims.map(({ name }) => name)}::text[],
      ${claims.map(({ value }) => value)}::text[]) as wanted (name, value)
    on conflict do nothing`.execute(trx);
}

/** Whether another group of the hub has this name, ignoring case. */
export async function isGroupNameTaken(
  database: Either,
  { hubId, name, id }: { hubId: string; name: string; id?: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from hub_group where hub_id = ${hubId} and lower(name) = lower(${name})
      and id is distinct from ${id ?? null}::uuid`.execute(database);
  return rows.length > 0;
}

/** Somebody in a group. */
export type GroupMemberRow = {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  hub_role: HubRole;
  suspended: boolean;
  by_name: boolean;
};

/** A page of the people in a group, by name, and their number. */
export async function membersOfGroup(
  database: Either,
  group: Pick<GroupRow, 'id' | 'hub_id'>,
  { q, limit, offset }: Page,
): Promise<{ members: GroupMemberRow[]; count: number }> {
  const { rows } = await sql<GroupMemberRow & { total: number }>`
    select account.id as user_id, account.email, account.first_name, account.last_name, membership.role as hub_role,
      membership.suspended_at is not null as suspended, count(*) over () as total,
      exists (select from group_member named where named.group_id = person.group_id and named.user_id = person.user_id) as by_name
    from group_person person
      join membership on membership.hub_id = person.hub_id and membership.user_id = person.user_id
      join app_user account on account.id = person.user_id
    where person.hub_id = ${group.hub_id} and person.group_id = ${group.id}
      and (${q ?? null}::text is null
        or strpos(lower(account.first_name || ' ' || account.last_name || ' ' || account.email), lower(${q ?? null})) > 0)
    order by lower(account.first_name || ' ' || account.last_name), account.id
    limit ${limit} offset ${offset}`.execute(database);
  return { members: rows, count: rows[0]?.total ?? 0 };
}

/** Adds people of the hub to a group by name. @returns those who were not in it by name. */
export async function insertGroupMembers(
  trx: Transaction,
  group: Pick<GroupRow, 'id' | 'hub_id'>,
  { userIds, addedBy }: { userIds: readonly string[]; addedBy: string },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into group_member (group_id, user_id, hub_id, added_by)
    select ${group.id}, user_id, hub_id, ${addedBy}::uuid from membership
    where hub_id = ${group.hub_id} and user_id = any(${userIds}::uuid[])
    on conflict do nothing returning user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

/** Which of some accounts belong to the hub. */
export async function hubMembersAmong(
  database: Either,
  hubId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from membership where hub_id = ${hubId} and user_id = any(${userIds}::uuid[])`.execute(
    database,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Removes somebody who is in a group by name. @returns whether they were */
export async function deleteGroupMember(trx: Transaction, groupId: string, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from group_member where group_id = ${groupId} and user_id = ${userId}`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** What a group is granted: the scopes' resources and their spaces. */
export type GroupGrants = { space_ids: string[]; resource_ids: string[]; lock: string[] };

/** What a group is granted, with the spaces that it lies in, in lock order. */
export async function grantsOfGroup(database: Either, groupId: string): Promise<GroupGrants> {
  const { rows } = await sql<GroupGrants>`
    select coalesce(array_agg(granted.space_id) filter (where granted.space_id is not null), '{}') as space_ids,
      coalesce(array_agg(coalesce(granted.item_id, granted.form_id)) filter (where granted.space_id is null), '{}') as resource_ids,
      coalesce(array_agg(distinct coalesce(granted.space_id, item.space_id, form.space_id)), '{}') as lock
    from group_grant granted left join item on item.id = granted.item_id left join form on form.id = granted.form_id
    where granted.group_id = ${groupId}`.execute(database);
  return rows[0] ?? { space_ids: [], resource_ids: [], lock: [] };
}
