import { sql } from 'kysely';
import type { ItemRole } from '#lib/access/roles.ts';
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
    select hub_group.id, hub_group.name, given.role,
      (select count(*) from group_person person where person.group_id = hub_group.id) as members_count
    from group_grant given join hub_group on hub_group.id = given.group_id
    where given.${columnOf(kind)} = ${id} order by lower(hub_group.name), hub_group.id`.execute(database);
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
