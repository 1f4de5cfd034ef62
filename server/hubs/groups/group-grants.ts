import { sql } from 'kysely';
import { type ItemRole, ROLE_RANK } from '#lib/access/roles.ts';
import type { GroupGrants } from '#lib/contract/group.ts';
import { roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** What grants a role. */
type Which = { kind: 'space' | 'item' | 'form'; id: string };

const columnOf = (kind: Which['kind']) => sql.ref(`${kind}_id`);

/** A group that a resource grants a role. */
export type GrantedGroup = { id: string; name: string; members_count: number; role: ItemRole };

/** The groups that a resource itself grants a role, by name. */
export async function groupsGrantedOn(
  database: Database | Transaction,
  { kind, id }: Which,
): Promise<GrantedGroup[]> {
  const { rows } = await sql<GrantedGroup>`
    select hub_group.id, hub_group.name, granted.role,
      (select count(*) from group_person person where person.group_id = hub_group.id) as members_count
    from group_grant granted join hub_group on hub_group.id = granted.group_id
    where granted.${columnOf(kind)} = ${id} order by lower(hub_group.name), hub_group.id`.execute(database);
  return rows;
}

/** The names of those of some groups that the hub has, by id. */
export async function groupNames(
  database: Database | Transaction,
  hubId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from hub_group where hub_id = ${hubId} and id = any(${ids}::uuid[])`.execute(database);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Grants groups a role on a resource, or takes it away (null). */
export async function changeGroupGrants(
  trx: Transaction,
  { kind, id }: Which,
  { roles, addedBy }: { roles: ReadonlyMap<string, ItemRole | null>; addedBy: string },
): Promise<void> {
  const column = columnOf(kind);
  const gone = [...roles].flatMap(([group, role]) => (role ? [] : [group]));
  const granted = [...roles].flatMap(([group, role]) => (role ? [{ group, role }] : []));
  await sql`delete from group_grant where ${column} = ${id} and group_id = any(${gone}::uuid[])`.execute(trx);
  await sql`insert into group_grant (group_id, ${column}, role, added_by)
    select group_id, ${id}::uuid, role, ${addedBy}::uuid
    from unnest(${granted.map(({ group }) => group)}::uuid[], ${granted.map(({ role }) => role)}::text[])
      as wanted (group_id, role)
    on conflict (group_id, coalesce(space_id, item_id, form_id)) do update set role = excluded.role`.execute(
    trx,
  );
}

/** Grants of a group that one request lists, at most. */
const LISTED_MAX = 100;

/** What a group is granted: what somebody may see by name, and how many others there are. */
export async function visibleGrants(
  database: Database | Transaction,
  { group, userId }: { group: { id: string; hub_id: string }; userId: string },
): Promise<GroupGrants> {
  const seen = sql`coalesce(${roleOnScope('resource.scope_id', 'me')}, 0) >= resource.least`;
  const { rows } = await sql<GroupGrants['grants'][number] & { total: number; is_seen: boolean }>`
    select * from (
      select resource.kind, resource.id, resource.name, space.slug as space_slug, granted.role, ${seen} as is_seen,
        count(*) over () as total
      from group_grant granted
        left join item on item.id = granted.item_id and item.trashed_at is null
        left join form on form.id = granted.form_id and form.trashed_at is null
        join space on space.id = coalesce(granted.space_id, item.space_id, form.space_id) and space.deleted_at is null
        cross join lateral (select coalesce(item.id, form.id, space.id) as id,
          coalesce(item.title, form.title, space.name) as name,
          coalesce(item.scope_id, form.scope_id, space.scope_id) as scope_id,
          case when form.id is not null then 'form' when item.id is not null then item.kind else 'space' end as kind,
          case when form.id is not null and form.published_version is null then ${sql.lit(ROLE_RANK.editor)} else 1 end
            as least) as resource
        left join membership me on me.hub_id = ${group.hub_id} and me.user_id = ${userId}
      where granted.group_id = ${group.id}
    ) as listed order by is_seen desc, lower(name), id limit ${LISTED_MAX}`.execute(database);
  const grants = rows.flatMap(({ kind, id, name, space_slug, role, is_seen }) =>
    is_seen ? [{ kind, id, name, space_slug, role }] : [],
  );
  return { grants, others: (rows[0]?.total ?? 0) - grants.length };
}
