import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { type CommentActions, CommentCard } from '#components/space/comments/CommentCard.tsx';
import { CommentEditor } from '#components/space/comments/CommentEditor.tsx';
import { scrollToComment, useLinkedComment } from '#components/space/comments/comment-link.ts';
import { toggledReactions } from '#components/space/comments/Reactions.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useAtBottom } from '#components/ui/use-at-bottom.ts';
import { reloadUnreadPosts } from '#context/unread-posts.ts';
import { useListQuery } from '#context/use-list-query.ts';
import type { Comment } from '#lib/contract/comment.ts';
import { REPLY_END_ID } from '#lib/text/constants.ts';
import { addReaction, changeComment, deleteComment, removeReaction } from '#services/comments.ts';
import { findPostMentionable, listPostReplies, markPostRead, replyToPost } from '#services/posts.ts';
import { color, space } from '#styles/tokens.ts';
import type { LoadedPost } from './load-posts.ts';
import type { PostControl } from './use-post.tsx';

const Replies = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(1)};

  > h2 {
    padding-inline: ${space(2)};
    font-size: 15px;
  }
`;

const Writing = styled.div`
  padding: ${space(2)};
`;

const Quiet = styled.p`
  margin: 0;
  padding: ${space(2)};
  color: ${color('quiet')};
  font-size: 14px;
`;

/** The key under which the replies to a discussion are kept. */
export const repliesKey = (postId: string) => ['post', postId, 'replies'];

type PostRepliesProps = Pick<PostControl, 'post' | 'path' | 'update' | 'fail'> & {
  first: LoadedPost['replies'];
  onSent: () => void;
};

/** The replies to a discussion, more of them towards the end of the page, and a field for one's own. */
export function PostReplies({ post, path, update, fail, first, onSent }: PostRepliesProps) {
  const intl = useIntl();
  const client = useQueryClient();
  const linked = useLinkedComment();
  const key = repliesKey(post.id);
  const list = useListQuery<Comment>({
    of: key,
    first,
    load: ({ after }, signal) => listPostReplies(post.id, after ? { after } : {}, signal),
    idOf: ({ id }) => id,
  });
  const find = async (q: string, signal: AbortSignal) =>
    (await findPostMentionable(post.space.slug, q, signal)).data;
  const last = list.entries.at(-1)?.id ?? null;
  // What comes later, or is on the next page, stays unread.
  useEffect(() => {
    markPostRead(post.id, last).then(reloadUnreadPosts, () => undefined);
  }, [post.id, last]);
  useEffect(() => {
    if (linked !== null) scrollToComment(linked);
  }, [linked]);
  useAtBottom(list.hasMore && !list.loading && list.error === null, list.loadMore);
  const actions: CommentActions = {
    change: async (comment, markdown) => {
      list.replace((await changeComment(comment.id, markdown)).data);
    },
    remove: async (comment) => {
      await deleteComment(comment.id);
      list.remove(comment.id);
      update((now) => ({ ...now, reply_count: Math.max(0, now.reply_count - 1) }));
    },
    react: (comment, emoji, isOn) => {
      const shown = list.entries.find(({ id }) => id === comment.id);
      if (!shown) return;
      list.replace({ ...shown, reactions: toggledReactions(comment.reactions, emoji, isOn) });
      (isOn ? addReaction : removeReaction)(comment.id, emoji).catch((error: unknown) => {
        list.replace(shown);
        fail(error);
      });
    },
  };
  return (
    <Replies aria-labelledby="post-replies">
      <h2 id="post-replies">
        <FormattedMessage id="posts.replies" values={{ count: post.reply_count }} />
      </h2>
      {list.entries.map((one) => (
        <CommentCard
          key={one.id}
          comment={one}
          actions={actions}
          find={find}
          title={post.title}
          path={path}
          isLinked={linked === one.id}
        />
      ))}
      {list.error !== null && (
        <ErrorState message={list.error} retrying={list.loading} onRetry={() => void list.loadMore()} />
      )}
      {list.hasMore && list.loading && <SkeletonList rows={2} />}
      {post.locked_at && (
        <Quiet>
          <FormattedMessage id="posts.locked_text" />
        </Quiet>
      )}
      {post.allowed.includes('reply') && (
        <Writing>
          <CommentEditor
            label={intl.formatMessage({ id: 'comments.reply' })}
            placeholder={intl.formatMessage({ id: 'comments.reply_placeholder' })}
            submit={<FormattedMessage id="comments.reply" />}
            place={`post-reply-${post.id}`}
            title={post.title}
            find={find}
            onSubmit={async (markdown) => {
              await replyToPost(post.id, markdown);
              await client.invalidateQueries({ queryKey: key });
              update((now) => ({ ...now, reply_count: now.reply_count + 1 }));
              onSent();
            }}
          />
        </Writing>
      )}
      <div id={REPLY_END_ID} />
    </Replies>
  );
}
