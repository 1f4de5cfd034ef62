import { sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import { recordAuditEvents } from '#server/access/audit/record.ts';
import { beginScopeAssignment } from '#server/access/policy/assign-scopes.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { requireAcceptedDisclosure } from '#server/access/policy/disclosure.ts';
import { authorizeItem, itemRole } from '#server/access/policy/item-policy.ts';
import { principalsOnScopes } from '#server/access/policy/scope.repo.ts';
import { inactiveLinks, revokeReactivatedLinks } from '#server/access/visibility/reactivated-links.ts';
import { makePrivate, recordVisibility } from '#server/access/visibility/visibility.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import { lockMembersShared } from '#server/hubs/members/member.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import {
  type BulkResult,
  type ItemRefusal,
  itemViews,
  lockAndAuthorize,
  partitionByCheck,
  refuseWhenNothingDone,
} from './bulk-items.ts';
import { authorizedDestination, type Destination, destinationSpaceId } from './destination.ts';
import { detachFromDocuments, detachMovedFiles, hideFilesOfDocuments } from './document-files.ts';
import type { ItemView } from './item.repo.ts';
import { describeItem, type SignedIn } from './item.service.ts';
import { lockOrder, placeItem } from './item-position.ts';
import { moveSubtrees } from './move-to-space.ts';
import { queueMovedIndexing } from './queue-item-indexing.ts';

/** What is moved, and the destination: a folder, or the top of a space. */
export type ItemMove = {
  ids: readonly string[];
  /** A slug; by default that of the folder, else that of the items. */
  space?: string | undefined;
  parent?: string | null | undefined;
  visibility?: Visibility | undefined;
  disclosure?: string | undefined;
  ask_losses?: boolean | undefined;
  /** Of one item: what it stands before in the tree; null is behind all others. */
  before?: string | null | undefined;
  /** Where items stood among those of the destination, by id: of a move that is undone. */
  positions?: Readonly<Record<string, number>> | undefined;
};

