import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { EntryChanges } from './scope-entries.ts';
import { scopeNodes } from './scope-node.ts';
import { sourcesOf } from './scope-sources.ts';

/**
 * A list that replaces another one: of the same scope after a change, or of the scope that resources inherit
 * from now.
 */
export type ReplacedList = {
  /** The sources of the old list (`sourcesOf`), as stored before the change. */
  before: readonly string[];
  /** The scope that has the new list. */
  scopeId: string;
  /** The scopes right below, which inherited the old list and inherit the new one. */
  below: readonly string[];
};

/** How a change altered who can see what is in a scope. */
export type GainedAccess = {
  scopeId: string;
  /** Anyone, members and admins, as far as they could see it before. */
  had: readonly string[];
  /** Principals that could not see it before, with their ranks. */
  gained: () => Iterable<readonly [principal: string, rank: number]>;
  /** Principals that can't see it any more. */
  lost: () => Iterable<string>;
};

/** Principals that stand for many people, in every list by the same names. */
const GENERAL = ['*', 'members', 'admins'];

/** The difference of a replaced list, once for all that inherits it. */
type ListDifference = {
  gained: ReadonlyMap<string, number>;
  lost: readonly string[];
  had: ReadonlySet<string>;
  /** Whether anyone counts in what is public below: not under a private folder. */
  wasOpen: boolean;
  isOpen: boolean;
};

type Comparison = ReplacedList & { n: number; after: readonly string[]; own: EntryChanges | undefined };

