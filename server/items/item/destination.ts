import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { forbidden, invalid, noMatchFound, notFound } from '#server/platform/http/api-error.ts';
import { type SpaceView, spaceOfHub } from '#server/spaces/space/space.repo.ts';
import { itemViews } from './bulk-items.ts';
import { type ItemView, itemById } from './item.repo.ts';
import { requireFolder, type SignedIn } from './item.service.ts';

/** The destination of items: a folder, or the top of a space; by default the items' own space. */
type Wanted = { ids: readonly string[]; space?: string | undefined; parent?: string | null | undefined };

/** A destination that the caller may put something into; a null `parent` is the top of the space. */
export type Destination = {
  space: SpaceView | null;
  spaceId: string;
  parent: string | null;
  name: string;
  scopeId: string;
};

/** The destination space, before anything is locked or authorized there. */
export async function destinationSpaceId(
  trx: Transaction,
  caller: SignedIn,
  { ids, space: slug, parent }: Wanted,
): Promise<{ space: SpaceView | null; spaceId: string }> {
  const items = await itemViews(trx, caller, ids);
  const [first] = items;
  if (!first) throw ids.length === 1 ? notFound('This item') : noMatchFound('These items');
  const folder = parent ? await itemById(trx, caller, parent) : undefined;
  if (parent && (!folder?.rank || folder.hub_id !== first.hub_id)) {
    throw invalid({ parent: ['This folder does not exist.'] });
  }
  const namedSpace = slug ? await spaceOfHub(trx, first.hub_id, { slug, userId: caller.user.id }) : undefined;
  if (slug) authorizeSpace(namedSpace, 'space.view');
  if (namedSpace && folder && folder.space_id !== namedSpace.id) {
    throw invalid({ parent: ['Choose a folder of this space.'] });
  }
  if (namedSpace) return { space: namedSpace, spaceId: namedSpace.id };
  if (folder) return { space: null, spaceId: folder.space_id };
  if (items.some((item) => item.space_id !== first.space_id)) throw invalid({ space: ['Choose a space.'] });
  const own = await spaceOfHub(trx, first.hub_id, { slug: first.space_slug, userId: caller.user.id });
  return { space: own ?? null, spaceId: first.space_id };
}

/** The destination with its name, if the caller may put something there; to be called once it is locked. */
export async function authorizedDestination(
  trx: Transaction,
  caller: SignedIn,
  { space, spaceId }: { space: SpaceView | null; spaceId: string },
  parent: string | null,
): Promise<Destination> {
  if (parent) {
    const folder = await requireFolder(trx, caller, spaceId, parent);
    return { space, spaceId, parent, name: folder.title, scopeId: folder.scope_id };
  }
  const allowed = authorizeSpace(space ?? undefined, 'space.create_item');
  return { space, spaceId, parent, name: allowed.name, scopeId: allowed.scope_id };
}

/**
 * Where an item lies, for something that is made from it.
 * @throws ApiError 403 where the caller may not add anything there
 */
export async function placeBeside(
  trx: Transaction,
  caller: SignedIn,
  { hub_id, space_slug, parent_id, sees_space, sees_folder }: ItemView,
): Promise<{
  space: Authorized<SpaceView, 'space.create_item'>;
  folder: Authorized<ItemView, 'item.create'> | null;
}> {
  if (!sees_space || !sees_folder) throw forbidden('You may not add anything where this lies.');
  const found = await spaceOfHub(trx, hub_id, { slug: space_slug, userId: caller.user.id });
  const space = authorizeSpace(found, 'space.create_item');
  return { space, folder: parent_id ? await requireFolder(trx, caller, space.id, parent_id) : null };
}