/** The folder and its ancestors: none of them may be moved into it. */
async function foldersAround(trx: Transaction, folderId: string | null): Promise<ReadonlySet<string>> {
  if (!folderId) return new Set();
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id from item where id = ${folderId}
      union select item.id, item.parent_id from item join above on item.id = above.parent_id
    ) select id from above`.execute(trx);
  return new Set(rows.map((row) => row.id));
}

/** Updates access, search and audit log for the new locations of items. */
async function settle(
  trx: Transaction,
  caller: SignedIn,
  { moved, to, move }: { moved: readonly ItemView[]; to: Destination; move: ItemMove },
): Promise<void> {
  const [first] = moved;
  if (!first) return;
  const had = await principalsOnScopes(trx, [...new Set(moved.map((item) => item.scope_id))]);
  const ids = moved.map(({ id }) => id);
  const lapsed = await inactiveLinks(trx, ids);
  const { visibility } = move;
  await sql`update item set parent_id = ${to.parent}, visibility = coalesce(${visibility ?? null}, visibility),
      position = case when parent_id is not distinct from ${to.parent}::uuid and space_id = ${to.spaceId} then position
        else (${JSON.stringify(move.positions ?? {})}::jsonb ->> id::text)::int end,
      revision = revision + 1, updated_at = now(), updated_by = ${caller.user.id}
    where id = any(${ids}::uuid[])`.execute(trx);
  const elsewhere = moved.filter((item) => item.space_id !== to.spaceId).map(({ id }) => id);
  await moveSubtrees(trx, elsewhere, to.spaceId);
  await detachMovedFiles(trx, elsewhere);
  if (visibility !== undefined) await detachFromDocuments(trx, ids);
  const atDestination = moved.map((item) => ({
    ...item,
    space_id: to.spaceId,
    parent_id: to.parent,
    visibility: visibility ?? item.visibility,
  }));
  const { scopes, below, inherit } = await beginScopeAssignment(trx, atDestination);
  await revokeReactivatedLinks(trx, lapsed);
  const scopeOf = (item: ItemView) => scopes.get(item.id) ?? item.scope_id;
  await requireAcceptedDisclosure(trx, {
    hubId: first.hub_id,
    requesterId: caller.user.id,
    isOutsider: first.is_outsider,
    changed:
      visibility === undefined
        ? moved.map((item) => ({
            id: item.id,
            title: item.title,
            had: had.get(item.scope_id) ?? [],
            scopeId: scopeOf(item),
          }))
        : [],
    below,
    asksLosses: move.ask_losses,
    accepted: move.disclosure,
  });
  await inherit();
  await hideFilesOfDocuments(trx, moved);
  await queueMovedIndexing(trx, elsewhere);
  await recordAuditEvents(
    trx,
    caller,
    moved.map((item) => ({
      hubId: item.hub_id,
      action: 'item.moved',
      target: { kind: 'item', id: item.id, name: item.title },
      scopeId: scopeOf(item),
      details: { place: to.name, place_scope_id: to.scopeId },
    })),
  );
}

/**
 * Moves items into another folder, or to another space of their hub, with all that lies in them; those that
 * the caller may not move, or that can't be there, stay.
 * @throws ApiError 409 `more_would_see` for all of them together, unless that is accepted; the refusal of the
 * first,
 *   where none could be moved; 422 for an invalid destination
 */
async function moveWithin(
  trx: Transaction,
  caller: SignedIn,
  move: ItemMove,
  check: (item: ItemView) => Promise<void> | void = () => undefined,
): Promise<BulkResult> {
  if (move.parent === undefined && move.space === undefined)
    throw invalid({ parent: ['Choose a folder or a space.'] });
  const target = await destinationSpaceId(trx, caller, move);
  const { passed, refused } = await lockAndAuthorize(trx, caller, move.ids, {
    operation: 'item.move',
    alsoLocked: [target.spaceId],
  });
  const staying = (item: ItemView) =>
    item.space_id === target.spaceId &&
    item.parent_id === (move.parent ?? null) &&
    (move.visibility ?? item.visibility) === item.visibility;
  const going = passed.filter((item) => !staying(item));
  const around = await foldersAround(trx, move.parent ?? null);
  const { passed: movable, refused: circles } = partitionByCheck(going, (item) => {
    if (around.has(item.id)) throw invalid({ parent: ['A folder can not be put into itself.'] });
    return item;
  });
  for (const item of passed) await check(item);
  if (movable.length > 0) {
    const to = await authorizedDestination(trx, caller, target, move.parent ?? null);
    await settle(trx, caller, { moved: movable, to, move });
  }
  const all: ItemRefusal[] = [...refused, ...circles];
  const isRefused = new Set(all.map(({ id }) => id));
  const done = move.ids.filter((id) => !isRefused.has(id));
  const result = { items: await itemViews(trx, caller, done), refused: all };
  refuseWhenNothingDone(result);
  return result;
}

/** Moves several items, each of which is authorized in the transaction. */
export function moveItems(services: Services, caller: SignedIn, move: ItemMove): Promise<BulkResult> {
  return inTransaction(services, (trx) => moveWithin(trx, caller, move));
}

/**
 * Moves one item; a given visibility is a choice for it.
 * @throws ApiError also 409 with the current state for a stale revision, 403 for a visibility that the caller
 * may not choose
 */
export function moveItem(
  services: Services,
  caller: SignedIn,
  { id, hub_id }: Authorized<ItemView, 'item.move'>,
  { position, ...request }: Omit<ItemMove, 'ids' | 'positions'> & { position?: number | undefined },
  expected: number | null,
): Promise<ItemView> {
  const move = { ...request, ...(position === undefined ? {} : { positions: { [id]: position } }) };
  return inTransaction(services, async (trx) => {
    const { visibility, before: next } = move;
    if (next !== undefined) {
      const { spaceId } = await destinationSpaceId(trx, caller, { ...move, ids: [id] });
      await lockOrder(trx, spaceId);
    }
    // Before the space, in the same order as where a person is removed: no grant outlives the membership.
    if (visibility === 'private' && !(await lockMembersShared(trx, hub_id))) throw notFound('This item');
    const before: ItemView[] = [];
    const moved = await moveWithin(trx, caller, { ...move, ids: [id] }, async (item) => {
      await requireRevision(expected, item.revision, () => describeItem({ database: trx }, caller, item));
      if (visibility !== undefined) authorizeItem(item, 'item.share');
      if (visibility === 'private' && item.visibility !== 'private')
        await makePrivate(trx, caller, { ...item, kind: 'item' }, itemRole(item));
      before.push(item);
    });
    const [item] = moved.items;
    const [was] = before;
    if (!item) throw notFound('This item');
    if (next !== undefined) await placeItem(trx, caller, item, next);
    if (was && visibility !== undefined && visibility !== was.visibility)
      await recordVisibility(trx, caller, { ...was, kind: 'item' }, visibility);
    return item;
  });
}
