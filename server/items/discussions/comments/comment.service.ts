import { sql } from 'kysely';
import type { Comment, CommentAnchor } from '#lib/contract/comment.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { postLocked } from '#server/access/policy/discussion-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import { queueCommentIndexing } from '#server/items/discussions/indexing/queue-discussion-indexing.ts';
import { countDiscussionText } from '#server/items/discussions/text/discussion-limit.ts';
import { type MentionPlace, renderDiscussionText } from '#server/items/discussions/text/mentions.ts';
import { notifyOfComment, notifyOfMentions } from '#server/items/discussions/text/notify-of-text.ts';
import { addReaction, removeReaction } from '#server/items/discussions/text/reactions.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { itemKindHandler } from '#server/items/item/item-kinds.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { presentComments } from './comment.presenter.ts';
import {
  type CommentView,
  commentById,
  type DiscussedItem,
  insertComment,
  lockThread,
} from './comment.repo.ts';

export type WritableItem = Authorized<DiscussedItem, 'discussion.write'>;
export type WritableComment = Authorized<CommentView, 'discussion.write'>;

const placeOf = (place: { hub_id: string; scope_id: string }, { user }: SignedIn): MentionPlace => ({
  hubId: place.hub_id,
  scopeId: place.scope_id,
  userId: user.id,
});

/** A comment as the API returns it. @throws ApiError 404 where it was deleted meanwhile. */
export async function describeComment(
  database: Services['database'] | Transaction,
  caller: SignedIn,
  id: string,
): Promise<Comment> {
  const view = await commentById(database, caller, id);
  const [comment] = view
    ? await presentComments(database, [view], { userId: caller.user.id, place: view })
    : [];
  if (!comment) throw notFound('This comment');
  return comment;
}

/**
 * @throws ApiError 422 where the item has no such part.
 */
async function checkAnchor(trx: Transaction, item: WritableItem, anchor: CommentAnchor): Promise<void> {
  if (anchor.type === 'time' && item.kind !== 'media')
    throw invalid({ anchor: ['Only a recording has a time to comment on.'] });
  if (anchor.type === 'text' && (item.kind === 'folder' || item.kind === 'media'))
    throw invalid({ anchor: ['This item has no text to comment on.'] });
  if (anchor.type !== 'row') return;
  if (!(await itemKindHandler(item.kind)?.hasRow(trx, item.id, anchor.row_id)))
    throw invalid({ 'anchor.row_id': ['This row does not exist.'] });
}

/** Adds a thread to an item. @returns its id */
export function createComment(
  services: Services,
  caller: SignedIn,
  item: WritableItem,
  { body, anchor = null }: { body: string; anchor?: CommentAnchor | null | undefined },
): Promise<string> {
  return inTransaction(services, async (trx) => {
    await countDiscussionText(trx, services, caller.user.id);
    if (anchor) await checkAnchor(trx, item, anchor);
    const html = await renderDiscussionText(trx, placeOf(item, caller), body);
    const written = {
      ...{ hubId: item.hub_id, itemId: item.id, postId: null, parentId: null },
      ...{ anchor, body, html, userId: caller.user.id },
    };
    const id = await insertComment(trx, written);
    await notifyOfComment(trx, services, { ...written, id, scopeId: item.scope_id });
    return id;
  });
}

/**
 * Replies to a thread, or to the thread of a reply; to a reply of a post, that post gets another one.
 * @returns the id of the reply
 */
export function replyToComment(
  services: Services,
  caller: SignedIn,
  comment: WritableComment,
  body: string,
): Promise<string> {
  return inTransaction(services, async (trx) => {
    await countDiscussionText(trx, services, caller.user.id);
    if (comment.locked_at) throw postLocked();
    const html = await renderDiscussionText(trx, placeOf(comment, caller), body);
    const parentId = comment.post_id ? null : (comment.parent_id ?? comment.id);
    if (parentId && !(await lockThread(trx, parentId))) throw notFound('This comment');
    const { item_id: itemId, post_id: postId, hub_id: hubId } = comment;
    if (postId) await countReply(trx, postId, 1);
    const written = { hubId, itemId, postId, parentId, anchor: null, body, html, userId: caller.user.id };
    const id = await insertComment(trx, written);
    await notifyOfComment(trx, services, { ...written, id, scopeId: comment.scope_id });
    return id;
  });
}

