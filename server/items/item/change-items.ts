import { sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import { type AuditEvent, recordAuditEvents } from '#server/access/audit/record.ts';
import { assignItemScopes } from '#server/access/policy/assign-scopes.ts';
import { requireAcceptedDisclosure } from '#server/access/policy/disclosure.ts';
import { itemRole } from '#server/access/policy/item-policy.ts';
import { principalsOnScopes } from '#server/access/policy/scope.repo.ts';
import { inactiveLinks, revokeReactivatedLinks } from '#server/access/visibility/reactivated-links.ts';
import { makePrivate } from '#server/access/visibility/visibility.ts';
import { inTransaction } from '#server/api/route.ts';
import { lockMembersShared } from '#server/hubs/members/member.repo.ts';
import { idsBeingRestored, restoreInProgress } from '#server/items/trash/restore-in-progress.ts';
import { recordTrashReaders, trashReaders } from '#server/items/trash/trashed-readers.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import {
  type BulkResult,
  itemViews,
  lockAndAuthorize,
  partitionByCheck,
  refuseWhenNothingDone,
} from './bulk-items.ts';
import { detachFromDocuments, hideFilesOfDocuments } from './document-files.ts';
import type { ItemView } from './item.repo.ts';
import type { SignedIn } from './item.service.ts';
import { restoreWithDescendants } from './restore-descendants.ts';
import { nearestActiveFolder } from './trash.repo.ts';
import { trashDescendantsOf } from './trash-descendants.ts';

const idsOf = (items: readonly ItemView[]) => items.map(({ id }) => id);

/** What was done, with the current items. */
async function resultOf(
  trx: Transaction,
  caller: SignedIn,
  done: readonly string[],
  refused: BulkResult['refused'],
): Promise<BulkResult> {
  const result = { items: await itemViews(trx, caller, done), refused };
  refuseWhenNothingDone(result);
  return result;
}

/** The audit entries of items that were trashed or restored, with their spaces. */
async function recordTrash(
  trx: Transaction,
  caller: SignedIn,
  action: 'item.trashed' | 'item.restored',
  items: readonly ItemView[],
): Promise<void> {
  const spaces = await trx
    .selectFrom('space')
    .select(['id', 'scope_id'])
    .where('id', 'in', [...new Set(items.map((item) => item.space_id))])
    .execute();
  const scopes = new Map(spaces.map(({ id, scope_id }) => [id, scope_id]));
  const events = items.map((item): AuditEvent => {
    const place = scopes.get(item.space_id);
    return {
      hubId: item.hub_id,
      action,
      scopeId: item.scope_id,
      target: { kind: 'item', id: item.id, name: item.title },
      details: { place: item.space_name, ...(place ? { place_scope_id: place } : {}) },
    };
  });
  await recordAuditEvents(trx, caller, events);
}

/**
 * Puts several items into the trash, folders with all their contents; each is authorized in the transaction.
 */
export function trashItems(
  services: Services,
  caller: SignedIn,
  ids: readonly string[],
): Promise<BulkResult> {
  return inTransaction(services, async (trx) => {
    const { passed, refused } = await lockAndAuthorize(trx, caller, ids, { operation: 'item.trash' });
    const done = idsOf(passed);
    await recordTrashReaders(
      trx,
      passed.filter((item) => item.trashed_at === null),
    );
    await sql`update item set trashed_at = now(), trashed_by = ${caller.user.id}, revision = revision + 1
      where id = any(${done}::uuid[]) and trashed_at is null`.execute(trx);
    await trashDescendantsOf(
      trx,
      services.jobs,
      passed.filter((item) => item.kind === 'folder'),
    );
    if (passed.length > 0) await recordTrash(trx, caller, 'item.trashed', passed);
    return resultOf(trx, caller, done, refused);
  });
}

/** Restored items, each with the principals that may have known it. */
type Returning = { item: ItemView; had: readonly string[] };

/**
 * Puts items whose folders stay in the trash into the nearest ones that do not; what the restore of any of
 * them shows to more people must be accepted.
 */
async function returnAll(
  trx: Transaction,
  caller: SignedIn,
  returning: readonly Returning[],
  disclosure: string | undefined,
): Promise<void> {
  const [first] = returning;
  if (!first) return;
  const parents = [...new Set(returning.flatMap(({ item }) => item.parent_id ?? []))];
  const activeFolders = new Map<string, string | null>();
  for (const id of parents) activeFolders.set(id, (await nearestActiveFolder(trx, id))?.id ?? null);
  const moved = returning.flatMap(({ item }) => {
    const parent = item.parent_id === null ? null : (activeFolders.get(item.parent_id) ?? null);
    return parent === item.parent_id ? [] : [{ ...item, parent_id: parent }];
  });
  const lapsed = await inactiveLinks(trx, idsOf(moved));
  await sql`update item set parent_id = input.parent_id, position = null
    from unnest(${idsOf(moved)}::uuid[], ${moved.map((item) => item.parent_id)}::uuid[]) as input (id, parent_id)
    where item.id = input.id`.execute(trx);
  const { scopes, below } = await assignItemScopes(trx, moved);
  await revokeReactivatedLinks(trx, lapsed);
  await requireAcceptedDisclosure(trx, {
    hubId: first.item.hub_id,
    requesterId: caller.user.id,
    isOutsider: first.item.is_outsider,
    // Also for those that return to their old place: their folder may have been opened to more people
    // meanwhile.
    changed: returning.map(({ item: { id, title, scope_id }, had }) => ({
      id,
      title,
      had,
      scopeId: scopes.get(id) ?? scope_id,
    })),
    below,
    accepted: disclosure,
  });
}

