import { sql } from 'kysely';
import type { z } from 'zod';
import type { changePostRequest, createPostRequest, Post } from '#lib/contract/post.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { mayDiscuss, postLocked } from '#server/access/policy/discussion-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import { insertComment } from '#server/items/discussions/comments/comment.repo.ts';
import { countReply } from '#server/items/discussions/comments/comment.service.ts';
import { queuePostIndexing } from '#server/items/discussions/indexing/queue-discussion-indexing.ts';
import { countDiscussionText } from '#server/items/discussions/text/discussion-limit.ts';
import { renderDiscussionText } from '#server/items/discussions/text/mentions.ts';
import { notifyOfComment, notifyOfMentions } from '#server/items/discussions/text/notify-of-text.ts';
import { addReaction, removeReaction } from '#server/items/discussions/text/reactions.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { insertPoll } from './poll.repo.ts';
import { replacePoll } from './poll.service.ts';
import { presentPost } from './post.presenter.ts';
import {
  type DiscussedSpace,
  deleteOldPosts,
  insertPost,
  markPostRead,
  type PostView,
  postById,
} from './post.repo.ts';

export type WritablePost = Authorized<PostView, 'discussion.write'>;

/** A post as the API returns it. @throws ApiError 404 where it was deleted meanwhile. */
export async function describePost(
  database: Database | Transaction,
  caller: SignedIn,
  id: string,
): Promise<Post> {
  const view = await postById(database, caller, id);
  if (!view) throw notFound('This discussion');
  return presentPost(database, view, caller);
}

/** Begins a discussion in a space. @returns the id of the post */
export function createPost(
  services: Services,
  caller: SignedIn,
  space: Authorized<DiscussedSpace, 'discussion.write'>,
  { title, body, poll }: z.output<typeof createPostRequest>,
): Promise<string> {
  const userId = caller.user.id;
  return inTransaction(services, async (trx) => {
    await countDiscussionText(trx, services, userId);
    const place = { hubId: space.hub_id, scopeId: space.scope_id, userId };
    const html = await renderDiscussionText(trx, place, body);
    const id = await insertPost(trx, { hubId: space.hub_id, spaceId: space.id, title, body, html, userId });
    if (poll) await insertPoll(trx, id, poll);
    await queuePostIndexing(trx, space.hub_id, id);
    await notifyOfMentions(trx, services, {
      ...place,
      itemId: null,
      postId: id,
      commentId: null,
      before: '',
      body,
    });
    return id;
  });
}

type PostChange = z.output<typeof changePostRequest>;

/**
 * Changes an own post's title and text; editors of the space pin and lock any of them.
 * @throws ApiError 403 where the caller may not do all of it
 */
export function changePost(
  services: Services,
  caller: SignedIn,
  post: WritablePost,
  { title, body, pinned, locked, poll }: PostChange,
): Promise<void> {
  const changesText = title !== undefined || body !== undefined;
  if ((changesText || poll !== undefined) && post.created_by !== caller.user.id) throw forbidden();
  if ((pinned !== undefined || locked !== undefined) && !mayDiscuss(post, 'discussion.moderate'))
    throw forbidden();
  return inTransaction(services, async (trx) => {
    if (poll !== undefined) await replacePoll(trx, post.id, poll);
    if (changesText) {
      await countDiscussionText(trx, services, caller.user.id);
      const place = { hubId: post.hub_id, scopeId: post.scope_id, userId: caller.user.id };
      // A text that is sent as it was read is left alone, with its HTML: another tab may have changed both since.
      const changed = body === undefined || body === post.body ? null : body;
      const html = changed === null ? null : await renderDiscussionText(trx, place, changed, post.html);
      await sql`update post set title = coalesce(${title ?? null}, title), body = coalesce(${changed}, body),
        html = coalesce(${html}, html), edited_at = now() where id = ${post.id}`.execute(trx);
      await queuePostIndexing(trx, post.hub_id, post.id);
      if (changed !== null)
        await notifyOfMentions(trx, services, {
          ...{ ...place, itemId: null, postId: post.id, commentId: null, before: post.body },
          body: changed,
        });
    }
    const since = (column: 'pinned_at' | 'locked_at', isOn: boolean) =>
      sql`update post set ${sql.id(column)} = ${isOn ? sql`coalesce(${sql.id(column)}, now())` : sql`null`}
        where id = ${post.id}`.execute(trx);
    if (pinned !== undefined) await since('pinned_at', pinned);
    if (locked !== undefined) await since('locked_at', locked);
  });
}

/** Moves a post with its replies to the trash, from where the same person and editors can restore it for a while. */
export function trashPost(
  services: Services,
  caller: SignedIn,
  post: Authorized<PostView, 'discussion.delete'>,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const { rows } = await sql`update post set trashed_at = now(), trashed_by = ${caller.user.id}
      where id = ${post.id} and trashed_at is null returning id`.execute(trx);
    if (rows.length === 0 || post.created_by === caller.user.id) return;
    await recordAuditEvent(trx, caller, {
      hubId: post.hub_id,
      action: 'post.deleted',
      target: { kind: 'space', id: post.space_id, name: post.title },
      scopeId: post.scope_id,
      details: { user_id: post.created_by },
    });
  });
}

/** Takes a post out of the trash, for the person who put it there and for editors. */
export async function restorePost(
  services: Services,
  post: Authorized<PostView, 'discussion.restore'>,
): Promise<void> {
  await sql`update post set trashed_at = null, trashed_by = null where id = ${post.id}`.execute(
    services.database,
  );
}

/** Replies to a post. @returns the id of the reply. @throws ApiError 409 while it is locked */
export function replyToPost(
  services: Services,
  caller: SignedIn,
  post: WritablePost,
  body: string,
): Promise<string> {
  const userId = caller.user.id;
  return inTransaction(services, async (trx) => {
    await countDiscussionText(trx, services, userId);
    if (post.locked_at) throw postLocked();
    const { hub_id: hubId, scope_id: scopeId, id: postId } = post;
    const html = await renderDiscussionText(trx, { hubId, scopeId, userId }, body);
    await countReply(trx, postId, 1);
    await markPostRead(trx, postId, userId);
    const written = { hubId, itemId: null, postId, parentId: null, anchor: null, body, html, userId };
    const id = await insertComment(trx, written);
    await notifyOfComment(trx, services, { ...written, id, scopeId });
    return id;
  });
}

/** Adds or removes the caller's reaction. */
export function reactToPost(
  services: Services,
  caller: SignedIn,
  post: WritablePost,
  { emoji, isOn }: { emoji: string; isOn: boolean },
): Promise<void> {
  return inTransaction(services, async (trx) => {
    await sql`select from post where id = ${post.id} for update`.execute(trx);
    await (isOn ? addReaction : removeReaction)(trx, 'post', { id: post.id, emoji, userId: caller.user.id });
  });
}

/** Deletes posts whose time in the trash is over. */
export async function purgePosts({ database }: Services, signal: AbortSignal): Promise<void> {
  while ((await deleteOldPosts(database)) > 0) signal.throwIfAborted();
}
