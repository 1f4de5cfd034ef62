import { type RawBuilder, sql } from 'kysely';
import type { HubRole, ItemRole, Visibility } from '#lib/access/roles.ts';
import type { ItemSource } from '#lib/contract/item.ts';
import type { ItemKind } from '#lib/text/upload-types.ts';
import type { Principal } from '#server/access/policy/principals.ts';
import { mayView } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';
import { inBatches } from './export-batches.ts';

/** Who exports: an admin, limited by their access, or an owner, who gets everything. */
export type Exporter = { hubId: string; principals: readonly Principal[]; everything: boolean };

/** Rows per query. */
const BATCH = 500;

/** A copy that is being written is nobody's yet. */
const isNoUnfinishedCopy = sql`not exists (select from item_copy_row copying where copying.item_id = item.id)`;

/** Whether the exporter may read the resources of a scope. */
function reaches(exporter: Exporter, scopeId: string): RawBuilder<boolean> {
  if (exporter.everything) return sql<boolean>`true`;
  return mayView(scopeId, exporter.principals);
}

/** Guests and those outside of the hub do not learn who wrote an imported document (`sourceOf` of the presenter), or who people are. */
export const namesPeople = ({ everything, principals }: Exporter): boolean =>
  everything || principals.includes('members');

/** Items and their spaces, none deleted, that the exporter may read. */
const items = (exporter: Exporter) => sql`from item
  join space on space.id = item.space_id and space.deleted_at is null
  where item.hub_id = ${exporter.hubId} and item.trashed_at is null and ${reaches(exporter, 'item.scope_id')}
    and ${isNoUnfinishedCopy}`;

export type ExportedSpace = {
  id: string;
  slug: string;
  name: string;
  description: string;
  visibility: Visibility;
  default_role: string;
  created_at: Date;
  archived_at: Date | null;
  members: { user_id: string; role: ItemRole }[];
};

/** The spaces of the hub, none deleted, that the exporter may read, oldest first. */
export async function exportedSpaces(database: Database, exporter: Exporter): Promise<ExportedSpace[]> {
  const { rows } = await sql<ExportedSpace>`
    select space.id, space.slug, space.name, space.description, space.visibility, space.default_role, space.created_at,
      space.archived_at, coalesce((
        select json_agg(json_build_object('user_id', member.user_id, 'role', member.role) order by member.user_id)
        from space_member member where member.space_id = space.id), '[]') as members
    from space
    where space.hub_id = ${exporter.hubId} and space.deleted_at is null and ${reaches(exporter, 'space.scope_id')}
    order by space.id`.execute(database);
  return rows;
}

/**
 * The parent of exported items: a folder, the top level of a space, or spaces that the exporter can't see.
 */
export type ExportParent = { folder: string } | { space: string } | 'elsewhere';

function lyingIn(exporter: Exporter, place: ExportParent): RawBuilder<boolean> {
  if (place !== 'elsewhere' && 'folder' in place) return sql<boolean>`item.parent_id = ${place.folder}`;
  // Items in a folder that the exporter can't see are exported at the top level.
  const top = sql`(item.parent_id is null or not exists (
    select from item parent where parent.id = item.parent_id and ${reaches(exporter, 'parent.scope_id')}))`;
  if (place === 'elsewhere') return sql<boolean>`not ${reaches(exporter, 'space.scope_id')} and ${top}`;
  return sql<boolean>`item.space_id = ${place.space} and ${top}`;
}

/** The ids of the items of one parent, in order of creation. */
export async function exportedItemsIn(
  database: Database,
  exporter: Exporter,
  place: ExportParent,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select item.id ${items(exporter)} and ${lyingIn(exporter, place)} order by item.id`.execute(database);
  return rows.map((row) => row.id);
}

/**
 * Which of these items the exporter can see, without those that are exported with a folder among them
 * (through folders that the exporter can see).
 */
export async function exportedItemsAmong(
  database: Database,
  exporter: Exporter,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive around as (
      select item.id, item.parent_id as folder ${items(exporter)} and item.id = any(${ids}::uuid[])
      union
      select around.id, folder.parent_id
      from around join item folder on folder.id = around.folder
      where not folder.id = any(${ids}::uuid[]) and folder.trashed_at is null and ${reaches(exporter, 'folder.scope_id')}
    )
    select around.id from around
    group by around.id
    having not coalesce(bool_or(exists (
      select from item folder where folder.id = around.folder and folder.id = any(${ids}::uuid[])
        and folder.trashed_at is null and ${reaches(exporter, 'folder.scope_id')})), false)
    order by around.id`.execute(database);
  return rows.map((row) => row.id);
}

