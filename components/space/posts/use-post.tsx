import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { toggledReactions } from '#components/space/comments/Reactions.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ChangePostRequest, Post } from '#lib/contract/post.ts';
import {
  addPostReaction,
  changePost,
  closePoll,
  getPost,
  markPostRead,
  removePostReaction,
  restorePost,
  trashPost,
  voteInPoll,
} from '#services/posts.ts';

/** A discussion as it is shown, and what can be done to it. */
export type PostControl = {
  post: Post;
  /** Its address, and that of its space. */
  path: string;
  base: string;
  show: (change: Post | ((now: Post) => Post)) => void;
  refresh: () => void;
  /** Says why something failed. */
  fail: (error: unknown) => void;
  change: (request: ChangePostRequest) => Promise<void>;
  trash: () => Promise<void>;
  react: (emoji: string, isOn: boolean) => void;
  /** Votes in its poll, in place of an earlier vote. */
  vote: (numbers: number[]) => Promise<void>;
  closePoll: () => Promise<void>;
};

/**
 * The state of an open discussion.
 * @param sent how many replies were sent from here: who replies has read the others
 */
export function usePost(handle: string, first: Post, sent: number): PostControl {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const [post, show] = useState<Post>(first);
  const base = `/${handle}/${post.space.slug}`;
  const path = `${base}/posts/${post.id}`;
  useEffect(() => {
    if (post.unread || sent > 0) markPostRead(post.id).catch(() => undefined);
  }, [post.id, post.unread, sent]);

  const fail = (error: unknown) => toast({ tone: 'error', text: failureText(error) });
  const restore = async () => {
    try {
      await restorePost(post.id);
      await router.push(path);
    } catch (error) {
      fail(error);
    }
  };
  return {
    ...{ post, path, base, show, fail },
    refresh: () => {
      getPost(post.id).then(
        ({ data }) => show(data),
        // It is gone: the page says so when it is opened again.
        () => undefined,
      );
    },
    change: (request) => changePost(post.id, request).then(({ data }) => show(data), fail),
    trash: async () => {
      try {
        await trashPost(post.id);
      } catch (error) {
        return fail(error);
      }
      toast({
        text: intl.formatMessage({ id: 'posts.trashed' }, { title: post.title }),
        action: { label: <FormattedMessage id="item.undo" />, onSelect: () => void restore() },
      });
      await router.push(`${base}/posts`);
    },
    vote: (numbers) => voteInPoll(post.id, numbers).then(({ data }) => show(data), fail),
    closePoll: () => closePoll(post.id).then(({ data }) => show(data), fail),
    react: (emoji, isOn) => {
      const before = post.reactions;
      show({ ...post, reactions: toggledReactions(before, emoji, isOn) });
      (isOn ? addPostReaction : removePostReaction)(post.id, emoji).catch((error: unknown) => {
        show((now) => ({ ...now, reactions: before }));
        fail(error);
      });
    },
  };
}
