import { sql } from 'kysely';
import { conflict } from '../http/api-error.ts';
import { requireRevision } from '../http/if-match.ts';
import { inTransaction } from '../http/route.ts';
import type { Authorized } from '../policy/authorized.ts';
import { authorizeItem } from '../policy/item-policy.ts';
import { lockPlaces } from '../policy/scope.repo.ts';
import type { Services } from '../services.ts';
import { type ItemView, idsBelow } from './item.repo.ts';
import { currentView, describeItem, type SignedIn } from './item.service.ts';

/**
 * Puts an item into the trash, a folder with all that lies in it; nothing is lost, and nobody finds it.
 * @throws ApiError 409 with the current state for a stale revision.
 */
export async function trashItem(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<ItemView, 'item.trash'>,
  expected: number | null,
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    // Nothing may be put into a folder while it goes.
    await lockPlaces(trx, space_id);
    const item = authorizeItem(await currentView(trx, caller, id), 'item.trash');
    await requireRevision(expected, item.revision, () => describeItem({ database: trx }, caller, item));
    const ids = await idsBelow(trx, id);
    // One moment for all of them, so that a restore brings back exactly what went with the folder.
    await sql`update item set trashed_at = now(), trashed_by = ${caller.user.id}, revision = revision + 1
      where id = any(${ids}::uuid[]) and trashed_at is null`.execute(trx);
    return currentView(trx, caller, id);
  });
}

/**
 * Takes an item out of the trash, with what went there together with it; one that is not there stays as it is.
 * @throws ApiError 409 where its folder is in the trash: anywhere else other people might see it.
 */
export async function restoreItem(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<ItemView, 'item.restore'>,
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    await lockPlaces(trx, space_id);
    const item = authorizeItem(await currentView(trx, caller, id), 'item.restore');
    if (!item.trashed_at) return item;
    const { rows } = await sql`select from item folder join item on item.parent_id = folder.id
      where item.id = ${id} and folder.trashed_at is not null`.execute(trx);
    if (rows.length > 0) {
      throw conflict(
        'folder_in_trash',
        'The folder that this lies in is in the trash. Restore the folder first.',
      );
    }
    const ids = await idsBelow(trx, id);
    await sql`update item set trashed_at = null, trashed_by = null, revision = revision + 1, updated_at = now()
      where id = any(${ids}::uuid[]) and trashed_at = (select trashed_at from item where id = ${id})`.execute(
      trx,
    );
    return currentView(trx, caller, id);
  });
}
