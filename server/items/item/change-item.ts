import { sql } from 'kysely';
import type { z } from 'zod';
import type { changeItemRequest } from '#lib/contract/item.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { requireAcceptedDisclosure } from '#server/access/policy/disclosure.ts';
import { authorizeItem, itemRole } from '#server/access/policy/item-policy.ts';
import {
  assignItemScope,
  lockSpaceTreeExclusive,
  principalsOnScope,
} from '#server/access/policy/scope.repo.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { inactiveLinks, revokeReactivatedLinks } from '#server/access/visibility/reactivated-links.ts';
import { makePrivate, recordVisibility } from '#server/access/visibility/visibility.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import { lockMembersShared } from '#server/hubs/members/member.repo.ts';
import { contentWithMentions, noteMentions } from '#server/hubs/notifications/mention-changes.ts';
import {
  type DocumentEdit,
  mergeContent,
  type PreparedContent,
  prepareContent,
} from '#server/items/documents/merge-content.ts';
import { recordVersion } from '#server/items/documents/record-version.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceOfHub } from '#server/spaces/space/space.repo.ts';
import { detachFromDocuments, hideFilesOfDocuments } from './document-files.ts';
import { descendantIds, type ItemView } from './item.repo.ts';
import {
  describeItem,
  renderAfterCommit,
  requireFolder,
  requireItemView,
  type SignedIn,
} from './item.service.ts';
import { queueItemIndexing } from './queue-item-indexing.ts';

/** A new content, or an edit of the one that is there. */
type Change = z.output<typeof changeItemRequest> & {
  edit?: DocumentEdit;
  /** Nobody is notified of whom the new content mentions. */
  isQuiet?: boolean;
};

/** Moving a folder below itself would cut both off. */
async function refuseCircle(trx: Transaction, item: ItemView, folderId: string): Promise<void> {
  const below = await descendantIds(trx, item.id);
  if (below.includes(folderId)) throw invalid({ parent: ['A folder can not be put into itself.'] });
}

/** Records an item's new location in the audit log; under its scope at that time. */
async function recordMove(trx: Transaction, caller: SignedIn, item: ItemView): Promise<void> {
  const location = await trx
    .selectFrom('item')
    .innerJoin('space', 'space.id', 'item.space_id')
    .leftJoin('item as folder', 'folder.id', 'item.parent_id')
    .select([
      'item.scope_id',
      'folder.title as folder',
      'folder.scope_id as folder_scope',
      'space.scope_id as space_scope',
    ])
    .where('item.id', '=', item.id)
    .executeTakeFirstOrThrow();
  await recordAuditEvent(trx, caller, {
    hubId: item.hub_id,
    action: 'item.moved',
    target: { kind: 'item', id: item.id, name: item.title },
    scopeId: location.scope_id,
    details: {
      place: location.folder ?? item.space_name,
      place_scope_id: location.folder_scope ?? location.space_scope,
    },
  });
}

/**
 * Puts the item into the scope that its new folder and visibility require; what more people would see must be
 * accepted.
 */
async function assignScope(
  trx: Transaction,
  requesterId: string,
  item: ItemView,
  changed: ItemView,
  { visibility, disclosure }: Change,
): Promise<void> {
  const had = await principalsOnScope(trx, item.scope_id);
  const lapsed = await inactiveLinks(trx, [item.id]);
  const { scopeId, below } = await assignItemScope(trx, changed);
  await hideFilesOfDocuments(trx, [item]);
  await revokeReactivatedLinks(trx, lapsed);
  await requireAcceptedDisclosure(trx, {
    hubId: item.hub_id,
    requesterId,
    isOutsider: item.is_outsider,
    changed: visibility === undefined ? [{ id: item.id, title: changed.title, had, scopeId }] : [],
    below,
    accepted: disclosure,
  });
}

/**
 * Changes what is given: title, content, visibility, folder, width.
 * @throws ApiError 409 with the current state for a stale revision, or, unless that is accepted, for a change
 * that would
 *   show the item to more people when its visibility is not given along with it, or anything below it;
 *   403 for a visibility that the caller may not choose; 422 for a content of an item with a file.
 */
