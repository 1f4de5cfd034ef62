import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Comment } from '#lib/contract/comment.ts';
import { getComment, listReplies, REPLY_PAGE_SIZE } from '#services/comments.ts';

/** Replies that are shown above and below the one that a link leads to. */
const NEIGHBOURS = 10;

export const LINKED_THREAD = 'linked thread';

/** A thread of which some replies in the middle are shown, with others above or below them. */
export type RepliesAround = { hasEarlier: boolean; hasLater: boolean };
export type LinkedThread = { thread: Comment; around: RepliesAround | null };

/** The thread of a comment, with its replies around that one where it is none of the latest. */
async function threadAround(commentId: string, signal: AbortSignal): Promise<LinkedThread> {
  const { data: linked } = await getComment(commentId, signal);
  if (!linked.parent_id) return { thread: linked, around: null };
  const { data: thread } = await getComment(linked.parent_id, signal);
  if (thread.replies.some(({ id }) => id === linked.id)) return { thread, around: null };
  const [before, after] = await Promise.all([
    listReplies(thread.id, { before: linked.id, page_size: NEIGHBOURS }),
    listReplies(thread.id, { after: linked.id, page_size: NEIGHBOURS }),
  ]);
  return {
    thread: { ...thread, replies: [...before.data.toReversed(), linked, ...after.data] },
    around: { hasEarlier: before.hasMore, hasLater: after.hasMore },
  };
}

export type LinkedThreadControl = {
  linked: LinkedThread | null;
  /** Shows a page more of its replies. @returns the problem; null where there was none */
  showMore: (side: 'earlier' | 'later') => Promise<string | null>;
  /** Shows its latest replies instead. */
  showLatest: () => Promise<void>;
};

/** The thread of the comment that the address names, where the list does not show it. */
export function useLinkedThread(
  commentId: string | null,
  threads: readonly Comment[],
  onFound: (thread: Comment) => void,
): LinkedThreadControl {
  const client = useQueryClient();
  const isListed = threads.some(
    ({ id, replies }) => id === commentId || replies.some((one) => one.id === commentId),
  );
  const queryKey = [LINKED_THREAD, commentId];
  const { data } = useQuery({
    queryKey,
    queryFn: commentId === null || isListed ? skipToken : ({ signal }) => threadAround(commentId, signal),
    // It was deleted: the panel is open all the same.
    retry: false,
  });
  const found = useRef(onFound);
  found.current = onFound;
  const thread = data?.thread;
  useEffect(() => {
    if (thread) found.current(thread);
  }, [thread]);
  const show = (now: LinkedThread) => client.setQueryData<LinkedThread>(queryKey, now);
  return {
    linked: commentId === null ? null : (data ?? null),
    showMore: async (side) => {
      if (!data?.around) return null;
      const { replies } = data.thread;
      const [first, last] = [replies[0]?.id ?? '', replies.at(-1)?.id ?? ''];
      const page = await listReplies(data.thread.id, {
        ...(side === 'earlier' ? { before: first } : { after: last }),
        page_size: REPLY_PAGE_SIZE,
      });
      if (page.error !== null) return page.error;
      const isEarlier = side === 'earlier';
      show({
        thread: {
          ...data.thread,
          replies: isEarlier ? [...page.data.toReversed(), ...replies] : [...replies, ...page.data],
        },
        around: { ...data.around, [isEarlier ? 'hasEarlier' : 'hasLater']: page.hasMore },
      });
      return null;
    },
    showLatest: async () => {
      if (data?.around) show({ thread: (await getComment(data.thread.id)).data, around: null });
    },
  };
}
