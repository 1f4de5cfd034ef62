import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { CommentHtml } from '#components/space/comments/CommentHtml.tsx';
import { ReactionMenu, Reactions } from '#components/space/comments/Reactions.tsx';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { color, radius, space } from '#styles/tokens.ts';
import { PollView } from './PollView.tsx';
import type { PostControl } from './use-post.tsx';

const Opening = styled.article`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  padding: ${space(5)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  > h1 {
    font-size: 24px;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
`;

const By = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
  color: ${color('quiet')};
  font-size: 13px;

  > strong {
    color: ${color('text')};
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;

const AtEnd = styled.div`
  margin-inline-start: auto;
`;

/** What a discussion begins with: its title, who wrote it when, its text and the reactions to it. */
export function PostOpening({
  post,
  react,
  vote,
  closePoll,
}: Pick<PostControl, 'post' | 'react' | 'vote' | 'closePoll'>) {
  const { author } = post;
  const mayReact = post.allowed.includes('react');
  return (
    <Opening>
      <h1>{post.title}</h1>
      <By>
        <Avatar name={author.name} seed={author.id || author.name} src={author.avatar_url} size={28} />
        <strong>
          <bdi>{author.name}</bdi>
        </strong>
        <RelativeTime value={post.created_at} />
        {post.edited_at && (
          <span>
            · <FormattedMessage id="comments.edited" />
          </span>
        )}
        {post.imported && (
          <span>
            · <FormattedMessage id="comments.imported" />
          </span>
        )}
        {post.pinned_at && (
          <Badge tone="info">
            <FormattedMessage id="posts.pinned" />
          </Badge>
        )}
        {post.locked_at && (
          <Badge tone="warning">
            <FormattedMessage id="posts.locked" />
          </Badge>
        )}
        {mayReact && (
          <AtEnd>
            <ReactionMenu reactions={post.reactions} onToggle={react} />
          </AtEnd>
        )}
      </By>
      {post.html && <CommentHtml html={post.html} />}
      {post.poll && <PollView poll={post.poll} onVote={vote} onClose={closePoll} />}
      <Reactions reactions={post.reactions} onToggle={mayReact ? react : null} />
    </Opening>
  );
}
