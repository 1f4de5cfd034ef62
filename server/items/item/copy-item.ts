import { assignItemScopes } from '#server/access/policy/assign-scopes.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import { queueProcessing } from '#server/items/processing/queue-processing.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { ApiError, forbidden } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { withCopiedIds } from './copied-ids.ts';
import { attachCopiedFiles, type CopySource, copySources, copyWidths, siblingTitles } from './copy.repo.ts';
import { copyTitle } from './copy-title.ts';
import { authorizedDestination, type Destination, destinationSpaceId } from './destination.ts';
import { type ItemView, insertItem, type NewItem } from './item.repo.ts';
import { requireItemView, type SignedIn } from './item.service.ts';
import { itemKindHandler } from './item-kinds.ts';
import { lockOrder, placeBehind } from './item-position.ts';

/** The most items that are copied in one request: it is one transaction. */
export const ITEMS_COPIED_MAX = 500;
/** Rows of all tables among them together. */
export const ROWS_COPIED_MAX = 20_000;

const NOT_BESIDE = 'You may not add anything where this lies. Choose another place for the copy.';

const count = (number: number) => number.toLocaleString('en');

export const tooManyRows = (subject: 'A table' | 'Tables'): string =>
  `${subject} with more than ${count(ROWS_COPIED_MAX)} rows can not be copied at once. Export the rows and import them into a new table.`;

/** @throws ApiError 422 for more than can be copied in one request. */
function refuseTooMuch(all: readonly CopySource[]): void {
  if (all.length > ITEMS_COPIED_MAX) {
    throw new ApiError(
      422,
      'too_many_items',
      `A folder with more than ${count(ITEMS_COPIED_MAX)} items is not copied at once, but by a job.`,
    );
  }
  if (all.reduce((sum, one) => sum + (one.rows ?? 0), 0) > ROWS_COPIED_MAX) {
    throw new ApiError(422, 'too_many_rows', tooManyRows('Tables'));
  }
}

/**
 * The row of a copy that has the title of its original.
 * @param copies the ids of what is copied together, by those of the originals
 */
export function copyOf(
  { kind, title, visibility, content, file_sha256, file_name, mime, size, tree_position }: CopySource,
  own: Pick<NewItem, 'id' | 'hub_id' | 'space_id' | 'scope_id' | 'parent_id' | 'created_by'>,
  copies: ReadonlyMap<string, string>,
): NewItem {
  return {
    ...{ kind, title, file_sha256, file_name, mime, size, position: tree_position },
    content: kind === 'document' && content !== null ? withCopiedIds(content, copies) : content,
    ...own,
    // What was public has to be made public again; what was private stays private.
    visibility: visibility === 'private' ? 'private' : 'shared',
    processing_state: 'queued',
  };
}

type Copied = { original: CopySource; row: NewItem };

/**
 * The rows of the copies, by their originals: below the first in the structure of their originals, in the
 * destination's scope.
 */
function rowsFor(
  all: readonly CopySource[],
  { hubId, to, title, userId }: { hubId: string; to: Destination; title: string; userId: string },
): Copied[] {
  const ids = new Map(all.map(({ id }) => [id, newId()]));
  const [first] = all;
  /**
   * A file of a document that lies elsewhere is put beside the copy, where more people may come than to its document: it
   * is read through that alone then, unless both lie there.
   */
  const isHidden = ({ parent_id, document_id, depth }: CopySource): boolean =>
    depth > 0 && !ids.has(parent_id ?? '') && (first?.id !== document_id || first?.visibility === 'private');
  return all.flatMap((original): Copied[] => {
    const id = ids.get(original.id);
    if (!id) return [];
    const isFirst = original.depth === 0;
    const own = {
      id,
      hub_id: hubId,
      space_id: to.spaceId,
      scope_id: to.scopeId,
      parent_id: isFirst ? to.parent : (ids.get(original.parent_id ?? '') ?? to.parent),
      created_by: userId,
    };
    const made = copyOf(original, own, ids);
    const row: NewItem = isHidden(original) ? { ...made, visibility: 'private' } : made;
    return [{ original, row: isFirst ? { ...row, title, position: null } : row }];
  });
}

/** Writes the copies, folders before their contents, with their data; they are indexed soon. */
async function write(services: Services, trx: Transaction, copies: readonly Copied[]): Promise<void> {
  const layers = Map.groupBy(copies, ({ original }) => original.depth);
  for (const layer of layers.values()) {
    await Promise.all(layer.map(({ row }) => insertItem(trx, row)));
  }
  for (const { original, row } of copies) await itemKindHandler(row.kind)?.copy(trx, original.id, row);
  await copyWidths(trx, copies);
  await attachCopiedFiles(trx, copies);
  // A file is extracted again: the previews belong to the original.
  for (const { row } of copies)
    if (row.file_sha256) await queueProcessing(trx, services.jobs, row, row.created_by);
  const hidden = copies.flatMap(({ row }) => (row.visibility === 'shared' ? [] : [row]));
  await assignItemScopes(trx, hidden);
}

export type WantedCopy = {
  space?: string | undefined;
  parent?: string | null | undefined;
  title?: string | undefined;
};

/**
 * Of what a copy is made, where to, and its title.
 * @throws ApiError 403 or 404 for a destination where the caller may not add anything
 */
export async function planCopy(
  trx: Transaction,
  caller: SignedIn,
  id: string,
  wanted: WantedCopy,
): Promise<{ source: Authorized<ItemView, 'item.download'>; to: Destination; title: string }> {
  const source = authorizeItem(await requireItemView(trx, caller, id), 'item.download');
  const isBeside = wanted.parent === undefined && wanted.space === undefined;
  const parent = isBeside ? source.parent_id : (wanted.parent ?? null);
  if (isBeside && !(parent ? source.sees_folder : source.sees_space)) throw forbidden(NOT_BESIDE);
  const target = await destinationSpaceId(trx, caller, { ids: [id], space: wanted.space, parent });
  const to = await authorizedDestination(trx, caller, target, parent);
  return { source, to, title: wanted.title ?? copyTitle(source.title, await siblingTitles(trx, to)) };
}

/**
 * Copies an item beside itself, or to another place of its hub: its text, its file (the same bytes, not
 * twice), a document with its files, a table with columns and rows, a folder with all in it that the caller may see. A copy has the
 * readers of its destination; what was private stays private, and neither grants nor links are copied.
 * @throws ApiError 403 or 404 for a destination where the caller may not add anything, 422 for more than can
 * be copied in one request
 */
export function copyItem(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<ItemView, 'item.download'>,
  wanted: WantedCopy,
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    await lockOrder(trx, space_id);
    const { source, to, title } = await planCopy(trx, caller, id, wanted);
    const all = await copySources(trx, caller, id, ITEMS_COPIED_MAX + 1);
    refuseTooMuch(all);
    const copies = rowsFor(all, { hubId: source.hub_id, to, title, userId: caller.user.id });
    await write(services, trx, copies);
    const copy = await requireItemView(trx, caller, copies[0]?.row.id ?? id);
    if (copy.space_id === space_id) await placeBehind(trx, copy, id);
    return copy;
  });
}
