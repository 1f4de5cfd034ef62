import type { Transaction } from '#server/platform/database/database.ts';
import { queueIndexing } from '#server/platform/indexing/outbox.ts';

/** A comment or a reply, by its id. */
export const INDEX_COMMENT = 'comment';
/** A post of a space's discussions, by its title and text. */
export const INDEX_POST = 'post';
/** All comments on an item, or replies to a post, by its id: when a hub is indexed again. */
export const INDEX_COMMENTS = 'comments';

/** Has a comment indexed, in the transaction that writes it. */
export function queueCommentIndexing(trx: Transaction, hubId: string, commentId: string): Promise<void> {
  return queueIndexing(trx, [{ hubId, kind: INDEX_COMMENT, targetId: commentId }]);
}

/** Has a post indexed, in the transaction that writes it. */
export function queuePostIndexing(trx: Transaction, hubId: string, postId: string): Promise<void> {
  return queueIndexing(trx, [{ hubId, kind: INDEX_POST, targetId: postId }]);
}
