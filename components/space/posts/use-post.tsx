import { useRouter } from 'next/router';
import { FormattedMessage, useIntl } from 'react-intl';
import { toggledReactions } from '#components/space/comments/Reactions.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useRenderedQuery } from '#context/use-rendered-query.ts';
import type { ChangePostRequest, Post } from '#lib/contract/post.ts';
import {
  addPostReaction,
  changePost,
  closePoll,
  getPost,
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
  show: (post: Post) => void;
  /** Changes it as it is shown by then. */
  update: (change: (now: Post) => Post) => void;
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

/** The state of an open discussion. */
export function usePost(handle: string, first: Post): PostControl {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const { data, reload, set, update } = useRenderedQuery({
    of: ['post', first.id],
    rendered: first,
    load: async (signal) => (await getPost(first.id, signal)).data,
  });
  const post = data ?? first;
  const base = `/${handle}/${post.space.slug}`;
  const path = `${base}/posts/${post.id}`;
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
    ...{ post, path, base, show: set, update, fail },
    // Where it was deleted, the page says so when it is opened again.
    refresh: () => void reload(),
    change: (request) => changePost(post.id, request).then(({ data: changed }) => set(changed), fail),
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
    vote: (options) =>
      voteInPoll(post.id, { options, wording: post.poll?.wording }).then(
        ({ data: changed }) => set(changed),
        fail,
      ),
    closePoll: () => closePoll(post.id).then(({ data: changed }) => set(changed), fail),
    react: (emoji, isOn) => {
      const before = post.reactions;
      set({ ...post, reactions: toggledReactions(before, emoji, isOn) });
      (isOn ? addPostReaction : removePostReaction)(post.id, emoji).catch((error: unknown) => {
        update((now) => ({ ...now, reactions: before }));
        fail(error);
      });
    },
  };
}
