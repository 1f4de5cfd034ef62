import { sql } from 'kysely';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** Key of the advisory lock for writing counts: one at a time, in all processes. */
const COUNTS_LOCK = 712_401;
/** Changes that one transaction merges. */
const BATCH = 10_000;

/**
 * Adds changes that triggers noted to the counts of their scopes and spaces, one batch. Readers see either the changes or the
 * merged counts (they read both in one statement).
 * @returns whether more may wait; false also while another process merges
 */
export function mergeItemCounts(database: Database): Promise<boolean> {
  return transact(database, async (trx) => {
    const { rows: locks } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(${COUNTS_LOCK}) as is_mine`.execute(trx);
    if (!locks[0]?.is_mine) return false;
    const { rows } = await sql<{ merged: number } & EmptyCounts>`
      with taken as (
        delete from item_count_change where id in (select id from item_count_change order by id limit ${BATCH}) returning *
      ), counted as (
        insert into scope_item_count (scope_id, kind, items)
          select scope_id, kind, sum(listed) from taken group by scope_id, kind having sum(listed) <> 0
          on conflict (scope_id, kind) do update set items = scope_item_count.items + excluded.items
          returning scope_id, items
      ), used as (
        insert into space_usage (space_id, items, bytes)
          select space_id, sum(stored), sum(bytes) from taken
          group by space_id having sum(stored) <> 0 or sum(bytes) <> 0
          on conflict (space_id) do update
            set items = space_usage.items + excluded.items, bytes = space_usage.bytes + excluded.bytes
          returning space_id, items, bytes
      )
      select (select count(*) from taken)::int as merged,
        array(select scope_id from counted where items = 0) as scopes,
        array(select space_id from used where items = 0 and bytes = 0) as spaces`.execute(trx);
    const [result] = rows;
    if (result) await deleteEmpty(trx, result);
    return result?.merged === BATCH;
  });
}

/** Scopes and spaces with a count that has become nothing. */
type EmptyCounts = { scopes: string[]; spaces: string[] };

/** Nothing else removes the counts of deleted scopes and spaces: without items they sum up to nothing. */
async function deleteEmpty(trx: Transaction, { scopes, spaces }: EmptyCounts): Promise<void> {
  if (scopes.length > 0)
    await sql`delete from scope_item_count where scope_id = any(${scopes}::uuid[]) and items = 0`.execute(
      trx,
    );
  if (spaces.length > 0)
    await sql`delete from space_usage where space_id = any(${spaces}::uuid[]) and items = 0 and bytes = 0`.execute(
      trx,
    );
}

/**
 * Counts a hub's items as they are stored, and puts these numbers in place of the kept ones. While users write: what commits
 * meanwhile is neither counted nor removed from the changes, since all parts of the statement see the same moment.
 */
export async function recountItems(trx: Transaction, hubId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${COUNTS_LOCK})`.execute(trx);
  await sql`
    with scopes as materialized (select id from scope where hub_id = ${hubId}),
    spaces as materialized (select id from space where hub_id = ${hubId}),
    noted as (
      delete from item_count_change change
      where scope_id in (select id from scopes) or space_id in (select id from spaces)
      returning scope_id
    ),
    counted as (
      select scope_id, kind, count(*) as items from item
      where scope_id in (select id from scopes) and trashed_at is null and archived_at is null group by scope_id, kind
    ),
    stored as (
      select space_id, count(*) as items, sum(size) as bytes from item
      where space_id in (select id from spaces) group by space_id
    ),
    uncounted as (
      delete from scope_item_count known
      where (scope_id in (select id from scopes)
          -- What was subtracted for a scope that is no more is removed: so is what it was to be subtracted from.
          or scope_id in (select scope_id from noted) and not exists (select from scope where id = known.scope_id))
        and not exists (select from counted where counted.scope_id = known.scope_id and counted.kind = known.kind)
    ),
    unused as (
      delete from space_usage known where space_id in (select id from spaces)
        and not exists (select from stored where stored.space_id = known.space_id)
    ),
    recounted as (
      insert into scope_item_count (scope_id, kind, items) select scope_id, kind, items from counted
      on conflict (scope_id, kind) do update set items = excluded.items where scope_item_count.items <> excluded.items
    )
    insert into space_usage (space_id, items, bytes) select space_id, items, bytes from stored
    on conflict (space_id) do update set items = excluded.items, bytes = excluded.bytes
      where (space_usage.items, space_usage.bytes) is distinct from (excluded.items, excluded.bytes)`.execute(
    trx,
  );
}
