import {
  type ItemOperation,
  type ItemRole,
  isAllowedInArchivedSpace,
  itemOperations,
  itemRoleAllows,
  LINK_OPERATIONS,
  roleOfRank,
} from '#lib/access/roles.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import { type Authorized, authorized } from './authorized.ts';
import { spaceArchived } from './space-policy.ts';

/** The caller's role on an item, by the rank that its query found, whether it lies in the trash, and its space in the archive. */
export type ItemWithRole = {
  /** The strongest, also by a share link. */
  rank: number | null;
  /** As one of the hub's people, or as anyone; where it is absent, no link is in play and `rank` says it. */
  own_rank?: number | null;
  trashed_at: Date | null;
  space_archived_at: Date | null;
};

export function itemRole(item: ItemWithRole): ItemRole | null {
  return roleOfRank(item.rank);
}

/** A link's role gives less than the same role of a person. */
function mayHere(item: ItemWithRole, operation: ItemOperation): boolean {
  if (LINK_OPERATIONS.has(operation) || item.own_rank === undefined)
    return itemRoleAllows(itemRole(item), operation);
  return itemRoleAllows(roleOfRank(item.own_rank), operation);
}

/** Every standing's operations, worked out once: lists ask for each of their items. */
const allowed = new Map<string, ItemOperation[]>();

/** What the caller may do to an item, in the table's order; shared by all who stand alike, so not to be changed. */
export function itemAllowed(item: ItemWithRole): ItemOperation[] {
  const standing = `${item.rank} ${item.own_rank} ${item.space_archived_at !== null}`;
  let operations = allowed.get(standing);
  if (!operations) {
    operations = itemOperations(itemRole(item), item.space_archived_at !== null).filter((operation) =>
      mayHere(item, operation),
    );
    allowed.set(standing, operations);
  }
  return operations;
}

/** In the trash an item can only be viewed by those who may restore it, be restored, or be purged. */
const IN_TRASH: ReadonlySet<ItemOperation> = new Set(['item.view', 'item.restore', 'item.delete']);

/** Whether the caller may see an item; in the trash, only who may restore it does. */
export const isItemVisible = (item: ItemWithRole): boolean =>
  Boolean(item.rank) && (item.trashed_at === null || mayHere(item, 'item.restore'));

/**
 * The item with the proof that the caller may do `operation` to it.
 * @throws ApiError 404 for who may not see it (or not any more, once it is trashed), 403 for who may see but not do it,
 *   409 for what an archive keeps from all.
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
  return authorized<Operation, Item>(item);
}
