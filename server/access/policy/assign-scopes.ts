import { sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { accessChangesBelow, type GainedAccess, type ReplacedList } from './access-changes.ts';
import {
  beyondBudget,
  FolderScopePending,
  foldersAwaitingScope,
  LARGE_FOLDER_ITEMS,
  type ScopeBudget,
} from './folder-scope.ts';
import { rewriteEntries } from './scope-entries.ts';
import { rebuildSources, sourcesOf } from './scope-sources.ts';

/** What an item's access depends on. */
export type ScopeSubject = {
  id: string;
  hub_id: string;
  space_id: string;
  parent_id: string | null;
  visibility: Visibility;
};

/** The scopes that items have now, by item, and who gained or lost access to what lies below them. */
export type ScopeAssignments = { scopes: ReadonlyMap<string, string>; below: GainedAccess[] };

/**
 * The items that were placed, without those below that inherit: `inherit` moves these into the new scopes.
 */
export type PendingScopeAssignments = ScopeAssignments & { inherit(): Promise<void> };

type Standing = {
  id: string;
  scope_id: string;
  /** The scope of the folder, else of the space. */
  holder: string;
  own_id: string | null;
  is_named: boolean;
  /** So many resources are in its own scope that it keeps the scope, even where nothing differs any more. */
  is_large: boolean;
  /** It has contents. */
  has_below: boolean;
};

/**
 * While a large folder is given a scope of its own, no folder of its space changes its access or its parent.
 * @throws FolderScopePending
 */
async function requireSeparated(
  trx: Transaction,
  items: readonly ScopeSubject[],
  standing: ReadonlyMap<string, Standing>,
): Promise<void> {
  const folders = items.filter(({ id }) => standing.get(id)?.has_below);
  if (folders.length === 0) return;
  const { rows } = await sql<{ space_id: string }>`
    select distinct scope.space_id from item join scope on scope.id = item.scope_id
    where item.id = any(${folders.map(({ id }) => id)}::uuid[])`.execute(trx);
  const spaces = [...rows, ...folders].map(({ space_id }) => space_id);
  const separating = await foldersAwaitingScope(trx, [...new Set(spaces)]);
  if (separating.length > 0) throw new FolderScopePending(separating);
}

type ScopedItem = ScopeSubject & Standing & { differs: boolean; target: string };

async function standingOf(trx: Transaction, items: readonly ScopeSubject[]): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing>`
    select input.id, item.scope_id, coalesce(folder.scope_id, space.scope_id) as holder, own.id as own_id,
      exists (select from item_grant named where named.item_id = input.id)
        or exists (select from group_grant named where named.item_id = input.id)
        or exists (select from share_link link where link.item_id = input.id and link.revoked_at is null) as is_named,
      exists (select from item inside where inside.scope_id = own.id offset ${LARGE_FOLDER_ITEMS}) as is_large,
      exists (select from item inside where inside.parent_id = input.id) as has_below
    from unnest(${items.map((one) => one.id)}::uuid[], ${items.map((one) => one.space_id)}::uuid[],
        ${items.map((one) => one.parent_id)}::uuid[]) as input (id, space_id, parent_id)
      join item on item.id = input.id
      join space on space.id = input.space_id
      left join item folder on folder.id = input.parent_id
      left join scope own on own.item_id = input.id`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Creates or keeps the own scopes of items that differ from their parents. */
async function createOwnScopes(trx: Transaction, differing: readonly ScopedItem[]): Promise<void> {
  if (differing.length === 0) return;
  await sql`insert into scope (id, hub_id, space_id, parent_id, item_id)
    select * from unnest(${differing.map((one) => one.target)}::uuid[], ${differing.map((one) => one.hub_id)}::uuid[],
      ${differing.map((one) => one.space_id)}::uuid[], ${differing.map((one) => one.holder)}::uuid[],
      ${differing.map((one) => one.id)}::uuid[])
    on conflict (id) do update set parent_id = excluded.parent_id`.execute(trx);
}

/** Moved items and all below them, with their old and new scopes. */
const below = (moving: readonly ScopedItem[]) => sql`with recursive below as (
  select * from unnest(${moving.map((one) => one.id)}::uuid[], ${moving.map((one) => one.id)}::uuid[],
    ${moving.map((one) => one.scope_id)}::uuid[], ${moving.map((one) => one.target)}::uuid[])
    as root (id, root_id, old_id, new_id)
  union all select item.id, below.root_id, below.old_id, below.new_id from item join below on item.parent_id = below.id)`;

/** A scope below an item that has a new parent. */
type TakenScope = { id: string; item_id: string };

/**
 * Moves items into another scope, with the scopes below that were children of their own. @returns the scopes
 * whose parent it is now, with the items that they lie below.
 */
async function takeScopes(trx: Transaction, moving: readonly ScopedItem[]): Promise<TakenScope[]> {
  if (moving.length === 0) return [];
  await sql`update item set scope_id = moved.new_id
    from unnest(${moving.map((one) => one.id)}::uuid[], ${moving.map((one) => one.target)}::uuid[]) as moved (id, new_id)
    where item.id = moved.id`.execute(trx);
  const { rows } = await sql<TakenScope>`${below(moving)} update scope set parent_id = below.new_id
    from below where scope.item_id = below.id and below.id <> below.root_id and scope.parent_id = below.old_id
    returning scope.id, below.root_id as item_id`.execute(trx);
  return rows;
}

/** The lists that placed items leave for others, with the scopes below that follow. */
async function replacedLists(
  trx: Transaction,
  located: readonly ScopedItem[],
  taken: readonly TakenScope[],
): Promise<ReplacedList[]> {
  const own = located.flatMap((one) => (one.target === one.own_id ? [one.target] : []));
  const { rows } =
    own.length > 0
      ? await sql<{ id: string; parent_id: string }>`
          select id, parent_id from scope where parent_id = any(${own}::uuid[])`.execute(trx)
      : { rows: [] };
  const inOwn = Map.groupBy(rows, ({ parent_id }) => parent_id);
  const takenBy = Map.groupBy(taken, ({ item_id }) => item_id);
  const following = located.flatMap(({ id, scope_id, target, own_id }) => {
    const below = (target === own_id ? inOwn.get(target) : takenBy.get(id)) ?? [];
    return below.length > 0 ? [{ scope_id, target, below: below.map((one) => one.id) }] : [];
  });
  const before = await sourcesOf(trx, [...new Set(following.map(({ scope_id }) => scope_id))]);
  const lists = Map.groupBy(following, ({ scope_id, target }) => `${scope_id} ${target}`);
  return [...lists.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    return [
      {
        before: before.get(first.scope_id) ?? [],
        scopeId: first.target,
        below: all.flatMap(({ below }) => below),
      },
    ];
  });
}

