import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { LARGE_FOLDER_ITEMS, largestBeyond } from './folder-scope.ts';

/**
 * Puts items and forms back into their parents' scopes where they need no scope of their own any more, after
 * people or links were removed from them; all of them together, by the rules of `assignItemScope` and
 * `assignFormScope`. Where more resources are in them together than one transaction writes, the largest keep
 * theirs. To be called under `lockSpaceTreeExclusive`.
 * @param resourceIds items and forms
 * @returns the scopes whose lists have to be recomputed.
 */
export async function deleteRedundantScopes(
  trx: Transaction,
  resourceIds: readonly string[],
): Promise<string[]> {
  const own = await ownScopes(trx, resourceIds);
  const needless = own.filter((scope) => scope.is_needless).map(({ id }) => id);
  const retained = new Set(largestBeyond(await sizesOf(trx, needless), LARGE_FOLDER_ITEMS));
  const ending = needless.filter((id) => !retained.has(id));
  const staying = own.flatMap(({ id, is_needless }) => (is_needless && !retained.has(id) ? [] : [id]));
  if (ending.length === 0) return staying;
  const heirs = await heirsOf(trx, ending);
  const from = heirs.map(({ id }) => id);
  const to = heirs.map(({ heir_id }) => heir_id);
  const moves = sql`unnest(${from}::uuid[], ${to}::uuid[]) as moved (id, heir_id)`;
  await sql`update item set scope_id = moved.heir_id from ${moves} where item.scope_id = moved.id`.execute(
    trx,
  );
  await sql`update form set scope_id = moved.heir_id from ${moves} where form.scope_id = moved.id`.execute(
    trx,
  );
  const { rows: moved } = await sql<{ id: string }>`
    update scope set parent_id = moved.heir_id from ${moves}
    where scope.parent_id = moved.id
    returning scope.id`.execute(trx);
  await sql`delete from scope where id = any(${ending}::uuid[])`.execute(trx);
  const changed = new Set([...staying, ...moved.map(({ id }) => id)]);
  for (const id of ending) changed.delete(id);
  return [...changed];
}

type OwnScope = { id: string; is_needless: boolean };

/**
 * The resources' own scopes, and whether nothing differs there from their parents; a large folder keeps its
 * own.
 */
async function ownScopes(trx: Transaction, resourceIds: readonly string[]): Promise<OwnScope[]> {
  const { rows } = await sql<OwnScope>`
    select scope.id, item.visibility = 'shared'
      and not exists (select from item inside where inside.scope_id = scope.id offset ${LARGE_FOLDER_ITEMS})
      and not exists (select from pending_folder_scope separating where separating.root_id = item.id)
      and not exists (select from item_grant named where named.item_id = item.id)
      and not exists (select from group_grant named where named.item_id = item.id)
      and not exists (select from share_link link where link.item_id = item.id and link.revoked_at is null)
      as is_needless
    from scope join item on item.id = scope.item_id
    where scope.item_id = any(${resourceIds}::uuid[])
    union all
    select scope.id, form.visibility = 'shared'
      and not exists (select from form_grant named where named.form_id = form.id)
      and not exists (select from group_grant named where named.form_id = form.id)
      and not exists (select from share_link link where link.form_id = form.id and link.revoked_at is null)
    from scope join form on form.id = scope.form_id
    where scope.form_id = any(${resourceIds}::uuid[])`.execute(trx);
  return rows;
}

/**
 * How many resources are in each of several scopes: none of them alone has more than a transaction writes.
 */
async function sizesOf(trx: Transaction, scopeIds: readonly string[]): Promise<Map<string, number>> {
  if (scopeIds.length < 2) return new Map();
  const { rows } = await sql<{ id: string; size: number }>`
    select scope_id as id, count(*)::int as size from item where scope_id = any(${scopeIds}::uuid[])
    group by scope_id`.execute(trx);
  return new Map(rows.map(({ id, size }) => [id, size]));
}

/** For each removed scope, the nearest above it that stays. */
async function heirsOf(
  trx: Transaction,
  ending: readonly string[],
): Promise<{ id: string; heir_id: string }[]> {
  const { rows } = await sql<{ id: string; heir_id: string }>`
    with recursive ending as (
      select scope.id, scope.parent_id from unnest(${ending}::uuid[]) as input (id) join scope using (id)
    ), above as (
      select id, parent_id as heir_id from ending
      union all
      select above.id, ending.parent_id from above join ending on ending.id = above.heir_id
    )
    select id, heir_id from above where heir_id not in (select id from ending)`.execute(trx);
  return rows;
}
