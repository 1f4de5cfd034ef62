import { sql } from 'kysely';
import { type HubRole, type ItemRole, ROLE_RANK, type Visibility } from '#lib/access/roles.ts';
import type { AccessReason } from '#lib/contract/access.ts';
import type { ItemKind } from '#lib/contract/item.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { roleOnScope } from './role-on-scope.ts';

/** A scope on the path from a resource up to its space, with what it adds to the resource's access list. */
export type SourceNode = {
  /** The resource's own scope, not an inherited one. */
  is_this: boolean;
  /** The item's or the form's; null for the space. */
  resource_id: string | null;
  resource_kind: ItemKind | 'form' | null;
  resource_visibility: Visibility | null;
  resource_created_by: string | null;
  space_id: string;
  space_visibility: Visibility;
  space_default_role: ItemRole;
  /** How far above the resource it is. */
  depth: number;
  /** Null where the requester may not see it. */
  name: string | null;
  /** Null where the requester may not see the space. */
  space_slug: string | null;
};

/**
 * The scopes whose members and settings reach a resource, from the resource up to its space; a private one
 * ends the path. The same rules as `access-list.ts`, which a test compares with this.
 */
export async function accessSourcesOf(
  database: Database | Transaction,
  resource: { id: string; scope_id: string },
  requesterId: string,
): Promise<SourceNode[]> {
  const { rows } = await sql<SourceNode>`
    with recursive above as (
      select id, parent_id, 0 as depth from scope where id = ${resource.scope_id}
      union all select scope.id, scope.parent_id, above.depth + 1 from scope join above on scope.id = above.parent_id
    )
    select coalesce(scope.item_id, scope.form_id, scope.space_id) = ${resource.id}::uuid as is_this,
      coalesce(scope.item_id, scope.form_id) as resource_id, above.depth,
      case when form.id is not null then 'form' else item.kind end as resource_kind,
      coalesce(item.visibility, form.visibility) as resource_visibility,
      coalesce(item.created_by, form.created_by) as resource_created_by, scope.space_id,
      space.visibility as space_visibility, space.default_role as space_default_role,
      case when ${roleOnScope('scope.id', 'me')} is not null then coalesce(item.title, form.title, space.name) end as name,
      case when ${roleOnScope('space.scope_id', 'me')} is not null then space.slug end as space_slug
    from above
      join scope on scope.id = above.id
      join space on space.id = scope.space_id
      left join item on item.id = scope.item_id
      left join form on form.id = scope.form_id
      left join membership me on me.hub_id = scope.hub_id and me.user_id = ${requesterId}
    order by above.depth`.execute(database);
  const last = rows.findIndex((node) => node.resource_visibility === 'private');
  return last < 0 ? rows : rows.slice(0, last + 1);
}

type Extra = Partial<Pick<AccessReason, 'by' | 'at' | 'group'>>;

function reason(
  node: SourceNode,
  code: AccessReason['code'],
  role: ItemRole,
  extra: Extra = {},
): AccessReason {
  return {
    code,
    role,
    source: {
      kind: node.resource_kind ?? 'space',
      // Placeholder ids, which only tell the sources apart, where the requester may not know the resource.
      id: node.name === null ? `above-${node.depth}` : (node.resource_id ?? node.space_id),
      name: node.name,
      space_slug: node.name === null ? null : node.space_slug,
      is_this: node.is_this,
    },
    ...(extra.group ? { group: extra.group } : {}),
    by: extra.by ?? null,
    at: extra.at ?? null,
  };
}

/** What gives access to groups, and why: anyone, the hub's members, its admins. */
export function groupReasons(nodes: readonly SourceNode[]): AccessReason[] {
  const isHidden = nodes.some((node) => node.resource_visibility === 'private');
  const found: AccessReason[] = [];
  for (const node of nodes) {
    const visibility = node.resource_id ? node.resource_visibility : node.space_visibility;
    if (visibility === 'public' && !isHidden) found.push(reason(node, 'public', 'viewer'));
    if (!node.resource_id && visibility !== 'private') {
      found.push(reason(node, 'member', node.space_default_role), reason(node, 'admin', 'owner'));
    }
  }
  return found;
}

/** Which of the groups a hub role belongs to. */
export function groupsOfRole(groups: readonly AccessReason[], role: HubRole): AccessReason[] {
  return groups.filter(({ code }) => {
    if (code === 'admin') return role === 'owner' || role === 'admin';
    return code === 'public' || role !== 'guest';
  });
}

type NamedRow = {
  owner: string;
  user_id: string;
  role: ItemRole;
  by: string | null;
  at: Date;
  group_id: string | null;
  group_name: string | null;
};

/**
 * The grants by name or through a group, here or above, by user id; of all users, or of some.
 * @param which of whom (null for all), and whether the names of groups are hidden from the requester, a guest
 */
