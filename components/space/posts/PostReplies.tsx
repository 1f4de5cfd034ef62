import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { type CommentActions, CommentCard } from '#components/space/comments/CommentCard.tsx';
import { CommentEditor } from '#components/space/comments/CommentEditor.tsx';
import { scrollToComment, useLinkedComment } from '#components/space/comments/comment-link.ts';
import { toggledReactions } from '#components/space/comments/Reactions.tsx';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { useAtBottom } from '#components/ui/use-at-bottom.ts';
import { reloadUnreadPosts } from '#context/unread-posts.ts';
import type { Comment } from '#lib/contract/comment.ts';
import { REPLY_END_ID } from '#lib/text/constants.ts';
import { addReaction, changeComment, deleteComment, removeReaction } from '#services/comments.ts';
import { findPostMentionable, markPostRead, replyToPost } from '#services/posts.ts';
import { color, space } from '#styles/tokens.ts';
import type { LoadedPost } from './load-posts.ts';
import type { PostControl } from './use-post.tsx';
import { repliesKey, startNear, usePostReplies } from './use-post-replies.ts';

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

type PostRepliesProps = Pick<PostControl, 'post' | 'path' | 'update' | 'fail'> & {
  first: LoadedPost['replies'];
  onSent: () => void;
};

/** The replies to a discussion, from the first one on, or around the one that a link leads to where that is further down. */
export function PostReplies(props: PostRepliesProps) {
  const linked = useLinkedComment();
  const [start, setStart] = useState<Comment | null>(null);
  return <RepliesFrom key={start?.id} {...props} start={start} linked={linked} onStart={setStart} />;
}

type RepliesFromProps = PostRepliesProps & {
  start: Comment | null;
  linked: string | null;
  /** Begins with another one. */
  onStart: (start: Comment | null) => void;
};

/** Replies from one of them on, more of them towards the end of the page, and a field for one's own. */
function RepliesFrom({ post, path, update, fail, first, onSent, start, linked, onStart }: RepliesFromProps) {
  const intl = useIntl();
  const client = useQueryClient();
  const { entries, earlier, later: list } = usePostReplies(post.id, first, start);
  const find = async (q: string, signal: AbortSignal) =>
    (await findPostMentionable(post.space.slug, q, signal)).data;
  const last = list.entries.at(-1)?.id ?? null;
  // What comes later, or is on the next page, stays unread.
  useEffect(() => {
    markPostRead(post.id, last).then(reloadUnreadPosts, () => undefined);
  }, [post.id, last]);
  const isShown = entries.some(({ id }) => id === linked);
  const isElsewhere = linked !== null && !isShown && !list.loading && (list.hasMore || earlier.hasMore);
  useEffect(() => {
    if (linked !== null && isShown) scrollToComment(linked);
  }, [linked, isShown]);
  useEffect(() => {
    if (linked === null || !isElsewhere) return;
    const abort = new AbortController();
    startNear(post.id, linked, abort.signal).then(
      (near) => abort.signal.aborted || onStart(near),
      () => undefined,
    );
    return () => abort.abort();
  }, [post.id, linked, isElsewhere, onStart]);
  useAtBottom(list.hasMore && !list.loading && list.error === null, list.loadMore);
  const replace = (comment: Comment) => {
    for (const side of [earlier, list]) side.replace(comment);
  };
  const actions: CommentActions = {
    change: async (comment, markdown) => {
      replace((await changeComment(comment.id, markdown)).data);
    },
    remove: async (comment) => {
      await deleteComment(comment.id);
      for (const side of [earlier, list]) side.remove(comment.id);
      update((now) => ({ ...now, reply_count: Math.max(0, now.reply_count - 1) }));
    },
    react: (comment, emoji, isOn) => {
      const shown = entries.find(({ id }) => id === comment.id);
      if (!shown) return;
      replace({ ...shown, reactions: toggledReactions(comment.reactions, emoji, isOn) });
      (isOn ? addReaction : removeReaction)(comment.id, emoji).catch((error: unknown) => {
        replace(shown);
        fail(error);
      });
    },
  };
  return (
    <Replies aria-labelledby="post-replies">
      <h2 id="post-replies">
        <FormattedMessage id="posts.replies" values={{ count: post.reply_count }} />
      </h2>
      {earlier.hasMore && (
        <div>
          <Button size="small" variant="quiet" busy={earlier.loading} onClick={() => void earlier.loadMore()}>
            <FormattedMessage id="posts.earlier" />
          </Button>
        </div>
      )}
      {earlier.error !== null && (
        <ErrorState
          message={earlier.error}
          retrying={earlier.loading}
          onRetry={() => void earlier.loadMore()}
        />
      )}
      {entries.map((one) => (
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
              await client.invalidateQueries({ queryKey: repliesKey(post.id) });
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
