import { type Kysely, sql } from 'kysely';

/** The strength of a role in `scope_entry`. */
const rank = (role: string) =>
  sql`array_position(array['viewer', 'commenter', 'editor', 'owner'], ${sql.raw(role)})`;

/** Scopes with the settings of the item or form that they belong to. */
const NODE = sql`select scope.id, scope.hub_id, scope.space_id, scope.parent_id, scope.item_id, scope.form_id,
    coalesce(item.visibility, form.visibility) as visibility, coalesce(item.created_by, form.created_by) as created_by
  from scope left join item on item.id = scope.item_id left join form on form.id = scope.form_id`;

/**
 * A scope no longer keeps a copy of its parents' lists: it keeps its own entries (`scope_entry`), and which scopes'
 * entries count for it (`scope_source`). `scope_access` becomes the two together.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`drop table scope_access`.execute(database);
  await sql`create table scope_source (
    scope_id uuid not null references scope on delete cascade,
    -- The scope itself, or one above it, up to the nearest private one; none while its space is in the trash.
    source_id uuid not null references scope on delete cascade,
    primary key (scope_id, source_id)
  )`.execute(database);
  await sql`create table scope_entry (
    scope_id uuid not null references scope on delete cascade,
    -- '*' (anyone), 'members', 'admins' (of the scope's hub), 'user:<id>', 'group:<id>' or 'link:<id>'.
    principal text not null,
    hub_id uuid not null,
    space_id uuid not null,
    role smallint not null,
    primary key (scope_id, principal)
  )`.execute(database);
  await sql`
    insert into scope_source (scope_id, source_id)
    with recursive node as materialized (${NODE}), chain (scope_id, source_id, next_id) as (
      select node.id, node.id, case when node.visibility = 'private' then null else node.parent_id end
      from node join space on space.id = node.space_id and space.deleted_at is null
      union all
      select chain.scope_id, node.id, case when node.visibility = 'private' then null else node.parent_id end
      from chain join node on node.id = chain.next_id
    ) select scope_id, source_id from chain`.execute(database);
  await sql`create index scope_source_of on scope_source (source_id, scope_id)`.execute(database);
  await sql`analyze scope_source`.execute(database);
  await sql`
    insert into scope_entry (scope_id, principal, hub_id, space_id, role)
    with node as materialized (${NODE}), entry as (
      select node.id, general.principal, general.role
      from node join space on space.id = node.space_id cross join lateral (values
        ('members', ${rank('space.default_role')}), ('admins', 4)) as general (principal, role)
      where node.visibility is null and space.visibility <> 'private'
      union all
      select node.id, '*', 1 from node join space on space.id = node.space_id
      where node.visibility is null and space.visibility = 'public'
      union all
      select node.id, '*', 1 from node
      where node.visibility = 'public' and exists (
        select from scope_source source join scope top on top.id = source.source_id
        where source.scope_id = node.id and top.item_id is null and top.form_id is null)
      union all
      select node.id, 'user:' || node.created_by, 4 from node where node.visibility = 'private'
      union all
      select node.id, 'user:' || member.user_id, ${rank('member.role')}
      from node join space_member member on member.space_id = node.space_id where node.visibility is null
      union all
      select node.id, 'user:' || named.user_id, ${rank('named.role')}
      from node join item_grant named on named.item_id = node.item_id
      union all
      select node.id, 'user:' || named.user_id, ${rank('named.role')}
      from node join form_grant named on named.form_id = node.form_id
      union all
      select node.id, 'link:' || link.id, ${rank('link.role')}
      from node join share_link link on link.item_id = node.item_id and link.revoked_at is null
      union all
      select node.id, 'link:' || link.id, ${rank('link.role')}
      from node join share_link link on link.form_id = node.form_id and link.revoked_at is null
    )
    select node.id, entry.principal, node.hub_id, node.space_id, max(entry.role)
    from entry join node using (id) group by node.id, entry.principal, node.hub_id, node.space_id`.execute(
    database,
  );
  await sql`create index scope_entry_principal on scope_entry (hub_id, principal, space_id) include (scope_id, role)`.execute(
    database,
  );
  await sql`create view scope_access as
    select source.scope_id, entry.principal, entry.hub_id, entry.space_id, entry.role
    from scope_source source join scope_entry entry on entry.scope_id = source.source_id`.execute(database);
  await sql`analyze scope_entry`.execute(database);
  // What changed last in a hub, for readers of most of it.
  await sql`create index item_of_hub on item (hub_id, updated_at desc, id desc) where trashed_at is null`.execute(
    database,
  );
  await sql`create index form_of_hub on form (hub_id)`.execute(database);
}
