import { useQueryClient } from '@tanstack/react-query';
import { CheckCheck, Lock, MessagesSquare, Pin, Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { SpaceMark } from '#components/space/view/SpaceMark.tsx';
import { SpaceSubtitle } from '#components/space/view/SpaceSubtitle.tsx';
import { SpaceTabs } from '#components/space/view/SpaceTabs.tsx';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAtBottom } from '#components/ui/use-at-bottom.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { reloadUnreadPosts } from '#context/unread-posts.ts';
import { useChangeEvents } from '#context/use-change-events.ts';
import { useDebounced } from '#context/use-debounced.ts';
import { useListQuery } from '#context/use-list-query.ts';
import type { ListedPost } from '#lib/contract/post.ts';
import { listPosts, markSpaceRead } from '#services/posts.ts';
import { color, space as gap, radius } from '#styles/tokens.ts';
import type { LoadedPosts } from './load-posts.ts';

const PostDialog = lazyDialog(() => import('./PostDialog.tsx').then((file) => file.PostDialog));

/** How long typing rests before the list is filtered, in milliseconds. */
const PAUSE = 200;

const Controls = styled.div`
  margin: ${gap(5)} 0 ${gap(4)};

  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${gap(3)};

  > form {
    flex: 1;
    min-width: 200px;
    max-width: 300px;
  }
`;

const List = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${gap(2)};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Row = styled(Link)`
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) auto;
  gap: ${gap(1)} ${gap(3)};
  align-items: center;
  padding: ${gap(3)} ${gap(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  color: ${color('text')};

  &:hover {
    background: ${color('hover')};
    text-decoration: none;
  }
`;

const Text = styled.div`
  display: grid;
  gap: 2px;
  min-width: 0;

  > strong {
    display: flex;
    gap: ${gap(2)};
    align-items: center;
    min-width: 0;
    font-weight: 500;

    > bdi {
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }

    > svg {
      flex: none;
      color: ${color('quiet')};
    }
  }

  > span {
    overflow: hidden;
    color: ${color('quiet')};
    font-size: 13px;
    text-overflow: ellipsis;
    white-space: nowrap;
    unicode-bidi: plaintext;
  }

  [data-unread] > & > strong {
    font-weight: 700;
  }
`;

const Aside = styled.div`
  display: grid;
  gap: 2px;
  justify-items: end;
  color: ${color('quiet')};
  font-size: 13px;
  white-space: nowrap;

  > span {
    display: inline-flex;
    gap: ${gap(1)};
    align-items: center;
  }
`;

const Dot = styled.span`
  flex: none;
  width: 8px;
  height: 8px;
  border-radius: 50%;
  background: ${color('primary')};
`;

