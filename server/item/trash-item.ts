import { sql } from 'kysely';
import type { Visibility } from '#lib/policy/roles.ts';
import { record } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import { conflict, notFound } from '../http/api-error.ts';
import { requireRevision } from '../http/if-match.ts';
import { inTransaction } from '../http/route.ts';
import { holdPeople } from '../hub/member.repo.ts';
import type { Authorized } from '../policy/authorized.ts';
import { authorizeItem, itemRole } from '../policy/item-policy.ts';
import { lockPlaces, newcomers, placeItem, principalsOn } from '../policy/scope.repo.ts';
import type { Services } from '../services.ts';
import { makePrivate, recordVisibility } from '../sharing/visibility.ts';
import { livingFolder } from '../trash/trash.repo.ts';
import { type ItemView, idsBelow } from './item.repo.ts';
import { currentView, describeItem, type SignedIn } from './item.service.ts';

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
    const ids = await idsBelow(trx, id);
    // One moment for all of them, so that a restore brings back exactly what went with the folder.
    await sql`update item set trashed_at = now(), trashed_by = ${caller.user.id}, revision = revision + 1
      where id = any(${ids}::uuid[]) and trashed_at is null`.execute(trx);
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
 * @throws ApiError 409 where more people would see it there than in its folder, unless its visibility is chosen.
 */
async function returnToLiving(
  trx: Transaction,
  caller: SignedIn,
  item: ItemView,
  visibility: Visibility | undefined,
): Promise<void> {
  const folder = item.parent_id ? await livingFolder(trx, item.parent_id) : null;
  const returnsToPlace = (folder?.id ?? null) === item.parent_id;
  if (returnsToPlace && visibility === undefined) return;
  if (visibility === 'private' && item.visibility !== 'private') {
    await makePrivate(trx, caller, { ...item, kind: 'item' }, itemRole(item));
  }
  const saw = await principalsOn(trx, item.scope_id);
  const placed: ItemView = {
    ...item,
    parent_id: folder?.id ?? null,
    visibility: visibility ?? item.visibility,
  };
  await sql`update item set parent_id = ${placed.parent_id}, visibility = ${placed.visibility}
    where id = ${item.id}`.execute(trx);
  const scope = await placeItem(trx, placed);
  if (visibility !== undefined) {
    if (visibility !== item.visibility) {
      await recordVisibility(trx, caller, { ...item, kind: 'item' }, visibility);
    }
    return;
  }
  const more = await newcomers(trx, saw, scope, caller.user.id);
  if (more) {
    throw conflict(
      'more_would_see',
      'The folder that this lay in is in the trash too, and more people can see the place where it would return to. Choose who may see this, or restore the folder.',
      item.is_outsider ? undefined : { would_see: more },
    );
  }
}

/**
 * Takes an item out of the trash, with what went there together with it, to where it was or to the nearest living
 * folder; one that is not there stays as it is.
 * @param visibility what is chosen where it would be shown to more people
 * @throws ApiError 409 for a place where more people would see it, when nothing is chosen.
 */
export async function restoreItem(
  services: Services,
  caller: SignedIn,
  { id, hub_id, space_id }: Authorized<ItemView, 'item.restore'>,
  { visibility }: { visibility?: Visibility | undefined } = {},
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    if (visibility === 'private' && !(await holdPeople(trx, hub_id))) throw notFound('This item');
    await lockPlaces(trx, space_id);
    const item = authorizeItem(await currentView(trx, caller, id), 'item.restore');
    if (!item.trashed_at) return item;
    const ids = await idsBelow(trx, id);
    await sql`update item set trashed_at = null, trashed_by = null, revision = revision + 1, updated_at = now()
      where id = any(${ids}::uuid[]) and trashed_at = (select trashed_at from item where id = ${id})`.execute(
      trx,
    );
    await returnToLiving(trx, caller, item, visibility);
    const restored = await currentView(trx, caller, id);
    await record(trx, caller, {
      ...targetOf(restored),
      action: 'item.restored',
      details: await placeOf(trx, item),
    });
    return restored;
  });
}
