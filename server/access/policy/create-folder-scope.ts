import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { foldersAwaitingScope } from './folder-scope.ts';
import { rewriteScopes } from './rewrite-scopes.ts';
import { lockSpaceTreesExclusive } from './scope.repo.ts';
import { rebuildSources } from './scope-sources.ts';

/** Items that change their scope in one transaction: so that the space's lock is held only briefly. */
const BATCH_SIZE = 2_000;
/** Folders that are searched for them. */
const FOLDER_BATCH_SIZE = 500;

type PendingFolder = { hub_id: string; space_id: string; scope_id: string; has_own: boolean };

/** Begins to give a folder a scope of its own, with its current list. */
async function beginSeparation(trx: Transaction, folderId: string, folder: PendingFolder): Promise<void> {
  const scopeId = newId();
  await sql`insert into scope (id, hub_id, space_id, parent_id, item_id)
    values (${scopeId}, ${folder.hub_id}, ${folder.space_id}, ${folder.scope_id}, ${folderId})`.execute(trx);
  await sql`update item set scope_id = ${scopeId} where id = ${folderId}`.execute(trx);
  await sql`insert into pending_folder_scope (folder_id, root_id) values (${folderId}, ${folderId})`.execute(
    trx,
  );
  await rewriteScopes(trx, [scopeId]);
}

/** The folder to process: one of the space that was begun earlier is finished first. */
async function rootInTurn(trx: Transaction, folderId: string): Promise<string | undefined> {
  const { rows } = await sql<PendingFolder>`
    select item.hub_id, item.space_id, item.scope_id,
      exists (select from scope own where own.item_id = item.id) as has_own
    from item where item.id = ${folderId} and item.kind = 'folder'`.execute(trx);
  const [folder] = rows;
  if (!folder) return undefined;
  const separating = await foldersAwaitingScope(trx, [folder.space_id]);
  if (separating.includes(folderId)) return folderId;
  if (folder.has_own) return undefined;
  const [other] = separating;
  if (other) return other;
  await beginSeparation(trx, folderId, folder);
  return folderId;
}

/**
 * Moves some of the contents of a large folder, and what inherits, into the folder's own scope, from the top
 * down.
 */
async function separateSome(trx: Transaction, rootId: string): Promise<void> {
  const waiting = await sql<{ folder_id: string }>`
    select folder_id from pending_folder_scope where root_id = ${rootId}
    order by folder_id limit ${FOLDER_BATCH_SIZE}`.execute(trx);
  const ids = waiting.rows.map(({ folder_id }) => folder_id);
  const isLeft = sql`item.parent_id = folder.id and item.scope_id = folder_scope.parent_id`;
  const folders = sql`item folder join scope folder_scope on folder_scope.id = folder.scope_id`;
  await sql`
    with taken as (
      select inside.id, folder.scope_id
      from ${folders} cross join lateral (select id from item where ${isLeft} limit ${BATCH_SIZE}) as inside
      where folder.id = any(${ids}::uuid[]) limit ${BATCH_SIZE}
    ), changed as (
      update item set scope_id = taken.scope_id from taken where item.id = taken.id returning item.id, item.kind
    )
    insert into pending_folder_scope (folder_id, root_id)
    select id, ${rootId}::uuid from changed where kind = 'folder' on conflict do nothing`.execute(trx);
  const { rows: done } = await sql<{ id: string }>`
    select folder.id from ${folders}
    where folder.id = any(${ids}::uuid[]) and not exists (select from item where ${isLeft})`.execute(trx);
  const doneIds = done.map(({ id }) => id);
  // Scopes below become children of the folder's own scope; the two lists are the same.
  const { rows: taken } = await sql<{ id: string }>`
    update scope set parent_id = folder.scope_id from ${folders} join item on item.parent_id = folder.id
    where folder.id = any(${doneIds}::uuid[]) and scope.item_id = item.id and scope.parent_id = folder_scope.parent_id
      and scope.id <> folder.scope_id
    returning scope.id`.execute(trx);
  await rebuildSources(
    trx,
    taken.map(({ id }) => id),
  );
  await sql`delete from pending_folder_scope where folder_id = any(${doneIds}::uuid[])`.execute(trx);
}

/** One step. @returns whether there is more to do */
function separateBatch(database: Database, folderId: string): Promise<boolean> {
  return inTransaction({ database }, async (trx) => {
    const { rows } = await sql<{
      space_id: string;
    }>`select space_id from item where id = ${folderId}`.execute(trx);
    // Nothing may be put into a folder while its scope changes.
    await lockSpaceTreesExclusive(
      trx,
      rows.map((row) => row.space_id),
    );
    const rootId = await rootInTurn(trx, folderId);
    if (!rootId) return false;
    await separateSome(trx, rootId);
    if (rootId !== folderId) return true;
    const left = await sql`select from pending_folder_scope where root_id = ${folderId} limit 1`.execute(trx);
    return left.rows.length > 0;
  });
}

/**
 * The job that gives a large folder a scope of its own, batch by batch: items in a finished batch and items
 * still to come have the same list at each moment, since nothing but this job changes folders in the space
 * meanwhile.
 */
export function createFolderScopeTask({ database }: Pick<Services, 'database'>): Task {
  return {
    async run({ item }, { signal }) {
      const id = String(item);
      while (await separateBatch(database, id)) signal.throwIfAborted();
    },
  };
}
