import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { PictureUpload } from '#components/space/comments/picture-upload.ts';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { scrollToReplyEnd } from '#components/ui/scroll-to-reply.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import { CONTENT_WIDTH } from '#lib/text/constants.ts';
import { sendPostPicture } from '#services/discussion-pictures.ts';
import { space } from '#styles/tokens.ts';
import type { LoadedPost } from './load-posts.ts';
import { PostMenu } from './PostMenu.tsx';
import { PostOpening } from './PostOpening.tsx';
import { PostReplies } from './PostReplies.tsx';
import { usePost } from './use-post.tsx';
import { repliesKey } from './use-post-replies.ts';

const PostDialog = lazyDialog(() => import('./PostDialog.tsx').then((file) => file.PostDialog));

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  width: 100%;
  max-width: ${CONTENT_WIDTH}px;
  margin: ${space(4)} auto 0;
`;

function PostScreenContent({ handle, post: first, replies }: LoadedPost) {
  const client = useQueryClient();
  const { hub } = useShell();
  const [editing, setEditing] = useState(false);
  const [sent, setSent] = useState(0);
  const control = usePost(handle, first);
  const { post, base, show } = control;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: repliesKey(post.id) });
    control.refresh();
  };
  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.about === 'comments' && event.id === post.id) refresh();
    },
    refresh,
  );
  useEffect(() => {
    if (sent > 0) return scrollToReplyEnd();
  }, [sent]);
  return (
    <Screen
      title={post.title}
      heading={false}
      crumbs={[
        { href: base, label: <bdi>{post.space.name}</bdi> },
        { href: `${base}/posts`, label: <FormattedMessage id="posts.tab" /> },
      ]}
      actions={<PostMenu {...control} onEdit={() => setEditing(true)} />}
    >
      <PictureUpload value={(file) => sendPostPicture(post.space.slug, file)}>
        <Column>
          <PostOpening {...control} />
          <PostReplies {...control} first={replies} onSent={() => setSent((times) => times + 1)} />
        </Column>
      </PictureUpload>
      {editing && (
        <PostDialog
          slug={post.space.slug}
          post={post}
          onClose={() => setEditing(false)}
          onSaved={(saved) => {
            show(saved);
            setEditing(false);
          }}
        />
      )}
    </Screen>
  );
}

/** A discussion of a space with its replies. */
export const PostScreen = withQueries(PostScreenContent);
