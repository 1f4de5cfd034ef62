import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { loadedPage } from '#context/list-error.ts';
import type { Comment, CommentReply } from '#lib/contract/comment.ts';
import { getComment, listReplies, REPLIES_MAX, REPLY_PAGE_SIZE } from '#services/comments.ts';
import { failureOf } from '#services/http.ts';
import { isAmong } from './comment-link.ts';

/** Replies that are shown above and below the one that a link leads to. */
const NEIGHBOURS = 10;

/** The key of the threads around linked comments of an item, below that of its comments, with which it is loaded again. */
export const linkedThreadKey = (itemId: string) => ['item', itemId, 'comments', 'linked'];

/** A thread of which some replies in the middle are shown. */
export type RepliesAround = {
  /** The reply above the first one that is shown; null where that is the first of all. */
  after: string | null;
  hasLater: boolean;
};
/** The lists of an item's threads. */
export type CommentState = 'open' | 'resolved';

export type LinkedThread = { thread: Comment; around: RepliesAround | null };

/** The last of `replies`, oldest first, and the one above them, from a page of replies before one. */
function lastBefore(
  page: readonly Comment[],
  count: number,
): Pick<RepliesAround, 'after'> & { shown: Comment[] } {
  return { shown: page.slice(0, count).toReversed(), after: page[count]?.id ?? null };
}

/** The thread of a comment, with its replies around that one where it is none of the latest. */
async function threadAround(commentId: string, signal: AbortSignal): Promise<LinkedThread> {
  const { data: linked } = await getComment(commentId, signal);
  if (!linked.parent_id) return { thread: linked, around: null };
  const { data: thread } = await getComment(linked.parent_id, signal);
  if (thread.replies.some(({ id }) => id === linked.id)) return { thread, around: null };
  const [before, later] = await Promise.all([
    listReplies(thread.id, { before: linked.id, page_size: NEIGHBOURS + 1 }, signal).then(loadedPage),
    listReplies(thread.id, { after: linked.id, page_size: NEIGHBOURS }, signal).then(loadedPage),
  ]);
  const { shown, after } = lastBefore(before.data, NEIGHBOURS);
  return {
    thread: { ...thread, replies: [...shown, linked, ...later.data] },
    around: { after, hasLater: later.hasMore },
  };
}

/** Up to a number of the replies to a thread after one of them. */
async function repliesAfter(thread: Comment, after: string | null, count: number, signal: AbortSignal) {
  const replies: Comment[] = [];
  let hasMore = true;
  while (hasMore && replies.length < count) {
    const from = replies.at(-1)?.id ?? after;
    const size = Math.min(REPLIES_MAX, count - replies.length);
    const query = { ...(from === null ? {} : { after: from }), page_size: size };
    const page = loadedPage(await listReplies(thread.id, query, signal));
    replies.push(...page.data);
    hasMore = page.hasMore;
  }
  return { replies, hasMore };
}

/** A thread as it is by now, with what is shown of it and, where that is its end, with what came after it. */
async function threadAgain(
  commentId: string,
  { thread: before, around }: LinkedThread,
  signal: AbortSignal,
): Promise<LinkedThread> {
  const { data: thread } = await getComment(before.id, signal);
  const isAmong = (replies: readonly CommentReply[]) => replies.some(({ id }) => id === commentId);
  if (!around && (isAmong(thread.replies) || !isAmong(before.replies))) return { thread, around: null };
  // Others came after the one that was among the latest: it stays in sight, with those that were above it.
  const { after, hasLater } = around ?? { after: await aboveFirst(before, signal), hasLater: false };
  const count = before.replies.length + (hasLater ? 0 : REPLY_PAGE_SIZE);
  const now = await repliesAfter(thread, after, count, signal);
  const last = hasLater ? now.replies.findIndex(({ id }) => id === before.replies.at(-1)?.id) : -1;
  const replies = last < 0 ? now.replies : now.replies.slice(0, last + 1);
  const isCut = replies.length < now.replies.length;
  return { thread: { ...thread, replies }, around: { after, hasLater: now.hasMore || isCut } };
}

async function aboveFirst({ id, replies }: Comment, signal: AbortSignal): Promise<string | null> {
  const [first] = replies;
  if (!first) return null;
  const { data } = loadedPage(await listReplies(id, { before: first.id, page_size: 1 }, signal));
  return data[0]?.id ?? null;
}