export async function changeItem(
  services: Services,
  caller: SignedIn,
  { id, hub_id, space_id }: Authorized<ItemView, 'item.change'>,
  change: Change,
  expected: number | null,
): Promise<ItemView> {
  // Before anything is locked: a long text takes a while.
  const prepared = await preparedFrom(services, id, change);
  return inTransaction(services, async (trx) => {
    // Before the space, in the same order as where a person is removed: no grant outlives the membership.
    if (change.visibility === 'private' && !(await lockMembersShared(trx, hub_id)))
      throw notFound('This item');
    if (change.visibility !== undefined || change.parent !== undefined)
      await lockSpaceTreeExclusive(trx, space_id);
    await sql`select from item where id = ${id} for update`.execute(trx);
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
    // An editor by link changes an item's content, not who sees it or its location.
    if (change.visibility !== undefined) authorizeItem(item, 'item.share');
    if (change.parent !== undefined) authorizeItem(item, 'item.move');
    await requireRevision(expected, item.revision, () => describeItem({ database: trx }, caller, item));
    if (prepared !== null && (item.file_sha256 || item.kind !== 'document')) {
      throw invalid({ content: ['Only a document that was written here has a content to change.'] });
    }
    if (change.full_width !== undefined && (item.file_sha256 || item.kind !== 'document'))
      throw invalid({ full_width: ['Only a document that was written here has a width.'] });
    const parent = change.parent === undefined ? item.parent_id : change.parent;
    if (parent && parent !== item.parent_id) {
      await requireFolder(trx, caller, item.space_id, parent);
      await refuseCircle(trx, item, parent);
    } else if (parent !== item.parent_id) {
      const { space_slug: slug } = item;
      authorizeSpace(
        await spaceOfHub(trx, item.hub_id, { slug, userId: caller.user.id }),
        'space.create_item',
      );
    }
    if (change.visibility === 'private' && item.visibility !== 'private')
      await makePrivate(trx, caller, { ...item, kind: 'item' }, itemRole(item));
    const isOfRevision = expected !== null;
    const merged =
      prepared === null ? undefined : await mergeContent(services, trx, id, prepared, { isOfRevision });
    if (merged) await recordVersion(trx, versionOf(id, caller, merged));
    const content = merged?.markdown;
    const changed: ItemView = {
      ...item,
      parent_id: parent,
      title: change.title ?? item.title,
      visibility: change.visibility ?? item.visibility,
    };
    const before = content === undefined ? '' : await contentWithMentions(trx, id);
    const isFoundOtherwise = content !== undefined || changed.title !== item.title;
    await trx
      .updateTable('item')
      .set({
        title: changed.title,
        visibility: changed.visibility,
        parent_id: parent,
        ...(content === undefined ? {} : contentColumns(content)),
        ...(change.full_width === undefined ? {} : { meta: withWidth(change.full_width) }),
        ...(isFoundOtherwise && !item.file_sha256 ? { processing_state: 'queued' } : {}),
        revision: item.revision + 1,
        updated_at: sql<Date>`now()`,
        updated_by: caller.user.id,
      })
      .where('id', '=', id)
      .execute();
    if (change.visibility !== undefined) await detachFromDocuments(trx, [id]);
    if (changed.visibility !== item.visibility || parent !== item.parent_id) {
      await assignScope(trx, caller.user.id, item, changed, change);
    }
    if (parent !== item.parent_id) await recordMove(trx, caller, changed);
    if (changed.visibility !== item.visibility)
      await recordVisibility(trx, caller, { ...item, kind: 'item' }, changed.visibility);
    if (content !== undefined)
      await noteMentions(trx, services, {
        itemId: id,
        hubId: hub_id,
        before,
        after: content,
        authors: [...(merged?.others ?? []).flatMap((author) => author ?? []), caller.user.id],
        isQuiet: change.isQuiet ?? false,
      });
    if (content !== undefined) await renderAfterCommit(services, trx, id, content);
    if (isFoundOtherwise) await queueItemIndexing(trx, [item]);
    return requireItemView(trx, caller, id);
  });
}

/** The metadata of a document with its width; the usual one is not stored. */
const withWidth = (isFull: boolean) =>
  isFull ? sql<string>`meta || '{"full_width": true}'` : sql<string>`meta - 'full_width'`;

/** Together with those whose writing it was merged with. */
function versionOf(
  itemId: string,
  { user }: SignedIn,
  { markdown, others }: { markdown: string; others: readonly (string | null)[] },
) {
  const withAccount = others.flatMap((author) => author ?? []);
  return {
    itemId,
    markdown,
    authors: [...new Set([...withAccount.filter((author) => author !== user.id), user.id])],
    isTogether: others.some((author) => author !== user.id),
  };
}

function contentColumns(content: string) {
  return {
    content,
    size: Buffer.byteLength(content),
    mime: 'text/markdown',
    version: sql<number>`version + 1`,
  };
}

async function preparedFrom(
  services: Services,
  id: string,
  { content, edit }: Change,
): Promise<PreparedContent | null> {
  if (edit) return { edit };
  return content === undefined ? null : prepareContent(services, id, content);
}