/** Comparisons as rows of a query: the principals that changed in the scope's own entries are part of the change. */
const asRows = (comparisons: readonly Comparison[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    comparisons.map(({ n, before, after, scopeId, own }) => ({
      n,
      before,
      after,
      own: scopeId,
      fresh: after.filter((id) => !before.includes(id)),
      gone: before.filter((id) => !after.includes(id)),
      entered: own?.gained ?? [],
      left_it: own?.lost ?? [],
    })),
  )}::jsonb) as list (n int, before uuid[], after uuid[], own uuid, fresh uuid[], gone uuid[], entered text[], left_it text[])`;

type DifferenceRow = { n: number; what: 'gained' | 'lost' | 'had'; principal: string; rank: number };

/**
 * Who is in the new lists and was not in the old ones, and the reverse: only entries of sources that differ, or
 * that changed themselves, are read.
 */
async function differencesOf(
  trx: Transaction,
  comparisons: readonly Comparison[],
): Promise<ListDifference[]> {
  // Scalar subqueries: each is looked up by its key, whatever the planner expects.
  const isStill = sql`not (entry.scope_id = list.own and entry.principal = any(list.entered))`;
  const isUnder = (sources: string, principal: string) => sql`(
    select true from scope_entry entry where entry.principal = ${sql.ref(principal)}
      and entry.scope_id = any(${sql.ref(sources)}) and ${sources === 'list.before' ? isStill : sql`true`} limit 1)`;
  const { rows } = await sql<DifferenceRow>`
    with list as materialized (select * from ${asRows(comparisons)})
    select list.n, 'gained' as what, new.principal, max(new.role) as rank
    from list cross join lateral (
      select principal, role from scope_entry where scope_id = any(list.fresh)
      union all
      select principal, role from scope_entry where scope_id = list.own and principal = any(list.entered)
    ) as new
    where ${isUnder('list.before', 'new.principal')} is null
      and not (list.own = any(list.before) and new.principal = any(list.left_it))
    group by list.n, new.principal
    union all
    select distinct list.n, 'lost', old.principal, 0
    from list cross join lateral (
      select principal from scope_entry entry where entry.scope_id = any(list.gone) and ${isStill}
      union all
      select unnest(list.left_it) where list.own = any(list.before)
    ) as old
    where ${isUnder('list.after', 'old.principal')} is null
    union all
    select distinct list.n, 'had', had.principal, 0
    from list cross join lateral (
      select general.principal from unnest(${GENERAL}::text[]) as general (principal)
      where ${isUnder('list.before', 'general.principal')}
      union all
      select unnest(list.left_it) where list.own = any(list.before)
      union all
      -- Not a principal: whether the chain reaches the space.
      select 'space' from scope where id = any(list.before) and parent_id is null
      union all
      select 'space now' from scope where id = any(list.after) and parent_id is null
    ) as had
    where had.principal = any(${[...GENERAL, 'space', 'space now']})`.execute(trx);
  const byList = Map.groupBy(rows, ({ n }) => n);
  return comparisons.map(({ n }) => {
    const all = byList.get(n) ?? [];
    const named = (what: DifferenceRow['what']) => all.filter((row) => row.what === what);
    const had = new Set(named('had').map(({ principal }) => principal));
    return {
      gained: new Map(named('gained').map(({ principal, rank }) => [principal, rank])),
      lost: named('lost').map(({ principal }) => principal),
      had: new Set(GENERAL.filter((principal) => had.has(principal))),
      wasOpen: had.has('space'),
      isOpen: had.has('space now'),
    };
  });
}

const isSame = ({ gained, lost, wasOpen, isOpen }: ListDifference) =>
  gained.size === 0 && lost.length === 0 && wasOpen === isOpen;

type InheritingRow = { id: string; n: number; is_public: boolean; named: string[] };

/**
 * The scopes below replaced lists that inherit them, each with those of the changed principals that it names by
 * itself, and whether it, or what holds it there, is public.
 */
async function inheriting(
  trx: Transaction,
  comparisons: readonly Comparison[],
  differences: readonly ListDifference[],
): Promise<InheritingRow[]> {
  const children = comparisons.flatMap(({ below, n }) => below.map((id) => ({ id, n })));
  const changed = new Set(differences.flatMap(({ gained, lost }) => [...gained.keys(), ...lost]));
  const { rows } = await sql<InheritingRow>`
    with recursive below as (
      select node.id, child.n, node.visibility = 'public' as is_public, array[node.id] as path
      from unnest(${children.map(({ id }) => id)}::uuid[], ${children.map(({ n }) => n)}::int[]) as child (id, n)
        cross join ${scopeNodes(sql`scope.id = child.id`)} node
      where node.visibility <> 'private'
      union all
      select node.id, below.n, below.is_public or node.visibility = 'public', below.path || node.id
      from below cross join ${scopeNodes(sql`scope.parent_id = below.id`)} node
      where node.visibility <> 'private'
    ), changed as materialized (select unnest(${[...changed]}::text[]) as principal)
    select below.id, below.n, below.is_public, array(
      select distinct entry.principal from scope_entry entry
      where entry.scope_id = any(below.path) and entry.principal in (select principal from changed)) as named
    from below`.execute(trx);
  return rows;
}

/** Whether an iteration has nothing. */
export function isEmpty(all: Iterable<unknown>): boolean {
  for (const _ of all) return false;
  return true;
}

/** The difference of an inheriting scope: its list's, without those whom it names by itself. */
function gainedBelow(
  { id, is_public, named }: InheritingRow,
  list: ListDifference,
): GainedAccess | undefined {
  const hasNow = list.gained.has('*') || (list.had.has('*') && !list.lost.includes('*'));
  const hadAnyone = list.had.has('*') || (is_public && list.wasOpen);
  const hasAnyone = hasNow || (is_public && list.isOpen);
  const excluded = new Set([...named, '*']);
  const had = new Set(list.had);
  if (hadAnyone) had.add('*');
  const changes: GainedAccess = {
    scopeId: id,
    had: [...had],
    *gained() {
      if (hasAnyone && !hadAnyone) yield ['*', ROLE_RANK.viewer];
      for (const entry of list.gained) if (!excluded.has(entry[0])) yield entry;
    },
    *lost() {
      if (hadAnyone && !hasAnyone) yield '*';
      for (const principal of list.lost) if (!excluded.has(principal)) yield principal;
    },
  };
  return isEmpty(changes.gained()) && isEmpty(changes.lost()) ? undefined : changes;
}

/**
 * Who gained and lost access to what inherits lists that were replaced, after the change: worked out once for
 * each list, from what differs in it, and for each scope below from what that names by itself.
 * @param own how the own entries of the lists' scopes changed
 */
export async function accessChangesBelow(
  trx: Transaction,
  lists: readonly ReplacedList[],
  own: readonly EntryChanges[],
): Promise<GainedAccess[]> {
  const replaced = lists.filter(({ below }) => below.length > 0);
  if (replaced.length === 0) return [];
  const after = await sourcesOf(trx, [...new Set(replaced.map(({ scopeId }) => scopeId))]);
  const ownOf = new Map(own.map((changes) => [changes.scopeId, changes]));
  const comparisons = replaced.map(
    (list, n): Comparison => ({
      ...list,
      n,
      after: after.get(list.scopeId) ?? [],
      own: ownOf.get(list.scopeId),
    }),
  );
  const differences = await differencesOf(trx, comparisons);
  const changed = comparisons.filter(({ n }) => {
    const difference = differences[n];
    return difference && !isSame(difference);
  });
  if (changed.length === 0) return [];
  const rows = await inheriting(trx, changed, differences);
  return rows.flatMap((row) => {
    const list = differences[row.n];
    return (list && gainedBelow(row, list)) ?? [];
  });
}
