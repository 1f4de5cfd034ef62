import { useState } from 'react';
import { type ListQuery, useListQuery } from '#context/use-list-query.ts';
import type { Comment } from '#lib/contract/comment.ts';
import { getComment } from '#services/comments.ts';
import { failureOf, type ListPage, messageOf, retryAfterOf } from '#services/http.ts';
import { listPostReplies } from '#services/posts.ts';
import type { LoadedPost } from './load-posts.ts';

/** Replies that are shown above the one that a link leads to. */
const NEIGHBOURS = 10;

/** The key under which the replies to a discussion are kept. */
export const repliesKey = (postId: string) => ['post', postId, 'replies'];

const idOf = ({ id }: Comment) => id;

/** What is known of the replies up to the one with which a list begins: that one, as long as it is there. */
const upTo = (start: Comment | null, isThere = true): ListPage<Comment> => ({
  data: start && isThere ? [start] : [],
  count: null,
  page: 1,
  hasMore: start !== null,
  next: start?.id ?? null,
  error: null,
});

/** The same, as it is by now. */
async function upToAgain(start: Comment | null, signal: AbortSignal): Promise<ListPage<Comment>> {
  if (!start) return upTo(null);
  try {
    return upTo((await getComment(start.id, signal)).data);
  } catch (error) {
    return failureOf(error)?.code === 'not_found'
      ? upTo(start, false)
      : { ...upTo(start), error: messageOf(error), retryAfter: retryAfterOf(error) };
  }
}

/** The reply with which a list begins that shows one and its neighbours; null where that is the first of all. */
export async function startNear(
  postId: string,
  replyId: string,
  signal: AbortSignal,
): Promise<Comment | null> {
  const { data } = await listPostReplies(postId, { before: replyId, page_size: NEIGHBOURS }, signal);
  return data.length === NEIGHBOURS ? (data.at(-1) ?? null) : null;
}

type ReplyLists = { entries: Comment[]; earlier: ListQuery<Comment>; later: ListQuery<Comment> };

/**
 * The replies to a discussion from one of them on, with those above it page by page.
 * @param first the first page of all, which the server rendered
 * @param start the reply to begin with, always the same one; null for the first
 */
export function usePostReplies(
  postId: string,
  first: LoadedPost['replies'],
  start: Comment | null,
): ReplyLists {
  const key = repliesKey(postId);
  const [known] = useState(() => upTo(start));
  const earlier = useListQuery<Comment>({
    of: [...key, 'up to', start?.id],
    first: known,
    load: async ({ after }, signal) =>
      after ? listPostReplies(postId, { before: after }, signal) : upToAgain(start, signal),
    idOf,
  });
  const later = useListQuery<Comment>({
    of: start ? [...key, 'from', start.id] : key,
    first: start ? null : first,
    load: ({ after }, signal) => {
      const from = after ?? start?.id;
      return listPostReplies(postId, from ? { after: from } : {}, signal);
    },
    idOf,
  });
  return { entries: [...earlier.entries.toReversed(), ...later.entries], earlier, later };
}
