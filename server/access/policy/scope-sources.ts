import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { scopeNodes } from './scope-node.ts';

/**
 * Brings the sources of some scopes up to date from their parents', where they differ from what is stored; also
 * whether a public item counts as such, which it does not below a private folder. A scope of a space in the trash
 * has none. Rows are found by key, and only those that differ are written.
 * @param rewritten scopes whose own entries are brought up to date afterwards (`rewriteEntries`), which reports them
 * @returns the scopes right below those that changed, as far as they inherit
 */
async function rebuildLevel(
  trx: Transaction,
  scopeIds: readonly string[],
  rewritten: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select node.id, node.hub_id, node.space_id, node.parent_id, node.visibility,
        case when node.is_deleted then '{}'
          else array(select source_id from scope_source where scope_id = node.holder_id) || node.id end as sources
      from unnest(${scopeIds}::uuid[]) as input (id) cross join ${scopeNodes(sql`scope.id = input.id`)} node
    ), changed as materialized (
      select wanted.*, stored.sources as had, exists (
        select from scope top where top.id = any(wanted.sources) and top.parent_id is null) as reaches_space
      from wanted cross join lateral (
        select coalesce(array_agg(source_id), '{}') as sources from scope_source where scope_id = wanted.id) as stored
      where not (stored.sources @> wanted.sources and stored.sources <@ wanted.sources)
    ), removed as (
      delete from scope_source where ctid = any(array(
        select stored.row from changed cross join lateral (
          select ctid as row, source_id from scope_source where scope_id = changed.id offset 0) as stored
        where stored.source_id <> all(changed.sources)))
    ), added as (
      insert into scope_source (scope_id, source_id)
      select changed.id, source.id from changed cross join unnest(changed.sources) as source (id)
      where source.id <> all(changed.had)
    ), hidden as (
      delete from scope_entry where ctid = any(array(
        select entry.row from changed cross join lateral (
          select ctid as row from scope_entry where scope_id = changed.id and principal = '*' offset 0) as entry
        where changed.parent_id is not null and (changed.visibility <> 'public' or not changed.reaches_space)
          and changed.id <> all(${rewritten}::uuid[])))
    ), published as (
      insert into scope_entry (scope_id, principal, hub_id, space_id, role)
      select id, '*', hub_id, space_id, ${sql.lit(ROLE_RANK.viewer)} from changed
      where changed.visibility = 'public' and changed.reaches_space and changed.id <> all(${rewritten}::uuid[])
      on conflict do nothing
    )
    select child.id from changed cross join ${scopeNodes(sql`scope.parent_id = changed.id`)} child
    where child.visibility <> 'private'`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Brings the sources of scopes, and of all below that inherit, up to date after parents or visibilities changed:
 * from the top down, as far as anything differs.
 * @param rewritten those of them whose own entries the caller brings up to date next (`rewriteEntries`)
 */
export async function rebuildSources(
  trx: Transaction,
  scopeIds: readonly string[],
  rewritten: readonly string[] = [],
): Promise<void> {
  let level = scopeIds;
  while (level.length > 0) level = await rebuildLevel(trx, level, rewritten);
}

/** The same for every scope of a space that was restored from the trash. */
export async function rebuildSourcesOfSpace(trx: Transaction, spaceId: string): Promise<void> {
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive below as (
      select id, 0 as depth from scope where space_id = ${spaceId} and parent_id is null
      union all
      select child.id, below.depth + 1 from below cross join lateral (
        select id from scope where parent_id = below.id offset 0) as child
    ) select id, depth from below`.execute(trx);
  // Whatever is missing below what is stored: a job may have deleted some of it.
  const levels = Map.groupBy(rows, ({ depth }) => depth);
  for (let depth = 0; depth < levels.size; depth += 1)
    await rebuildLevel(
      trx,
      (levels.get(depth) ?? []).map(({ id }) => id),
      [],
    );
}

/** The scopes whose entries count for each of some scopes, as stored. */
export async function sourcesOf(
  trx: Transaction,
  scopeIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (scopeIds.length === 0) return new Map();
  const { rows } = await sql<{ scope_id: string; sources: string[] }>`
    select scope_id, array_agg(source_id) as sources from scope_source
    where scope_id = any(${scopeIds}::uuid[]) group by scope_id`.execute(trx);
  return new Map(rows.map(({ scope_id, sources }) => [scope_id, sources]));
}
