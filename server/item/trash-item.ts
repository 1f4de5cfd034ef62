import { sql } from 'kysely';
import type { z } from 'zod';
import type { restoreRequest } from '#lib/contract/trash.ts';
import { record } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import { notFound } from '../http/api-error.ts';
import { requireRevision } from '../http/if-match.ts';
import { inTransaction } from '../http/route.ts';
import { holdPeople } from '../hub/member.repo.ts';
import type { Authorized } from '../policy/authorized.ts';
import { requireAcceptedDisclosure } from '../policy/disclosure.ts';
import { authorizeItem, itemRole } from '../policy/item-policy.ts';
import { lockPlaces, placeItem, principalsOn } from '../policy/scope.repo.ts';
import type { Services } from '../services.ts';
import { endRevivedLinks, lapsedLinks } from '../sharing/revived-links.ts';
import { makePrivate, recordVisibility } from '../sharing/visibility.ts';
import { livingFolder } from '../trash/trash.repo.ts';
import { noteReaders, takeReaders } from '../trash/trashed-readers.ts';
import type { ItemView } from './item.repo.ts';
import { currentView, describeItem, type SignedIn } from './item.service.ts';
import { trashBelow } from './trash-below.ts';

type Restoration = z.output<typeof restoreRequest>;

const targetOf = (item: ItemView) => ({
  hubId: item.hub_id,
  scopeId: item.scope_id,
  target: { kind: 'item' as const, id: item.id, name: item.title },
});

/** Where the log says that it was: in its space, for those who may see that. */
async function placeOf(trx: Transaction, { space_id, space_name }: ItemView) {
  const space = await trx
    .selectFrom('space')
    .select('scope_id')
    .where('id', '=', space_id)
    .executeTakeFirstOrThrow();
  return { place: space_name, place_scope_id: space.scope_id };
}

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
    // One moment for all of them, so that a restore brings back exactly what went with the folder.
    if (!item.trashed_at) await noteReaders(trx, [item]);
    await sql`update item set trashed_at = now(), trashed_by = ${caller.user.id}, revision = revision + 1
      where id = ${id} and trashed_at is null`.execute(trx);
    await trashBelow(trx, services.jobs, item);
    await record(trx, caller, {
      ...targetOf(item),
      action: 'item.trashed',
      details: await placeOf(trx, item),
    });
    return currentView(trx, caller, id);
  });
}

/**
 * Puts an item whose folder stays in the trash into the nearest folder above that is not, else at its space's top.
 * @param had the principals that may have known it (`takeReaders`)
 * @throws ApiError 409 where more people would see it, or anything in it, there than in its folder, unless its
 *   visibility is chosen or that is accepted.
 */
async function returnToLiving(
  trx: Transaction,
  caller: SignedIn,
  item: ItemView,
  had: readonly string[],
  { visibility, disclosure }: Restoration,
): Promise<void> {
  const folder = item.parent_id ? await livingFolder(trx, item.parent_id) : null;
  const returnsToPlace = (folder?.id ?? null) === item.parent_id;
  const asking = {
    hubId: item.hub_id,
    askerId: caller.user.id,
    isOutsider: item.is_outsider,
    accepted: disclosure,
  };
  if (returnsToPlace && visibility === undefined) {
    // What holds it may have been opened while it was not there to be named.
    const changed = { id: item.id, title: item.title, had, scopeId: item.scope_id };
    await requireAcceptedDisclosure(trx, { ...asking, changed: [changed], below: [] });
    return;
  }
  if (visibility === 'private' && item.visibility !== 'private') {
    await makePrivate(trx, caller, { ...item, kind: 'item' }, itemRole(item));
  }
  const lapsed = await lapsedLinks(trx, [item.id]);
  const placed: ItemView = {
    ...item,
    parent_id: folder?.id ?? null,
    visibility: visibility ?? item.visibility,
  };
  await sql`update item set parent_id = ${placed.parent_id}, visibility = ${placed.visibility}
    where id = ${item.id}`.execute(trx);
  const { scopeId, below } = await placeItem(trx, placed);
  await endRevivedLinks(trx, lapsed);
  await requireAcceptedDisclosure(trx, {
    ...asking,
    changed: visibility === undefined ? [{ id: item.id, title: item.title, had, scopeId }] : [],
    below,
  });
  if (visibility !== undefined && visibility !== item.visibility) {
    await recordVisibility(trx, caller, { ...item, kind: 'item' }, visibility);
  }
}

/**
 * Takes an item out of the trash, with what went there together with it, to where it was or to the nearest living
 * folder; one that is not there stays as it is.
 * @param restoration what is chosen or accepted where it would be shown to more people
 * @throws ApiError 409 for a place where more people would see it, when nothing is chosen or accepted.
 */
export async function restoreItem(
  services: Services,
  caller: SignedIn,
  { id, hub_id, space_id }: Authorized<ItemView, 'item.restore'>,
  restoration: Restoration = {},
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    if (restoration.visibility === 'private' && !(await holdPeople(trx, hub_id))) throw notFound('This item');
    await lockPlaces(trx, space_id);
    const item = authorizeItem(await currentView(trx, caller, id), 'item.restore');
    if (!item.trashed_at) return item;
    const had = await takeReaders(trx, item, await principalsOn(trx, item.scope_id));
    // One statement, since a folder may hold very many: their ids go nowhere.
    await sql`
      with recursive below as (
        select id from item where id = ${id}
        union select item.id from item join below on item.parent_id = below.id where item.purged_at is null
      )
      update item set trashed_at = null, trashed_by = null, revision = item.revision + 1, updated_at = now()
      from below, item as folder
      where item.id = below.id and folder.id = ${id} and item.trashed_at = folder.trashed_at`.execute(trx);
    await returnToLiving(trx, caller, item, had, restoration);
    const restored = await currentView(trx, caller, id);
    await record(trx, caller, {
      ...targetOf(restored),
      action: 'item.restored',
      details: await placeOf(trx, item),
    });
    return restored;
  });
}