/**
 * Moves everything below moved items that shared their scope into their new one: for a large folder, very
 * many.
 */
async function inheritScopes(trx: Transaction, moving: readonly ScopedItem[]): Promise<void> {
  if (moving.length === 0) return;
  await sql`${below(moving)} update item set scope_id = below.new_id
    from below where item.id = below.id and item.scope_id = below.old_id`.execute(trx);
}

/**
 * Lets the largest of the items that would leave their own scope keep it: together they would be more than a
 * transaction may write. @returns the items as they are placed then, and the folders that have no scope and
 * must get one first
 */
async function retainLargest(
  trx: Transaction,
  located: readonly ScopedItem[],
  budget: ScopeBudget,
): Promise<{ located: ScopedItem[]; unprepared: string[] }> {
  const leaving = located.filter((one) => one.target !== one.scope_id).map(({ id }) => id);
  const beyond = new Set(await beyondBudget(trx, leaving, budget));
  return {
    located: located.map((one) =>
      beyond.has(one.id) && one.own_id ? { ...one, differs: true, target: one.own_id } : one,
    ),
    unprepared: located.filter((one) => beyond.has(one.id) && !one.own_id).map(({ id }) => id),
  };
}

/** Places items none of which lies below another. */
async function assignSiblingScopes(
  trx: Transaction,
  items: readonly ScopeSubject[],
  budget: ScopeBudget,
): Promise<PendingScopeAssignments> {
  const standing = await standingOf(trx, items);
  await requireSeparated(trx, items, standing);
  const wanted = items.map((item): ScopedItem => {
    const known = standing.get(item.id);
    if (!known) throw new Error('an item without a space');
    const differs = item.visibility !== 'shared' || known.is_named || known.is_large;
    return { ...item, ...known, differs, target: differs ? (known.own_id ?? newId()) : known.holder };
  });
  // Called before any of them is given a scope of its own here: an item that has one is skipped.
  const { located, unprepared } = await retainLargest(trx, wanted, budget);
  const moving = located.filter((one) => one.target !== one.scope_id);
  await createOwnScopes(
    trx,
    located.filter((one) => one.differs),
  );
  const taken = await takeScopes(trx, moving);
  const lists = await replacedLists(trx, located, taken);
  const ended = located.flatMap((one) => (!one.differs && one.own_id ? [one.own_id] : []));
  const own = located.flatMap((one) => (one.differs ? [one.target] : []));
  await rebuildSources(trx, [...own, ...taken.map(({ id }) => id)], own);
  const entries = await rewriteEntries(trx, own);
  return {
    scopes: new Map(located.map((one) => [one.id, one.target])),
    below: await accessChangesBelow(trx, lists, entries),
    async inherit() {
      if (unprepared.length > 0) throw new FolderScopePending(unprepared);
      await inheritScopes(trx, moving);
      if (ended.length > 0) await trx.deleteFrom('scope').where('id', 'in', ended).execute();
    },
  };
}

