import {
  type ItemOperation,
  isAllowedInArchivedSpace,
  isAllowedOnArchivedItem,
  itemOperations,
  itemRoleAllows,
  LINK_OPERATIONS,
} from '#lib/access/operations.ts';
import { type ItemRole, roleOfRank } from '#lib/access/roles.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/api-error.ts';
import { type Authorized, authorized } from './authorized.ts';
import { spaceArchived } from './space-policy.ts';

/**
 * The caller's role on an item, by the rank that its query found, and whether it is in the trash and its
 * space archived.
 */
export type ItemWithRole = {
  /** The strongest, also by a share link. */
  rank: number | null;
  /** As a member of the hub, or as anyone; absent where no link is used and `rank` has it. */
  own_rank?: number | null;
  trashed_at: Date | null;
  space_archived_at: Date | null;
  /** Of the item itself; absent where it can't be archived. */
  archived_at?: Date | null;
};

export function itemRole(item: ItemWithRole): ItemRole | null {
  return roleOfRank(item.rank);
}

/** A link's role allows less than the same role of a user. */
function mayHere(item: ItemWithRole, operation: ItemOperation): boolean {
  if (LINK_OPERATIONS.has(operation) || item.own_rank === undefined)
    return itemRoleAllows(itemRole(item), operation);
  return itemRoleAllows(roleOfRank(item.own_rank), operation);
}

/** The operations of every standing, computed once: lists need them for each of their items. */
const allowed = new Map<string, ItemOperation[]>();

/**
 * What the caller may do to an item, in the table's order; the array is shared by callers of the same
 * standing, so it must not be changed.
 */
export function itemAllowed(item: ItemWithRole): ItemOperation[] {
  const isArchived = Boolean(item.archived_at);
  const standing = `${item.rank} ${item.own_rank} ${item.space_archived_at !== null} ${isArchived}`;
  let operations = allowed.get(standing);
  if (!operations) {
    operations = itemOperations(itemRole(item), item.space_archived_at !== null).filter(
      (operation) => mayHere(item, operation) && (!isArchived || isAllowedOnArchivedItem(operation)),
    );
    allowed.set(standing, operations);
  }
  return operations;
}

/** An item in the trash can only be viewed, restored or purged, by those who may restore it. */
const IN_TRASH: ReadonlySet<ItemOperation> = new Set(['item.view', 'item.restore', 'item.delete']);

/** Whether the caller may see an item; in the trash, only if they may restore it. */
export const isItemVisible = (item: ItemWithRole): boolean =>
  Boolean(item.rank) && (item.trashed_at === null || mayHere(item, 'item.restore'));

/**
 * The item with the proof that the caller may do `operation` to it.
 * @throws ApiError 404 where the caller may not see it (or not any more, once it is trashed), 403 where they
 * may see but not
 *   do it, 409 for what an archived space or item forbids to all.
 */
export function authorizeItem<Item extends ItemWithRole, Operation extends ItemOperation>(
  item: Item | undefined,
  operation: Operation,
): Authorized<Item, Operation> {
  if (!item?.rank) throw notFound('This item');
  if (item.trashed_at && !(IN_TRASH.has(operation) && mayHere(item, 'item.restore')))
    throw notFound('This item');
  if (!mayHere(item, operation)) throw forbidden();
  if (item.space_archived_at && !isAllowedInArchivedSpace(operation)) throw spaceArchived();
  if (item.archived_at && !isAllowedOnArchivedItem(operation)) throw itemArchived();
  return authorized<Operation, Item>(item);
}

/** Why nothing can be changed in an archived item, and what to do. */
export function itemArchived() {
  return conflict('item_archived', 'This is archived: it can only be read until an editor takes it back.');
}
