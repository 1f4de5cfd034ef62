import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { type AuditActor, recordAuditEvent } from '#server/access/audit/record.ts';
import { rewriteScopes } from '#server/access/policy/rewrite-scopes.ts';
import { roleOnScope } from '#server/access/policy/role-on-scope.ts';
import { lockSpaceTreesExclusive } from '#server/access/policy/scope.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { trashRetentionOver } from '#server/platform/database/trash-retention.ts';
import type { Services } from '#server/platform/services.ts';
import { deleteItems } from './delete-items.ts';
import { PARENT_WAS_RESTORED } from './restore-in-progress.ts';

type Stores = Pick<Services, 'database' | 'storage'>;

/** Items that are deleted in one transaction. */
const BATCH = 500;

/**
 * Leaves out of trees what a user may not delete in them (private items of others), so that it stays in the
 * trash of those who may see it.
 */
async function excludeOthersItems(trx: Transaction, ids: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql<{ scope_id: string }>`
    with recursive below as (
      select id, parent_id, scope_id from item where id = any(${ids}::uuid[])
      union
      select item.id, item.parent_id, item.scope_id from item join below on item.parent_id = below.id
      where item.purged_at is null
    ), closed as materialized (
      select scope.id from scope
        left join membership me on me.hub_id = scope.hub_id and me.user_id = ${userId}
      where scope.id in (select scope_id from below)
        and coalesce(${roleOnScope('scope.id', 'me')}, 0) < ${ROLE_RANK.owner}
    ), retained as (
      select below.id from below left join below holder on holder.id = below.parent_id
      where below.scope_id in (select id from closed)
        and (holder.id is null or holder.scope_id not in (select id from closed))
    )
    update item set parent_id = null, position = null from retained where item.id = retained.id
    returning item.scope_id`.execute(trx);
  const scopes = rows.map((row) => row.scope_id);
  // Only private items are closed to the owner of what contains them, so each has a list of its own.
  await sql`update scope set parent_id = space.scope_id from space
    where scope.id = any(${scopes}::uuid[]) and space.id = scope.space_id`.execute(trx);
  await rewriteScopes(trx, scopes);
}

type Tree = { id: string; hub_id: string; scope_id: string; title: string; days?: number };

/**
 * Deletes trees of items in the trash for everybody in one step, under `lockSpaceTreeExclusive`: nobody finds
 * or restores them. Their rows are deleted by the purge that follows (`purgeItems`).
 * @param userId who deletes them, as far as they may; null where their retention time is over
 */
export async function markItemsPurged(
  trx: Transaction,
  actor: AuditActor,
  trees: readonly Tree[],
  userId: string | null,
): Promise<void> {
  const ids = trees.map(({ id }) => id);
  if (userId !== null) await excludeOthersItems(trx, ids, userId);
  for (const { id, hub_id, scope_id, title, days } of trees) {
    await recordAuditEvent(trx, actor, {
      hubId: hub_id,
      action: 'item.deleted',
      target: { kind: 'item', id, name: title },
      scopeId: scope_id,
      ...(days === undefined ? {} : { details: { days } }),
    });
  }
  await sql`
    with recursive ended as (
      select id from item where id = any(${ids}::uuid[])
      union select item.id from item join ended on item.parent_id = ended.id and item.kind = 'folder'
    ) update item set purged_at = now() from ended where item.id = ended.id and item.trashed_at is not null`.execute(
    trx,
  );
}

/** Trees that were in the trash of a living space for their time. */
const OLD_TREES = sql`item join hub on hub.id = item.hub_id
  where ${trashRetentionOver('item.trashed_at')} and item.purged_at is null and not exists (
    select from item folder where folder.id = item.parent_id
      and (folder.trashed_at = item.trashed_at or folder.purged_at is not null))
    and not ${PARENT_WAS_RESTORED}
    and not exists (select from space where space.id = item.space_id and space.purged_at is not null)`;

/** Deletes, for everybody, some of the trees that were in the trash for their time. @returns how many. */
function markOldItems(database: Database): Promise<number> {
  return inTransaction({ database }, async (trx) => {
    const seen = await sql<{ id: string; space_id: string }>`
      select item.id, item.space_id from ${OLD_TREES} order by item.trashed_at limit 100`.execute(trx);
    // A concurrent restore is waited for, and the state read again.
    await lockSpaceTreesExclusive(trx, [...new Set(seen.rows.map(({ space_id }) => space_id))]);
    const { rows } = await sql<Tree>`
      select item.id, item.hub_id, item.scope_id, item.title, hub.trash_days as days
      from ${OLD_TREES} and item.id = any(${seen.rows.map(({ id }) => id)}::uuid[])`.execute(trx);
    if (rows.length > 0) await markItemsPurged(trx, null, rows, null);
    return seen.rows.length;
  });
}

/**
 * Deletes a batch of what was deleted for everybody: first the contents of folders, then empty folders. Only
 * what still is in the trash is deleted.
 * @returns the hubs that they were in; none when there are no more.
 */
function deleteSome({ database, storage }: Stores): Promise<string[]> {
  return inTransaction({ database }, async (trx) => {
    const inside = await sql<{ id: string; hub_id: string }>`
      select item.id, item.hub_id from item folder join item on item.parent_id = folder.id
      where folder.purged_at is not null and item.purged_at is null and item.trashed_at is not null
      limit ${BATCH} for update of item`.execute(trx);
    const { rows } =
      inside.rows.length > 0
        ? inside
        : await sql<{ id: string; hub_id: string }>`
            select item.id, item.hub_id from item
            where item.purged_at is not null and not exists (select from item child where child.parent_id = item.id)
            limit ${BATCH} for update of item`.execute(trx);
    const hubs = Map.groupBy(rows, (item) => item.hub_id);
    for (const [hubId, items] of hubs) {
      await deleteItems(
        trx,
        storage,
        hubId,
        items.map(({ id }) => id),
      );
    }
    return [...hubs.keys()];
  });
}

/**
 * Deletes items whose retention time in the trash is over, and those that were deleted permanently, a batch
 * per transaction: one that was begun and not finished, by a stop or a kill, is continued by the next run.
 * @returns the hubs that they were in.
 */
export async function purgeItems(stores: Stores, signal: AbortSignal): Promise<Set<string>> {
  while ((await markOldItems(stores.database)) > 0) signal.throwIfAborted();
  const hubs = new Set<string>();
  for (let some = await deleteSome(stores); some.length > 0; some = await deleteSome(stores)) {
    for (const hub of some) hubs.add(hub);
    signal.throwIfAborted();
  }
  return hubs;
}
