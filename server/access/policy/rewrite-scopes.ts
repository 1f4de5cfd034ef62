import { sql } from 'kysely';
import type { ItemRole, Visibility } from '#lib/access/roles.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { type AccessList, itemAccess, type ScopeRights, spaceAccess } from './access-list.ts';

type ScopeNode = {
  id: string;
  hub_id: string;
  space_id: string;
  parent_id: string | null;
  /** The item or the form whose own list it is; null for a space's own. */
  thing_id: string | null;
  thing_visibility: Visibility | null;
  thing_created_by: string | null;
  space_visibility: Visibility;
  space_default_role: ItemRole;
  /** Is the scope that is rewritten, or below it. */
  below: boolean;
};

type Grant = { owner: string; user_id: string; role: ItemRole };
type LinkGrant = { owner: string; link_id: string; role: ItemRole };

/** The chains above scopes and everything below them, each with what its list is computed from. */
async function scopeFamilies(trx: Transaction, scopeIds: readonly string[]): Promise<ScopeNode[]> {
  const { rows } = await sql<ScopeNode>`
    with recursive above as (
      select id, parent_id from scope where id = any(${scopeIds}::uuid[])
      union select scope.id, scope.parent_id from scope join above on scope.id = above.parent_id
    ), below as (
      select id from scope where id = any(${scopeIds}::uuid[])
      union select scope.id from scope join below on scope.parent_id = below.id
    )
    select scope.id, scope.hub_id, scope.space_id, scope.parent_id, coalesce(item.id, form.id) as thing_id,
      coalesce(item.visibility, form.visibility) as thing_visibility,
      coalesce(item.created_by, form.created_by) as thing_created_by,
      space.visibility as space_visibility, space.default_role as space_default_role,
      scope.id in (select id from below) as below
    from scope
      join space on space.id = scope.space_id and space.deleted_at is null
      left join item on item.id = scope.item_id
      left join form on form.id = scope.form_id
    where scope.id in (select id from above union select id from below)`.execute(trx);
  return rows;
}

async function grantsOf(trx: Transaction, nodes: readonly ScopeNode[]): Promise<Map<string, Grant[]>> {
  const resourceIds = nodes.flatMap((node) => node.thing_id ?? []);
  const spaces = nodes.map((node) => node.space_id);
  const { rows } = await sql<Grant>`
    select item_id as owner, user_id, role from item_grant where item_id = any(${resourceIds}::uuid[])
    union all
    select form_id as owner, user_id, role from form_grant where form_id = any(${resourceIds}::uuid[])
    union all
    select space_id as owner, user_id, role from space_member where space_id = any(${spaces}::uuid[])`.execute(
    trx,
  );
  return Map.groupBy(rows, (grant) => grant.owner);
}

async function linksOf(trx: Transaction, nodes: readonly ScopeNode[]): Promise<Map<string, LinkGrant[]>> {
  const resourceIds = nodes.flatMap((node) => node.thing_id ?? []);
  const { rows } = await sql<LinkGrant>`
    select item_id as owner, id as link_id, role from share_link
    where item_id = any(${resourceIds}::uuid[]) and revoked_at is null
    union all
    select form_id as owner, id as link_id, role from share_link
    where form_id = any(${resourceIds}::uuid[]) and revoked_at is null`.execute(trx);
  return Map.groupBy(rows, (link) => link.owner);
}

/** Works out every node's list from the top down. */
function rightsOf(
  nodes: readonly ScopeNode[],
  grants: ReadonlyMap<string, Grant[]>,
  links: ReadonlyMap<string, LinkGrant[]>,
): Map<string, ScopeRights> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const known = new Map<string, ScopeRights>();
  const rights = (node: ScopeNode): ScopeRights => {
    const found = known.get(node.id);
    if (found) return found;
    const holder = node.parent_id ? byId.get(node.parent_id) : undefined;
    const worked =
      holder && node.thing_id && node.thing_created_by
        ? itemAccess(rights(holder), {
            visibility: node.thing_visibility ?? 'private',
            created_by: node.thing_created_by,
            grants: grants.get(node.thing_id) ?? [],
            links: links.get(node.thing_id) ?? [],
          })
        : spaceAccess({
            visibility: node.space_visibility,
            default_role: node.space_default_role,
            members: grants.get(node.space_id) ?? [],
          });
    known.set(node.id, worked);
    return worked;
  };
  for (const node of nodes) rights(node);
  return known;
}

type Entry = { scope_id: string; principal: string; role: number };

/** Rows of access lists that are compared per statement. */
const COMPARED = 50_000;

type WorkedList = { node: ScopeNode; list: AccessList };