/** The items in layers: each lies below items of earlier layers alone. */
async function layersOf(trx: Transaction, items: readonly ScopeSubject[]): Promise<ScopeSubject[][]> {
  if (items.length < 2) return [[...items]];
  const ids = items.map(({ id }) => id);
  const { rows } = await sql<{ root_id: string; depth: number }>`
    with recursive above as (
      select id as root_id, parent_id from item where id = any(${ids}::uuid[])
      union all select above.root_id, item.parent_id from above join item on item.id = above.parent_id
    ) select root_id, count(*) filter (where parent_id = any(${ids}::uuid[]))::int as depth
    from above group by root_id`.execute(trx);
  const depths = new Map(rows.map((row) => [row.root_id, Number(row.depth)]));
  const layers = Map.groupBy(items, ({ id }) => depths.get(id) ?? 0);
  return [...layers].sort(([a], [b]) => a - b).map(([, layer]) => layer);
}

/**
 * Puts items into the scopes that their visibility, grants and parents require, with everything below them
 * that inherits, and recomputes the lists that change; in a few statements for all of them. To be called
 * after any of the three changed (under `lockSpaceTreeExclusive` of their spaces), or after the items were
 * created with the scope of their parent.
 */
export async function assignItemScopes(
  trx: Transaction,
  items: readonly ScopeSubject[],
): Promise<ScopeAssignments> {
  const scopes = new Map<string, string>();
  const below: GainedAccess[] = [];
  const budget = { left: LARGE_FOLDER_ITEMS };
  for (const layer of await layersOf(trx, items)) {
    const assigned = await assignSiblingScopes(trx, layer, budget);
    await assigned.inherit();
    for (const [id, scopeId] of assigned.scopes) scopes.set(id, scopeId);
    below.push(...assigned.below);
  }
  const own = new Set(scopes.values());
  return { scopes, below: below.filter(({ scopeId }) => !own.has(scopeId)) };
}

/**
 * `assignItemScopes` for sibling items whose change may still be refused: who would see them is known before
 * the many inheriting items are written. The caller calls `inherit` in the same transaction, once the change
 * is accepted (decision 69).
 */
export function beginScopeAssignment(
  trx: Transaction,
  items: readonly ScopeSubject[],
): Promise<PendingScopeAssignments> {
  return assignSiblingScopes(trx, items, { left: LARGE_FOLDER_ITEMS });
}