/** With more replies on one side; what is shown already stays as it is. */
function withMore(
  { thread, around }: LinkedThread,
  side: 'earlier' | 'later',
  more: Comment[],
  bounds: Partial<RepliesAround>,
): LinkedThread {
  const added = more.filter(({ id }) => !thread.replies.some((one) => one.id === id));
  const replies = side === 'earlier' ? [...added, ...thread.replies] : [...thread.replies, ...added];
  return { thread: { ...thread, replies }, around: { after: null, hasLater: false, ...around, ...bounds } };
}

export type LinkedThreadControl = {
  linked: LinkedThread | null;
  /** Shows a page more of its replies. @returns the problem; null where there was none */
  showMore: (side: 'earlier' | 'later') => Promise<string | null>;
  /** Shows its latest replies instead. */
  showLatest: () => Promise<void>;
};

/** The thread of the comment that the address names, where the list does not show it; loaded again with the list. */
export function useLinkedThread(
  itemId: string,
  commentId: string | null,
  threads: readonly Comment[],
  onFound: (thread: Comment) => void,
): LinkedThreadControl {
  const client = useQueryClient();
  const isListed = commentId !== null && isAmong(threads, commentId);
  const queryKey = [...linkedThreadKey(itemId), commentId];
  const shownNow = () => client.getQueryData<LinkedThread | null>(queryKey);
  const { data } = useQuery<LinkedThread | null>({
    queryKey,
    queryFn: async ({ signal }) => {
      for (;;) {
        const shown = shownNow();
        const loaded = await loadLinked(commentId ?? '', shown ?? null, signal);
        // The reader asked for more of it meanwhile.
        if (shownNow() === shown) return loaded;
      }
    },
    // A part of a thread is kept as it changes, also when the list comes to show the linked one.
    enabled: commentId !== null && (!isListed || Boolean(shownNow()?.around)),
    // It was deleted: the panel is open all the same.
    retry: false,
  });
  const found = useRef<{ onFound: typeof onFound; id: string | null }>({ onFound, id: null });
  found.current.onFound = onFound;
  const thread = data?.thread;
  useEffect(() => {
    // The list shows it already.
    if (isListed) found.current.id = commentId;
    if (!thread || found.current.id === commentId) return;
    // From then on, which threads are shown is the reader's choice.
    found.current.id = commentId;
    found.current.onFound(thread);
  }, [thread, commentId, isListed]);
  const show = (change: (now: LinkedThread) => LinkedThread) =>
    client.setQueryData<LinkedThread | null>(queryKey, (now) => now && change(now));
  return {
    linked: commentId === null ? null : (data ?? null),
    showMore: async (side) => {
      if (!data) return null;
      const { id, replies } = data.thread;
      const isEarlier = side === 'earlier';
      const page = await listReplies(
        id,
        isEarlier
          ? { before: replies[0]?.id ?? '', page_size: REPLY_PAGE_SIZE + 1 }
          : { after: replies.at(-1)?.id ?? '', page_size: REPLY_PAGE_SIZE },
      );
      if (page.error !== null) return page.error;
      const { shown, after } = lastBefore(page.data, REPLY_PAGE_SIZE);
      show((now) =>
        isEarlier
          ? withMore(now, side, shown, { after })
          : withMore(now, side, page.data, { hasLater: page.hasMore }),
      );
      return null;
    },
    showLatest: async () => {
      if (!data) return;
      const { data: latest } = await getComment(data.thread.id);
      show(() => ({ thread: latest, around: null }));
    },
  };
}

async function loadLinked(
  commentId: string,
  shown: LinkedThread | null,
  signal: AbortSignal,
): Promise<LinkedThread | null> {
  if (!shown) return threadAround(commentId, signal);
  try {
    return await threadAgain(commentId, shown, signal);
  } catch (error) {
    // The whole thread was deleted.
    if (failureOf(error)?.code === 'not_found') return null;
    throw error;
  }
}

export const stateOf = ({ resolved_at }: Comment): CommentState => (resolved_at ? 'resolved' : 'open');

/**
 * The threads of the list, with the one that the address names first, or as it is shown around a reply; that one is, like
 * the others, in the list of its state alone.
 */
export function withLinked(
  threads: readonly Comment[],
  linked: LinkedThread | null,
  state: CommentState,
): readonly Comment[] {
  if (!linked || stateOf(linked.thread) !== state) return threads;
  const { thread, around } = linked;
  if (!threads.some(({ id }) => id === thread.id)) return [thread, ...threads];
  return around ? threads.map((one) => (one.id === thread.id ? thread : one)) : threads;
}