/** Splits lists into runs of at most `COMPARED` rows, or one list that is longer. */
function runsOf(lists: readonly WorkedList[]): WorkedList[][] {
  const runs: WorkedList[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const one of lists) {
    if (rows + one.list.size > COMPARED) {
      runs.push([]);
      rows = 0;
    }
    runs.at(-1)?.push(one);
    rows += one.list.size;
  }
  return runs;
}

/** How a change altered who is in a scope's list. */
export type GainedAccess = {
  scopeId: string;
  /** Principals that it named before; empty where it gained none. */
  had: readonly string[];
  /** Principals that it did not name before, by their ranks. */
  gained: ReadonlyMap<string, number>;
  /** Principals that it names no more. */
  lost: readonly string[];
};

/**
 * Writes the differences of lists: a change of one person touches one row of each, however many others it
 * names.
 * @returns the lists that name others than before.
 */
async function writeLists(trx: Transaction, lists: readonly WorkedList[]): Promise<GainedAccess[]> {
  const { rows: kept } = await sql<Entry>`select scope_id, principal, role from scope_access
    where scope_id = any(${lists.map(({ node }) => node.id)}::uuid[])`.execute(trx);
  const storedByScope = Map.groupBy(kept, (entry) => entry.scope_id);
  const gone: Entry[] = [];
  const differing: (Entry & { node: ScopeNode })[] = [];
  const altered: GainedAccess[] = [];
  for (const { node, list } of lists) {
    const wanted = new Map<string, number>(list);
    const had = storedByScope.get(node.id) ?? [];
    const gained = new Map<string, number>(list);
    const lost: string[] = [];
    for (const entry of had) {
      gained.delete(entry.principal);
      if (!wanted.has(entry.principal)) {
        gone.push(entry);
        lost.push(entry.principal);
      } else if (wanted.get(entry.principal) === entry.role) wanted.delete(entry.principal);
    }
    for (const [principal, role] of wanted) differing.push({ scope_id: node.id, principal, role, node });
    const before = gained.size > 0 ? had.map(({ principal }) => principal) : [];
    if (gained.size > 0 || lost.length > 0) altered.push({ scopeId: node.id, had: before, gained, lost });
  }
  if (gone.length > 0) {
    await sql`delete from scope_access using
        unnest(${gone.map((entry) => entry.scope_id)}::uuid[], ${gone.map((entry) => entry.principal)}::text[])
          as gone (scope_id, principal)
      where scope_access.scope_id = gone.scope_id and scope_access.principal = gone.principal`.execute(trx);
  }
  if (differing.length === 0) return altered;
  await sql`insert into scope_access (scope_id, hub_id, space_id, principal, role)
    select * from unnest(${differing.map(({ node }) => node.id)}::uuid[], ${differing.map(({ node }) => node.hub_id)}::uuid[],
      ${differing.map(({ node }) => node.space_id)}::uuid[], ${differing.map((entry) => entry.principal)}::text[],
      ${differing.map((entry) => entry.role)}::smallint[])
    on conflict (scope_id, principal) do update set role = excluded.role`.execute(trx);
  return altered;
}

/**
 * Recomputes the access lists of a scope and of every scope below it, after something that they depend on
 * changed; a deleted space has none. To be called under `lockSpaceTreeExclusive`.
 * @returns the lists that name others than before.
 */
export function rewriteScope(trx: Transaction, scopeId: string): Promise<GainedAccess[]> {
  return rewriteScopes(trx, [scopeId]);
}

/** Scopes whose lists are recomputed together, unless one space has more. */
const WORKED_OUT = 5_000;

/** The same for many, also of several spaces, in few statements. To be called under `lockSpaceTreeExclusive` of all of them. */
export async function rewriteScopes(trx: Transaction, scopeIds: readonly string[]): Promise<GainedAccess[]> {
  if (scopeIds.length === 0) return [];
  const families = Map.groupBy(await scopeFamilies(trx, scopeIds), (node) => node.space_id);
  const gained: GainedAccess[] = [];
  let nodes: ScopeNode[] = [];
  for (const family of families.values()) {
    if (nodes.length > 0 && nodes.length + family.length > WORKED_OUT) {
      for (const one of await rewriteLists(trx, nodes)) gained.push(one);
      nodes = [];
    }
    nodes = [...nodes, ...family];
  }
  for (const one of await rewriteLists(trx, nodes)) gained.push(one);
  return gained;
}

async function rewriteLists(trx: Transaction, nodes: readonly ScopeNode[]): Promise<GainedAccess[]> {
  const rights = rightsOf(nodes, await grantsOf(trx, nodes), await linksOf(trx, nodes));
  const lists = nodes.flatMap((node): WorkedList[] => {
    const worked = rights.get(node.id);
    return node.below && worked ? [{ node, list: worked.list }] : [];
  });
  const gained: GainedAccess[] = [];
  for (const run of runsOf(lists)) for (const one of await writeLists(trx, run)) gained.push(one);
  return gained;
}
