import { sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import { type AuditActor, recordAuditEvent } from '#server/access/audit/record.ts';
import { deleteItems } from '#server/items/trash/delete-items.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { trashRetentionOver } from '#server/platform/database/trash-retention.ts';
import type { Services } from '#server/platform/services.ts';

/** Items, or submissions, that one transaction deletes: no lock covers a whole space for long. */
const BATCH = 500;

type Stores = Pick<Services, 'database' | 'storage'>;

type DeletedSpace = { id: string; hub_id: string; scope_id: string; name: string; visibility: Visibility };

/**
 * Permanently deletes a space in the trash for all users: it is in no list any more and can't be restored.
 * Its contents are deleted by the purge that follows (`purgeSpaces`). The audit log hides the name of a
 * private space from the hub's admins.
 */
export async function purgeDeletedSpace(
  trx: Transaction,
  actor: AuditActor,
  space: DeletedSpace,
): Promise<void> {
  await recordAuditEvent(trx, actor, {
    hubId: space.hub_id,
    action: 'space.purged',
    target: { kind: 'space', id: space.id, name: space.name },
    ...(space.visibility === 'private' ? { scopeId: space.scope_id } : {}),
    details: { visibility: space.visibility },
  });
  await sql`update space set purged_at = now() where id = ${space.id}`.execute(trx);
}

/** Marks a batch of spaces whose time in the trash is over as purged. @returns how many. */
function purgeOldSpaces(database: Database): Promise<number> {
  return inTransaction({ database }, async (trx) => {
    const { rows } = await sql<DeletedSpace>`
      select space.id, space.hub_id, space.scope_id, space.name, space.visibility
      from space join hub on hub.id = space.hub_id
      where ${trashRetentionOver('space.deleted_at')} and space.purged_at is null
      order by space.deleted_at limit 100 for update of space skip locked`.execute(trx);
    for (const space of rows) await purgeDeletedSpace(trx, null, space);
    return rows.length;
  });
}

/**
 * Deletes the contents of purged spaces, and then the spaces, one batch per transaction: after a stop or a
 * kill, the next run continues.
 * @returns the hubs of these spaces.
 */
export async function purgeSpaces(stores: Stores, signal: AbortSignal): Promise<Set<string>> {
  const { database } = stores;
  while ((await purgeOldSpaces(database)) > 0) signal.throwIfAborted();
  const { rows } = await sql<{ id: string; hub_id: string }>`
    select id, hub_id from space where purged_at is not null order by purged_at`.execute(database);
  for (const space of rows) {
    while (await purgeSomeOf(stores, space)) signal.throwIfAborted();
  }
  return new Set(rows.map((space) => space.hub_id));
}

/**
 * Deletes a batch of a space's contents, or, if it is empty, the space. @returns whether the space still
 * exists.
 */
function purgeSomeOf({ database, storage }: Stores, space: { id: string; hub_id: string }): Promise<boolean> {
  return inTransaction({ database }, async (trx) => {
    // Two concurrent runs take turns, so that they can't deadlock.
    const locked = await sql`select from space where id = ${space.id} for no key update`.execute(trx);
    if (locked.rows.length === 0) return false;
    const items = await someLeaves(trx, space.id);
    await deleteItems(trx, storage, space.hub_id, items);
    if (items.length > 0 || (await purgeSomeSubmissions(trx, space.id)) > 0) return true;
    await sql`delete from space where id = ${space.id}`.execute(trx);
    return false;
  });
}

/** Items without children: with a folder, the database would delete everything below it at once. */
async function someLeaves(trx: Transaction, spaceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select item.id from scope join item on item.scope_id = scope.id
    where scope.space_id = ${spaceId} and not exists (select from item child where child.parent_id = item.id)
    limit ${BATCH}`.execute(trx);
  return rows.map(({ id }) => id);
}

async function purgeSomeSubmissions(trx: Transaction, spaceId: string): Promise<number> {
  let ended = 0;
  for (const table of ['submission', 'trashed_submission'] as const) {
    const submissions = sql.table(table);
    const { numAffectedRows } = await sql`
      delete from ${submissions} where id in (
        select stored.id from form join ${submissions} as stored on stored.form_id = form.id
        where form.space_id = ${spaceId} limit ${BATCH})`.execute(trx);
    ended += Number(numAffectedRows ?? 0);
  }
  return ended;
}
