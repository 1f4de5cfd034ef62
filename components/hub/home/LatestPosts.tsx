import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { LatestPost } from '#lib/contract/post.ts';
import { color, space } from '#styles/tokens.ts';
import { Details } from './entry-details-style.ts';
import { Row, Rows } from './RecentItems.tsx';

const Title = styled.span`
  [data-unread] & {
    font-weight: 700;

    &::after {
      content: '';
      display: inline-block;
      width: 8px;
      height: 8px;
      margin-inline-start: ${space(2)};
      border-radius: 50%;
      background: ${color('primary')};
    }
  }
`;

/** The discussions with the newest activity that the user may read. */
export function LatestPosts({ handle, posts }: { handle: string; posts: readonly LatestPost[] }) {
  return (
    <Rows>
      {posts.map(({ id, title, author, space: place, reply_count, active_at, unread }) => (
        <li key={id}>
          <Row
            href={`/${handle}/${place.slug}/posts/${id}`}
            prefetch={false}
            data-unread={unread || undefined}
          >
            <Avatar name={author.name} seed={author.id || author.name} src={author.avatar_url} size={32} />
            <Details>
              <Title dir="auto" title={title}>
                {title}
                {unread && (
                  <VisuallyHidden>
                    <FormattedMessage id="posts.unread" />
                  </VisuallyHidden>
                )}
              </Title>
              <span>
                <bdi>{author.name}</bdi>
                {' · '}
                <bdi>{place.name}</bdi>
                {' · '}
                <FormattedMessage id="posts.replies" values={{ count: reply_count }} />
              </span>
            </Details>
            <RelativeTime value={active_at} />
          </Row>
        </li>
      ))}
    </Rows>
  );
}