export async function namedReasons(
  database: Database | Transaction,
  nodes: readonly SourceNode[],
  { userIds, hidesGroups }: { userIds: readonly string[] | null; hidesGroups: boolean },
): Promise<Map<string, AccessReason[]>> {
  const byOwner = new Map(nodes.map((node) => [node.resource_id ?? node.space_id, node]));
  const resourceIds = nodes.flatMap((node) => node.resource_id ?? []);
  const spaces = nodes.flatMap((node) => (node.resource_id ? [] : node.space_id));
  const { rows } = await sql<NamedRow>`
    select named.owner, named.user_id, named.role, named.at, named.group_id, named.group_name,
      nullif(trim(adder.first_name || ' ' || adder.last_name), '') as by
    from (
      select item_id as owner, user_id, role, created_at as at, added_by, null::uuid as group_id, null as group_name
      from item_grant where item_id = any(${resourceIds}::uuid[])
      union all
      select form_id, user_id, role, created_at, added_by, null, null from form_grant where form_id = any(${resourceIds}::uuid[])
      union all
      select space_id, user_id, role, created_at, added_by, null, null from space_member where space_id = any(${spaces}::uuid[])
      union all
      select coalesce(granted.item_id, granted.form_id, granted.space_id), person.user_id, granted.role, granted.created_at,
        granted.added_by, granted.group_id, hub_group.name
      from group_grant granted join hub_group on hub_group.id = granted.group_id
        join group_person person on person.group_id = granted.group_id and person.hub_id = hub_group.hub_id
      where granted.item_id = any(${resourceIds}::uuid[]) or granted.form_id = any(${resourceIds}::uuid[])
        or granted.space_id = any(${spaces}::uuid[])
    ) as named left join app_user adder on adder.id = named.added_by and adder.id <> named.user_id
    where ${userIds}::uuid[] is null or named.user_id = any(${userIds}::uuid[])`.execute(database);
  const found = new Map<string, AccessReason[]>();
  const add = (userId: string, one: AccessReason) => found.set(userId, [...(found.get(userId) ?? []), one]);
  for (const { owner, user_id, role, by, at, group_id, group_name } of rows) {
    const node = byOwner.get(owner);
    if (!node) continue;
    const extra = { by, at: at.toISOString() };
    if (!group_id) add(user_id, reason(node, 'by_name', role, extra));
    else {
      const group = { id: group_id, name: hidesGroups ? null : group_name };
      add(user_id, reason(node, 'group', role, { ...extra, group }));
    }
  }
  const creator = nodes.find((node) => node.resource_visibility === 'private');
  if (creator?.resource_created_by && (!userIds || userIds.includes(creator.resource_created_by))) {
    add(creator.resource_created_by, reason(creator, 'creator', 'owner'));
  }
  return found;
}

type LinkRow = { id: string; resource_id: string; role: ItemRole; by: string | null; created_at: Date };

/** Where links come from, by their ids. */
export async function linkReasons(
  database: Database | Transaction,
  nodes: readonly SourceNode[],
  linkIds: readonly string[],
): Promise<Map<string, AccessReason[]>> {
  if (linkIds.length === 0) return new Map();
  const { rows } = await sql<LinkRow>`
    select link.id, coalesce(link.item_id, link.form_id) as resource_id, link.role, link.created_at,
      nullif(trim(maker.first_name || ' ' || maker.last_name), '') as by
    from share_link link join app_user maker on maker.id = link.created_by
    where link.id = any(${linkIds}::uuid[]) and link.view_id is null`.execute(database);
  return new Map(
    rows.flatMap(({ id, resource_id, role, by, created_at }) => {
      const node = nodes.find((one) => one.resource_id === resource_id);
      return node ? [[id, [reason(node, 'link', role, { by, at: created_at.toISOString() })]]] : [];
    }),
  );
}

type ViewLinkRow = Omit<LinkRow, 'resource_id'> & { kind: ItemKind; title: string };

/** The same for links of a table's views, which are in no access list: each comes from the table itself. */
export async function viewLinkReasons(
  database: Database | Transaction,
  nodes: readonly SourceNode[],
  item: { id: string },
  linkIds: readonly string[],
): Promise<Map<string, AccessReason[]>> {
  if (linkIds.length === 0) return new Map();
  const { rows } = await sql<ViewLinkRow>`
    select link.id, link.role, link.created_at, item.kind, item.title,
      nullif(trim(maker.first_name || ' ' || maker.last_name), '') as by
    from share_link link join app_user maker on maker.id = link.created_by
      join table_view on table_view.id = link.view_id
      join item on item.id = table_view.item_id
    where link.id = any(${linkIds}::uuid[]) and item.id = ${item.id}`.execute(database);
  return new Map(
    rows.map(({ id, role, by, created_at, kind, title }) => {
      const space_slug = nodes[0]?.space_slug ?? null;
      const source = { kind, id: item.id, name: title, space_slug, is_this: true };
      return [id, [{ code: 'link', role, source, by, at: created_at.toISOString() }]];
    }),
  );
}

/** The strongest first; of the same strength, the nearest first. */
export function strongestFirst(reasons: readonly AccessReason[]): AccessReason[] {
  return [...reasons].sort((a, b) => ROLE_RANK[b.role] - ROLE_RANK[a.role]);
}