/**
 * Takes several items out of the trash, with what was trashed together with them; each is authorized in the
 * transaction.
 * @throws ApiError 409 `more_would_see` for all of them together, unless that is accepted
 */
export function restoreItems(
  services: Services,
  caller: SignedIn,
  { ids, disclosure }: { ids: readonly string[]; disclosure?: string | undefined },
): Promise<BulkResult> {
  return inTransaction(services, async (trx) => {
    const allowed = await lockAndAuthorize(trx, caller, ids, { operation: 'item.restore' });
    const following = await idsBeingRestored(trx, idsOf(allowed.passed));
    const { passed, refused: follow } = partitionByCheck(allowed.passed, (item) => {
      if (following.has(item.id)) throw restoreInProgress();
      return item;
    });
    const refused = [...allowed.refused, ...follow];
    const trashed = passed.filter((item) => item.trashed_at !== null);
    const now = await principalsOnScopes(trx, [...new Set(trashed.map((item) => item.scope_id))]);
    const returning: Returning[] = [];
    for (const item of trashed)
      returning.push({ item, had: await trashReaders(trx, item, now.get(item.scope_id) ?? []) });
    await restoreWithDescendants(trx, services.jobs, idsOf(trashed));
    await returnAll(trx, caller, returning, disclosure);
    const result = await resultOf(trx, caller, idsOf(passed), refused);
    const isBack = new Set(idsOf(trashed));
    if (trashed.length > 0)
      await recordTrash(
        trx,
        caller,
        'item.restored',
        result.items.filter(({ id }) => isBack.has(id)),
      );
    return result;
  });
}

/**
 * Gives several items one visibility, chosen for each of them; each is authorized in the transaction.
 * @throws ApiError 409 `more_would_see` where items below them would be seen by more people, unless that is
 * accepted
 */
export function changeVisibilities(
  services: Services,
  caller: SignedIn,
  change: { ids: readonly string[]; visibility: Visibility; disclosure?: string | undefined },
): Promise<BulkResult> {
  const { ids, visibility, disclosure } = change;
  return inTransaction(services, async (trx) => {
    const [seen] = await itemViews(trx, caller, ids);
    // Before the spaces, in the same order as where a person is removed: no grant outlives the membership.
    if (visibility === 'private' && (!seen || !(await lockMembersShared(trx, seen.hub_id))))
      throw notFound('This item');
    const allowed = await lockAndAuthorize(trx, caller, ids, { operation: 'item.share' });
    const { passed, refused } = partitionByCheck(allowed.passed, (item) => {
      const isOthers = item.created_by !== caller.user.id && itemRole(item) !== 'owner';
      if (visibility === 'private' && item.visibility !== 'private' && isOthers)
        throw forbidden('Only who made this, or an owner of the space, can make it private.');
      return item;
    });
    const changing = passed.filter((item) => item.visibility !== visibility);
    if (visibility === 'private') {
      const others = changing.filter((item) => item.created_by !== caller.user.id);
      for (const item of others) await makePrivate(trx, caller, { ...item, kind: 'item' }, itemRole(item));
    }
    await detachFromDocuments(trx, idsOf(passed));
    const lapsed = await inactiveLinks(trx, idsOf(changing));
    await sql`update item set visibility = ${visibility}, revision = revision + 1, updated_at = now(),
        updated_by = ${caller.user.id}
      where id = any(${idsOf(changing)}::uuid[])`.execute(trx);
    const changed = changing.map((item) => ({ ...item, visibility }));
    const [first] = changing;
    if (first) {
      const { scopes, below } = await assignItemScopes(trx, changed);
      await hideFilesOfDocuments(trx, changed);
      await revokeReactivatedLinks(trx, lapsed);
      await requireAcceptedDisclosure(trx, {
        hubId: first.hub_id,
        requesterId: caller.user.id,
        isOutsider: first.is_outsider,
        changed: [],
        below,
        accepted: disclosure,
      });
      await recordAuditEvents(
        trx,
        caller,
        changing.map((item) => ({
          hubId: item.hub_id,
          action: 'item.visibility_changed',
          target: { kind: 'item', id: item.id, name: item.title },
          scopeId: scopes.get(item.id) ?? item.scope_id,
          details: { from: item.visibility, to: visibility },
        })),
      );
    }
    return resultOf(trx, caller, idsOf(passed), [...allowed.refused, ...refused]);
  });
}
