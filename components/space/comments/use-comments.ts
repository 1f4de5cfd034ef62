import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import { type ListQuery, useListQuery } from '#context/use-list-query.ts';
import type { Comment, CommentReply, CreateCommentRequest } from '#lib/contract/comment.ts';
import {
  addReaction,
  changeComment,
  createComment,
  deleteComment,
  getComment,
  listComments,
  listReplies,
  REPLIES_MAX,
  removeReaction,
  reopenComment,
  replyToComment,
  resolveComment,
} from '#services/comments.ts';
import { failureOf } from '#services/http.ts';
import { toggledReactions } from './Reactions.tsx';
import { type CommentState, type LinkedThread, linkedThreadKey } from './use-linked-thread.ts';

export type CommentsControl = {
  list: ListQuery<Comment>;
  /** The thread that was just replied to. */
  repliedTo: string | null;
  create: (request: CreateCommentRequest) => Promise<Comment>;
  reply: (thread: Comment, markdown: string) => Promise<void>;
  change: (comment: CommentReply, markdown: string) => Promise<void>;
  remove: (comment: CommentReply) => Promise<void>;
  resolve: (thread: Comment, isResolved: boolean) => Promise<void>;
  react: (comment: CommentReply, emoji: string, isOn: boolean) => void;
  showEarlier: (thread: Comment) => Promise<void>;
};

const idOf = ({ id }: Comment) => id;

/** A thread with one of its comments replaced. */
function withComment(thread: Comment, comment: CommentReply): Comment {
  if (thread.id === comment.id) return { ...thread, ...comment };
  return { ...thread, replies: thread.replies.map((one) => (one.id === comment.id ? comment : one)) };
}

/**
 * The threads about an item, or a row of its table, in a state, page by page, and what can be done to them. Changes by others are shown as they
 * happen. What fails throws, but for reactions, which are taken back.
 */
export function useComments(itemId: string, state: CommentState, row?: string): CommentsControl {
  const client = useQueryClient();
  const toast = useToast();
  const { hub } = useShell();
  const [repliedTo, setRepliedTo] = useState<string | null>(null);
  const filter = { state, ...(row === undefined ? {} : { row }) };
  const list = useListQuery<Comment>({
    of: ['item', itemId, 'comments'],
    filter,
    first: null,
    load: ({ after }, signal) => listComments(itemId, { ...filter, ...(after ? { after } : {}) }, signal),
    idOf,
  });
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: ['item', itemId, 'comments'] }),
    [client, itemId],
  );
  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.about === 'comments' && event.id === itemId) refresh();
    },
    refresh,
  );
  // The holder of a link gets no events of comments.
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);

  const refreshLinked = () => void client.invalidateQueries({ queryKey: linkedThreadKey(itemId) });
  /** Shows a thread as the server has it now. */
  const update = async (threadId: string) => {
    refreshLinked();
    try {
      list.replace((await getComment(threadId)).data);
    } catch (error) {
      // What was written is stored: where it can't be read now, it shows with the next change.
      if (failureOf(error)?.code === 'not_found') list.remove(threadId);
    }
  };
  const threadOf = (comment: CommentReply) => comment.parent_id ?? comment.id;
  return {
    list,
    repliedTo,
    create: async (request) => {
      const { data } = await createComment(itemId, request);
      if (state === 'open') list.insert(data);
      return data;
    },
    reply: async (thread, markdown) => {
      await replyToComment(thread.id, markdown);
      await update(thread.id);
      setRepliedTo(thread.id);
    },
    change: async (comment, markdown) => {
      await changeComment(comment.id, markdown);
      await update(threadOf(comment));
    },
    remove: async (comment) => {
      await deleteComment(comment.id);
      await update(threadOf(comment));
    },
    resolve: async (thread, isResolved) => {
      list.remove(thread.id);
      const resolved_at = isResolved ? new Date().toISOString() : null;
      client.setQueriesData<LinkedThread | null>({ queryKey: linkedThreadKey(itemId) }, (now) =>
        now?.thread.id === thread.id ? { ...now, thread: { ...now.thread, resolved_at } } : now,
      );
      try {
        await (isResolved ? resolveComment : reopenComment)(thread.id);
        refreshLinked();
      } catch (error) {
        refresh();
        toast({ tone: 'error', text: failureText(error) });
      }
    },
    react: (comment, emoji, isOn) => {
      const thread = list.entries.find(({ id }) => id === threadOf(comment));
      const reactions = toggledReactions(comment.reactions, emoji, isOn);
      if (thread) list.replace(withComment(thread, { ...comment, reactions }));
      (isOn ? addReaction : removeReaction)(comment.id, emoji).then(refreshLinked, (error: unknown) => {
        if (thread) list.replace(thread);
        toast({ tone: 'error', text: failureText(error) });
      });
    },
    showEarlier: async (thread) => {
      const replies: CommentReply[] = [];
      for (let after: string | null = null; replies.length < thread.reply_count; ) {
        const query = { page_size: REPLIES_MAX, ...(after === null ? {} : { after }) };
        const page = await listReplies(thread.id, query);
        if (page.error !== null) return toast({ tone: 'error', text: page.error });
        replies.push(...page.data);
        if (!page.hasMore) break;
        after = page.data.at(-1)?.id ?? null;
      }
      list.replace({ ...thread, replies });
    },
  };
}