function PostsScreenContent({ handle, space, posts: first }: LoadedPosts) {
  const intl = useIntl();
  const router = useRouter();
  const { hub } = useShell();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), PAUSE);
  const toast = useToast();
  const [marking, setMarking] = useState(false);
  const [writing, setWriting] = useState(false);
  const base = `/${handle}/${space.slug}`;
  const key = ['space', space.slug, 'posts'];
  const list = useListQuery<ListedPost>({
    of: key,
    filter: { q },
    first,
    load: ({ after }, signal) =>
      listPosts(space.slug, { ...(after ? { after } : {}), ...(q ? { q } : {}) }, signal),
    idOf: ({ id }) => id,
  });
  const refresh = () => void client.invalidateQueries({ queryKey: key });
  useChangeEvents(
    first ? (hub?.domain_handle ?? null) : null,
    (event) => {
      if (event.about === 'posts' && event.id === space.id) refresh();
    },
    refresh,
  );
  const markAll = async () => {
    setMarking(true);
    try {
      await markSpaceRead(space.slug);
      reloadUnreadPosts();
      await client.invalidateQueries({ queryKey: key });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    setMarking(false);
  };
  useAtBottom(list.hasMore && !list.loading && list.error === null, list.loadMore);
  const mayWrite =
    space.my_role !== null && space.my_role !== 'viewer' && space.archived_at === null && first !== null;
  const slow = useIsSlow(list.loading && list.entries.length === 0);
  const isEmpty = first !== null && list.entries.length === 0 && !list.loading && list.error === null;

  return (
    <Screen
      title={space.name}
      mark={<SpaceMark name={space.name} seed={space.id} />}
      subtitle={<SpaceSubtitle space={space} />}
      actions={
        mayWrite && (
          <Button variant="primary" icon={Plus} collapses onClick={() => setWriting(true)}>
            <FormattedMessage id="posts.new" />
          </Button>
        )
      }
    >
      <SpaceTabs space={space} base={base} current="posts" />
      {first === null ? (
        <EmptyState
          title={<FormattedMessage id="posts.closed_title" />}
          text={<FormattedMessage id="posts.closed_text" />}
        />
      ) : (
        <>
          <Controls>
            <form onSubmit={(event) => event.preventDefault()}>
              <SearchField
                label={intl.formatMessage({ id: 'posts.filter' })}
                value={typed}
                maxLength={200}
                onChange={(event) => setTyped(event.target.value)}
              />
            </form>
            {list.entries.some(({ unread }) => unread) && (
              <Button size="small" icon={CheckCheck} busy={marking} onClick={() => void markAll()}>
                <FormattedMessage id="posts.mark_all_read" />
              </Button>
            )}
          </Controls>
          {list.error !== null && (
            <ErrorState message={list.error} retrying={list.loading} onRetry={() => void list.loadMore()} />
          )}
          {slow && <SkeletonList rows={4} />}
          {isEmpty && <NoPosts q={q} onWrite={mayWrite ? () => setWriting(true) : null} />}
          <List>
            {list.entries.map((post) => (
              <li key={post.id}>
                <PostRow post={post} base={base} />
              </li>
            ))}
          </List>
          {list.hasMore && list.loading && <SkeletonList rows={2} />}
        </>
      )}
      {writing && (
        <PostDialog
          slug={space.slug}
          onClose={() => setWriting(false)}
          onSaved={(post) => void router.push(`${base}/posts/${post.id}`)}
        />
      )}
    </Screen>
  );
}

/** Says that there are no posts, or none with the searched text; `onWrite` is null for who may not write. */
function NoPosts({ q, onWrite }: { q: string; onWrite: (() => void) | null }) {
  if (q)
    return <EmptyState title={<FormattedMessage id="posts.none_found" values={{ q: <bdi>{q}</bdi> }} />} />;
  return (
    <EmptyState
      title={<FormattedMessage id="posts.none" />}
      text={<FormattedMessage id={onWrite ? 'posts.none_text' : 'posts.none_reader_text'} />}
      action={
        onWrite && (
          <Button variant="primary" icon={Plus} onClick={onWrite}>
            <FormattedMessage id="posts.new" />
          </Button>
        )
      }
    />
  );
}

/** The discussions of a space: pinned ones first, then the newest activity. */
export const PostsScreen = withQueries(PostsScreenContent);

function PostRow({ post, base }: { post: ListedPost; base: string }) {
  const intl = useIntl();
  const { author } = post;
  return (
    <Row href={`${base}/posts/${post.id}`} prefetch={false} data-unread={post.unread || undefined}>
      <Avatar name={author.name} seed={author.id || author.name} src={author.avatar_url} size={36} />
      <Text>
        <strong>
          {post.pinned_at && <Pin aria-label={intl.formatMessage({ id: 'posts.pinned' })} size={14} />}
          {post.locked_at && <Lock aria-label={intl.formatMessage({ id: 'posts.locked' })} size={14} />}
          <bdi title={post.title}>{post.title}</bdi>
          {post.unread && (
            <Dot>
              <VisuallyHidden>
                <FormattedMessage id="posts.unread" />
              </VisuallyHidden>
            </Dot>
          )}
        </strong>
        <span>
          <bdi>{author.name}</bdi>
          {post.excerpt && ` · ${post.excerpt}`}
        </span>
      </Text>
      <Aside>
        <RelativeTime value={post.active_at} />
        <span>
          <MessagesSquare aria-hidden size={14} strokeWidth={1.75} />
          <VisuallyHidden>
            <FormattedMessage id="posts.replies" values={{ count: post.reply_count }} />
          </VisuallyHidden>
          <span aria-hidden>
            <FormattedNumber value={post.reply_count} />
          </span>
        </span>
      </Aside>
    </Row>
  );
}
