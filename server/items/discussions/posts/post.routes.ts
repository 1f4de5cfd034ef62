import { z } from 'zod';
import {
  comment,
  mentionablePerson,
  mentionableQuery,
  replyListQuery,
  replyRequest,
} from '#lib/contract/comment.ts';
import { voteRequest } from '#lib/contract/poll.ts';
import {
  changePostRequest,
  createPostRequest,
  latestPost,
  latestPostsQuery,
  listedPost,
  post,
  postListQuery,
  postParams,
  readPostRequest,
  unreadPosts,
} from '#lib/contract/post.ts';
import { spaceParams } from '#lib/contract/space.ts';
import {
  authorizeDeletion,
  authorizeDiscussion,
  authorizeRestoration,
  type DiscussionOperation,
} from '#server/access/policy/discussion-policy.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { postEvents, postsEvent } from '#server/api/write-events.ts';
import { presentComments } from '#server/items/discussions/comments/comment.presenter.ts';
import { repliesTo } from '#server/items/discussions/comments/comment.repo.ts';
import { describeComment } from '#server/items/discussions/comments/comment.service.ts';
import { suggestMentions } from '#server/items/discussions/text/mentions.ts';
import { emojiField } from '#server/items/discussions/text/reactions.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { closePollOfPost, vote } from './poll.service.ts';
import { presentLatestPost, presentListedPost } from './post.presenter.ts';
import {
  discussedSpace,
  latestPostsOf,
  markPostRead,
  markSpaceRead,
  postById,
  postCursor,
  postsOfSpace,
  unreadPostsOf,
} from './post.repo.ts';
import {
  changePost,
  createPost,
  describePost,
  reactToPost,
  replyToPost,
  restorePost,
  trashPost,
} from './post.service.ts';

const NAME = 'This discussion';

type OnPost = { services: Services; caller: SignedIn; params: { id: string } };
type OnSpace = { services: Services; caller: HubCaller & SignedIn; params: { slug: string } };

const authorizedPost = async <Operation extends DiscussionOperation>(
  { services, caller, params }: OnPost,
  operation: Operation,
) => authorizeDiscussion(await postById(services.database, caller, params.id), operation, NAME);

const authorizedSpace = async <Operation extends DiscussionOperation>(
  { services: { database }, caller, params }: OnSpace,
  operation: Operation,
) => {
  const space = await spaceBySlug(database, caller, params.slug);
  return authorizeDiscussion(await discussedSpace(database, caller, space), operation, 'This space');
};

const described = (id: string, { services, caller }: Pick<OnPost, 'services' | 'caller'>) =>
  describePost(services.database, caller, id);

const reactionRoute = <const Method extends 'PUT' | 'DELETE'>(method: Method, summary: string) =>
  route({
    method,
    path: 'posts/:id/reactions/:emoji/',
    summary,
    auth: 'user',
    params: postParams.extend({ emoji: emojiField }),
    authorize: (context) => authorizedPost(context, 'discussion.write'),
    handle: async ({ services, caller, authorized, params: { emoji } }) => {
      await reactToPost(services, caller, authorized, { emoji, isOn: method === 'PUT' });
      return authorized.id;
    },
    present: described,
    publishes: ({ authorized }) => postEvents(authorized),
    response: post,
  });