export type ExportedItem = {
  id: string;
  hub_id: string;
  space_id: string;
  scope_id: string;
  kind: ItemKind;
  title: string;
  visibility: Visibility;
  /** The document that it is a file of. */
  document_id: string | null;
  content: string | null;
  file_sha256: string | null;
  file_name: string | null;
  mime: string | null;
  size: number;
  /** Of an imported document: what its source said of it. */
  source: ItemSource | null;
  is_full_width: boolean;
  /** In the tree, where it was put by hand. */
  position: number | null;
  archived_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** An item's place and name, as an archive of a space or folder needs them before its contents. */
export type ListedItem = Pick<ExportedItem, 'id' | 'kind' | 'title' | 'file_name'> & {
  /** The folder that the exporter can see it in; null at the top. */
  parent_id: string | null;
  has_file: boolean;
};

/** Everything in a space, or below a folder of it, that the exporter can see at this moment, in order of creation. */
export async function exportedTree(
  database: Database,
  exporter: Exporter,
  place: { space: string } | { folder: string },
): Promise<ListedItem[]> {
  const columns = sql`item.id, item.kind, item.title, item.file_name, item.file_sha256 is not null as has_file`;
  const { rows } =
    'space' in place
      ? await sql<ListedItem>`select ${columns},
          (select parent.id from item parent where parent.id = item.parent_id and ${reaches(exporter, 'parent.scope_id')}) as parent_id
          ${items(exporter)} and item.space_id = ${place.space} order by item.id`.execute(database)
      : await sql<ListedItem>`with recursive below as (
          select item.id, null::uuid as parent_id ${items(exporter)} and item.parent_id = ${place.folder}
          union all
          select item.id, item.parent_id from below join item on item.parent_id = below.id
          where item.trashed_at is null and ${reaches(exporter, 'item.scope_id')}
        )
        select ${columns}, below.parent_id from below join item on item.id = below.id order by item.id`.execute(
          database,
        );
  return rows;
}

/** An item with its own text, if the exporter can see it at this moment. */
export async function exportedItem(
  database: Database,
  exporter: Exporter,
  id: string,
): Promise<ExportedItem | undefined> {
  const { rows } = await sql<ExportedItem>`
    select item.id, item.hub_id, item.space_id, item.scope_id, item.kind, item.title, item.visibility, item.document_id, item.content,
      item.file_sha256, item.file_name, item.mime, item.size,
      ${namesPeople(exporter) ? sql`item.meta -> 'source'` : sql`null`} as source,
      coalesce(item.meta -> 'full_width' = 'true', false) as is_full_width, item.position, item.archived_at, item.created_at, item.updated_at ${items(exporter)} and item.id = ${id}`.execute(
    database,
  );
  return rows[0];
}

/**
 * The metadata of all items, in order of creation; not even the id of a folder or space that the exporter
 * can't see.
 */
export function exportedItemsOfHub(database: Database, exporter: Exporter): AsyncGenerator<{ id: string }> {
  return inBatches(BATCH, async (after) => {
    const { rows } = await sql<{ id: string }>`
      select item.id, item.kind, item.title, case when ${reaches(exporter, 'space.scope_id')} then item.space_id end as space_id,
        (select parent.id from item parent where parent.id = item.parent_id and ${reaches(exporter, 'parent.scope_id')}) as parent_id,
        item.visibility, item.version, item.size,
        item.mime, item.file_name, item.file_sha256 as sha256, item.meta, item.created_by, item.updated_by,
        item.created_at, item.updated_at
      ${items(exporter)} and item.id > ${after} order by item.id limit ${BATCH}`.execute(database);
    return rows;
  });
}

/** The grants on items by name, by item. */
export function exportedGrantsOfHub(database: Database, exporter: Exporter): AsyncGenerator<{ id: string }> {
  return inBatches(BATCH, async (after) => {
    const { rows } = await sql<{ id: string }>`
      select item.id, (
          select json_agg(json_build_object('user_id', named.user_id, 'role', named.role) order by named.user_id)
          from item_grant named where named.item_id = item.id) as people
      ${items(exporter)} and item.id > ${after} and exists (select from item_grant where item_id = item.id)
      order by item.id limit ${BATCH}`.execute(database);
    return rows;
  });
}

export type ExportedMember = {
  id: string;
  email: string;
  name: string;
  role: HubRole;
  suspended: boolean;
  joined_at: Date;
};

/** The hub's members. */
export function membersOfHub(database: Database, hubId: string): AsyncGenerator<ExportedMember> {
  return inBatches(BATCH, async (after) => {
    const { rows } = await sql<ExportedMember>`
      select member.user_id as id, person.email, trim(person.first_name || ' ' || person.last_name) as name, member.role,
        member.suspended_at is not null as suspended, member.joined_at
      from membership member join app_user person on person.id = member.user_id
      where member.hub_id = ${hubId} and member.user_id > ${after}
      order by member.user_id limit ${BATCH}`.execute(database);
    return rows;
  });
}

export type ExportedGroup = {
  id: string;
  name: string;
  description: string;
  join_domains: string[];
  join_claims: { name: string; value: string }[];
  /** Who is in it by name. */
  members: string[];
  /** What it is granted, of what the exporter may read. */
  grants: { space_id?: string; item_id?: string; form_id?: string; role: ItemRole }[];
};

/** The hub's groups, with who is in them by name and what they are granted. */
export function groupsOfHub(database: Database, exporter: Exporter): AsyncGenerator<ExportedGroup> {
  return inBatches(BATCH, async (after) => {
    const { rows } = await sql<ExportedGroup>`
      select hub_group.id, hub_group.name, hub_group.description, hub_group.join_domains,
        coalesce((select json_agg(json_build_object('name', claim.name, 'value', claim.value) order by claim.name, claim.value)
          from group_claim claim where claim.group_id = hub_group.id), '[]') as join_claims,
        array(select user_id from group_member where group_id = hub_group.id order by user_id) as members,
        coalesce((
          select json_agg(json_strip_nulls(json_build_object('space_id', granted.space_id, 'item_id', granted.item_id,
            'form_id', granted.form_id, 'role', granted.role)) order by coalesce(granted.space_id, granted.item_id, granted.form_id))
          from group_grant granted left join space on space.id = granted.space_id and space.deleted_at is null
            left join item on item.id = granted.item_id and item.trashed_at is null
            left join form on form.id = granted.form_id and form.trashed_at is null
            cross join lateral (select coalesce(space.scope_id, item.scope_id, form.scope_id) as scope_id) as resource
          where granted.group_id = hub_group.id and resource.scope_id is not null and ${reaches(exporter, 'resource.scope_id')}), '[]') as grants
      from hub_group where hub_group.hub_id = ${exporter.hubId} and hub_group.id > ${after}
      order by hub_group.id limit ${BATCH}`.execute(database);
    return rows;
  });
}

/** A user whose private resources an owner exports without being able to see them in the app. */
export type AccountPrivateItems = { id: string; email: string; is_email_verified: boolean };

/** What an owner exports without being able to see it in the app, and the affected users. */
export type PrivateResources = {
  spaces: number;
  items: number;
  forms: number;
  people: AccountPrivateItems[];
};

/** Private spaces, items and forms of the hub that the owner has no access to, with the users who have. */
export async function privateResources(
  database: Database,
  owner: { hubId: string; userId: string; principals: readonly Principal[] },
): Promise<PrivateResources> {
  const closed = sql`select scope.id from scope join space on space.id = scope.space_id and space.deleted_at is null
    where scope.hub_id = ${owner.hubId} and not ${mayView('scope.id', owner.principals)}`;
  const { rows } = await sql<PrivateResources>`
    with closed as (${closed})
    select
      (select count(*) from space join closed on closed.id = space.scope_id where space.deleted_at is null) as spaces,
      (select count(*) from item join closed on closed.id = item.scope_id where item.trashed_at is null
        and ${isNoUnfinishedCopy}) as items,
      (select count(*) from form join closed on closed.id = form.scope_id where form.trashed_at is null) as forms,
      coalesce((
        select json_agg(json_build_object('id', person.id, 'email', person.email,
          'is_email_verified', person.is_email_verified)) from app_user person
          join membership on membership.user_id = person.id and membership.hub_id = ${owner.hubId}
            and membership.suspended_at is null
        where person.id <> ${owner.userId} and exists (
          select from scope_access list join closed on closed.id = list.scope_id
          where list.principal = 'user:' || person.id)), '[]') as people`.execute(database);
  return rows[0] ?? { spaces: 0, items: 0, forms: 0, people: [] };
}