/**
 * Counts a reply of a post, and brings the post to the top of its list.
 * @throws ApiError 409 where it was locked meanwhile, 404 where it no longer exists.
 */
export async function countReply(trx: Transaction, postId: string, by: 1 | -1): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    update post set replies = replies + ${by}, active_at = ${by === 1 ? sql`now()` : sql`active_at`}
    where id = ${postId} returning locked_at is not null as locked`.execute(trx);
  if (by === -1) return;
  if (!rows[0]) throw notFound('This discussion');
  if (rows[0].locked) throw postLocked();
}

export function changeComment(
  services: Services,
  caller: SignedIn,
  comment: Authorized<CommentView, 'discussion.change'>,
  body: string,
): Promise<void> {
  if (comment.deleted_at) throw notFound('This comment');
  return inTransaction(services, async (trx) => {
    await countDiscussionText(trx, services, caller.user.id);
    const html = await renderDiscussionText(trx, placeOf(comment, caller), body, comment.html);
    await sql`update comment set body = ${body}, html = ${html},
      edited_at = case when body = ${body} then edited_at else now() end
      where id = ${comment.id} and deleted_at is null`.execute(trx);
    await notifyOfMentions(trx, services, {
      ...{
        hubId: comment.hub_id,
        scopeId: comment.scope_id,
        itemId: comment.item_id,
        postId: comment.post_id,
      },
      ...{ commentId: comment.id, userId: caller.user.id, before: comment.body, body },
    });
    await queueCommentIndexing(trx, comment.hub_id, comment.id);
  });
}

/**
 * Deletes a comment. A thread with replies keeps its place without its text, until its last reply is deleted: what others
 * wrote stays.
 */
export function deleteComment(
  services: Services,
  caller: SignedIn,
  comment: Authorized<CommentView, 'discussion.delete'>,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const threadId = comment.parent_id ?? comment.id;
    if (!(await lockThread(trx, threadId))) return;
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from comment where parent_id = ${comment.id}) as left`.execute(trx);
    if (rows[0]?.left) {
      await sql`update comment set body = '', html = '', deleted_at = now() where id = ${comment.id}`.execute(
        trx,
      );
      await sql`delete from comment_reaction where comment_id = ${comment.id}`.execute(trx);
      await sql`delete from discussion_passage where comment_id = ${comment.id}`.execute(trx);
    } else {
      const gone = await sql`delete from comment where id = ${comment.id} returning id`.execute(trx);
      if (gone.rows.length > 0 && comment.post_id) await countReply(trx, comment.post_id, -1);
      if (comment.parent_id)
        await sql`delete from comment thread where id = ${comment.parent_id} and deleted_at is not null
          and not exists (select from comment reply where reply.parent_id = thread.id)`.execute(trx);
    }
    if (comment.created_by === caller.user.id) return;
    await recordAuditEvent(trx, caller, {
      hubId: comment.hub_id,
      action: 'comment.deleted',
      target: comment.item_id
        ? { kind: 'item', id: comment.item_id, name: comment.title }
        : { kind: 'space', id: comment.space_id, name: comment.title },
      scopeId: comment.scope_id,
      details: { user_id: comment.created_by },
    });
  });
}

/** Resolves a thread, or opens it again. @throws ApiError 409 for a reply, which is no thread. */
export async function resolveComment(
  services: Services,
  caller: SignedIn,
  comment: WritableComment,
  isResolved: boolean,
): Promise<void> {
  if (!comment.item_id || comment.parent_id)
    throw conflict('not_a_thread', 'Only the first comment of a thread can be resolved.');
  const by = isResolved ? sql`${caller.user.id}::uuid` : sql`null`;
  await sql`update comment set resolved_by = ${by}, resolved_at = ${isResolved ? sql`now()` : sql`null`}
    where id = ${comment.id} and (resolved_at is null) = ${isResolved}`.execute(services.database);
}

/** Adds or removes the caller's reaction. @throws ApiError 404 for a deleted comment. */
export function reactToComment(
  services: Services,
  caller: SignedIn,
  comment: WritableComment,
  reaction: { emoji: string; isOn: boolean },
): Promise<void> {
  if (comment.deleted_at) throw notFound('This comment');
  return inTransaction(services, async (trx) => {
    if (!(await lockThread(trx, comment.id))) throw notFound('This comment');
    const change = reaction.isOn ? addReaction : removeReaction;
    await change(trx, 'comment', { id: comment.id, emoji: reaction.emoji, userId: caller.user.id });
  });
}