export const postRoutes = [
  route({
    method: 'GET',
    path: 'spaces/:slug/posts/',
    readsSpace: 'space',
    summary: 'The discussions of a space: pinned ones first, then the newest activity; for people of the hub',
    auth: 'hub user',
    params: spaceParams,
    query: postListQuery,
    authorize: ({ query, ...context }) =>
      authorizedSpace(context, query.trashed ? 'discussion.moderate' : 'discussion.view'),
    handle: async ({ services, caller, query, authorized }) => {
      const rows = await postsOfSpace(services.database, caller, authorized.id, query);
      const data = rows.map((row) => presentListedPost(row, { userId: caller.user.id, place: authorized }));
      const { page, page_size, after } = query;
      const last = rows.length === page_size ? rows.at(-1) : undefined;
      const count = page === 1 && after === undefined && !last ? rows.length : null;
      return { envelope: { data, count, page, page_size, next: last ? postCursor(last) : null } };
    },
    response: z.array(listedPost),
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/posts/',
    summary: 'Begin a discussion in a space',
    auth: 'hub user',
    params: spaceParams,
    body: createPostRequest,
    authorize: (context) => authorizedSpace(context, 'discussion.write'),
    handle: ({ services, caller, authorized, body }) => createPost(services, caller, authorized, body),
    present: described,
    publishes: ({ authorized }) => [postsEvent(authorized)],
    status: 201,
    response: post,
  }),
  route({
    method: 'GET',
    path: 'latest-posts/',
    summary:
      'The discussions of the hub that were begun or replied to last, of all spaces whose discussions the caller reads',
    auth: 'hub user',
    query: latestPostsQuery,
    handle: async ({ services, caller, query }) =>
      (await latestPostsOf(services.database, caller, query.page_size)).map((view) =>
        presentLatestPost(view, caller.user.id),
      ),
    response: z.array(latestPost),
  }),
  route({
    method: 'GET',
    path: 'unread-posts/',
    summary: 'How many discussions the caller has not read, by space; counted to 100',
    auth: 'hub user',
    handle: ({ services, caller }) =>
      unreadPostsOf(services.database, { hubId: caller.hub.id, userId: caller.user.id }),
    response: z.array(unreadPosts),
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/posts/read/',
    summary: 'Note that the caller has read all discussions of a space',
    auth: 'hub user',
    params: spaceParams,
    authorize: (context) => authorizedSpace(context, 'discussion.view'),
    handle: async ({ services, caller, authorized }) => {
      await markSpaceRead(services.database, authorized.id, caller.user.id);
      return null;
    },
    publishes: 'nothing',
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/mentionable/',
    readsSpace: 'space',
    summary: 'People whom the discussions of a space may mention, by name',
    auth: 'hub user',
    params: spaceParams,
    query: mentionableQuery,
    authorize: (context) => authorizedSpace(context, 'discussion.write'),
    handle: ({ services, caller, authorized, query }) => {
      const { hub_id: hubId, scope_id: scopeId } = authorized;
      return suggestMentions(services.database, { hubId, scopeId, userId: caller.user.id }, query.q);
    },
    response: z.array(mentionablePerson),
  }),
  route({
    method: 'GET',
    path: 'posts/:id/',
    summary: 'A discussion, without its replies',
    auth: 'user',
    params: postParams,
    authorize: (context) => authorizedPost(context, 'discussion.view'),
    handle: ({ services, caller, authorized }) => described(authorized.id, { services, caller }),
    response: post,
  }),
  route({
    method: 'PATCH',
    path: 'posts/:id/',
    summary: 'Change an own discussion, its poll while nobody has voted; editors of the space pin and lock',
    auth: 'user',
    params: postParams,
    body: changePostRequest,
    authorize: (context) => authorizedPost(context, 'discussion.write'),
    handle: async ({ services, caller, authorized, body }) => {
      await changePost(services, caller, authorized, body);
      return authorized.id;
    },
    present: described,
    publishes: ({ authorized }) => postEvents(authorized),
    response: post,
  }),
  route({
    method: 'DELETE',
    path: 'posts/:id/',
    summary: 'Move an own discussion to the trash, or as an editor somebody else’s',
    auth: 'user',
    params: postParams,
    authorize: async ({ services, caller, params }) =>
      authorizeDeletion(await postById(services.database, caller, params.id), caller.user.id, NAME),
    handle: async ({ services, caller, authorized }) => {
      await trashPost(services, caller, authorized);
      return messageEnvelope('The discussion is in the trash.');
    },
    publishes: ({ authorized }) => postEvents(authorized),
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'posts/:id/restore/',
    summary: 'Take a discussion out of the trash: its author, and editors of the space',
    auth: 'user',
    params: postParams,
    authorize: async ({ services, caller, params }) =>
      authorizeRestoration(await postById(services.database, caller, params.id), caller.user.id, NAME),
    handle: async ({ services, authorized }) => {
      await restorePost(services, authorized);
      return authorized.id;
    },
    present: described,
    publishes: ({ authorized }) => postEvents(authorized),
    response: post,
  }),
  route({
    method: 'POST',
    path: 'posts/:id/read/',
    summary: 'Note that the caller has read a discussion: all of it, or up to the last reply that they saw',
    auth: 'user',
    params: postParams,
    body: readPostRequest,
    authorize: (context) => authorizedPost(context, 'discussion.view'),
    handle: async ({ services, caller, authorized, body }) => {
      await markPostRead(services.database, authorized.id, caller.user.id, body.last_reply);
      return null;
    },
    publishes: 'nothing',
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'posts/:id/replies/',
    summary: 'The replies to a discussion, oldest first',
    auth: 'user',
    params: postParams,
    query: replyListQuery,
    authorize: (context) => authorizedPost(context, 'discussion.view'),
    handle: async ({ services: { database }, caller, query, authorized }) => {
      const rows = await repliesTo(database, { post: authorized.id }, query);
      const reader = { userId: caller.user.id, place: authorized };
      const data = await presentComments(database, rows, reader);
      const { envelope } = listEnvelope(data, query);
      return {
        envelope: { ...envelope, next: rows.length === query.page_size ? (rows.at(-1)?.id ?? null) : null },
      };
    },
    response: z.array(comment),
  }),
  route({
    method: 'POST',
    path: 'posts/:id/replies/',
    summary: 'Reply to a discussion',
    auth: 'user',
    params: postParams,
    body: replyRequest,
    authorize: (context) => authorizedPost(context, 'discussion.write'),
    handle: ({ services, caller, authorized, body }) => replyToPost(services, caller, authorized, body.body),
    present: (id, { services, caller }) => describeComment(services.database, caller, id),
    publishes: ({ authorized }) => postEvents(authorized),
    status: 201,
    response: comment,
  }),
  route({
    method: 'PUT',
    path: 'posts/:id/vote/',
    summary: 'Vote in the poll of a discussion, in place of an earlier vote; no option takes it back',
    auth: 'user',
    params: postParams,
    body: voteRequest,
    authorize: (context) => authorizedPost(context, 'discussion.write'),
    handle: async ({ services, caller, authorized, body }) => {
      await vote(services, caller, authorized, body);
      return authorized.id;
    },
    present: described,
    publishes: ({ authorized }) => postEvents(authorized),
    response: post,
  }),
  route({
    method: 'POST',
    path: 'posts/:id/close-poll/',
    summary: 'Close the poll of a discussion: its author, and editors of the space',
    auth: 'user',
    params: postParams,
    authorize: (context) => authorizedPost(context, 'discussion.write'),
    handle: async ({ services, caller, authorized }) => {
      await closePollOfPost(services, caller, authorized);
      return authorized.id;
    },
    present: described,
    publishes: ({ authorized }) => postEvents(authorized),
    response: post,
  }),
  reactionRoute('PUT', 'React to a discussion'),
  reactionRoute('DELETE', 'Take an own reaction to a discussion back'),
];
