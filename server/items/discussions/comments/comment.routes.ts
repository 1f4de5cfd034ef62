import { z } from 'zod';
import {
  changeCommentRequest,
  comment,
  commentListQuery,
  commentParams,
  createCommentRequest,
  mentionablePerson,
  mentionableQuery,
  replyListQuery,
  replyRequest,
} from '#lib/contract/comment.ts';
import { itemParams } from '#lib/contract/item.ts';
import {
  authorizeDeletion,
  authorizeDiscussion,
  authorizeOwn,
  type DiscussionOperation,
} from '#server/access/policy/discussion-policy.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { commentEvents, itemCommentsEvent } from '#server/api/write-events.ts';
import { suggestMentions } from '#server/items/discussions/text/mentions.ts';
import { emojiField } from '#server/items/discussions/text/reactions.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Services } from '#server/platform/services.ts';
import { presentComments } from './comment.presenter.ts';
import { commentById, discussedItem, repliesTo, threadsOfItem } from './comment.repo.ts';
import {
  changeComment,
  createComment,
  deleteComment,
  describeComment,
  reactToComment,
  replyToComment,
  resolveComment,
} from './comment.service.ts';

type Request = { services: Services; caller: SignedIn; params: { id: string } };

/** The item of a request, for its discussion. */
const authorizedItem = async <Operation extends DiscussionOperation>(
  { services: { database }, caller, params }: Request,
  operation: Operation,
) =>
  authorizeDiscussion(
    await discussedItem(database, caller, await itemById(database, caller, params.id)),
    operation,
  );

const NAME = 'This comment';

/** The comment of a request. */
const authorizedComment = async <Operation extends DiscussionOperation>(
  { services, caller, params }: Request,
  operation: Operation,
) => authorizeDiscussion(await commentById(services.database, caller, params.id), operation, NAME);

const described = (id: string, { services, caller }: Pick<Request, 'services' | 'caller'>) =>
  describeComment(services.database, caller, id);

const reactionParams = commentParams.extend({ emoji: emojiField });

const resolveRoute = <const Path extends string>(path: Path, summary: string, isResolved: boolean) =>
  route({
    method: 'POST',
    path,
    summary,
    auth: 'user',
    params: commentParams,
    authorize: (context) => authorizedComment(context, 'discussion.write'),
    handle: async ({ services, caller, authorized }) => {
      await resolveComment(services, caller, authorized, isResolved);
      return authorized.id;
    },
    present: described,
    publishes: ({ authorized }) => commentEvents(authorized),
    response: comment,
  });

const reactionRoute = <const Method extends 'PUT' | 'DELETE'>(method: Method, summary: string) =>
  route({
    method,
    path: 'comments/:id/reactions/:emoji/',
    summary,
    auth: 'user',
    params: reactionParams,
    authorize: (context) => authorizedComment(context, 'discussion.write'),
    handle: async ({ services, caller, authorized, params: { emoji } }) => {
      await reactToComment(services, caller, authorized, { emoji, isOn: method === 'PUT' });
      return authorized.id;
    },
    present: described,
    publishes: ({ authorized }) => commentEvents(authorized),
    response: comment,
  });

export const commentRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/comments/',
    summary:
      'The threads about an item, newest first, each with its latest replies; for people of the hub who may see the item',
    auth: 'user',
    params: itemParams,
    query: commentListQuery,
    authorize: (context) => authorizedItem(context, 'discussion.view'),
    handle: async ({ services: { database }, caller, query, authorized }) => {
      const rows = await threadsOfItem(database, authorized.id, query);
      const data = await presentComments(database, rows, { userId: caller.user.id, place: authorized });
      const { page, page_size, after } = query;
      const isWhole = page === 1 && after === undefined && rows.length < page_size;
      const next = rows.length === page_size ? (rows.at(-1)?.id ?? null) : null;
      return { envelope: { data, count: isWhole ? rows.length : null, page, page_size, next } };
    },
    response: z.array(comment),
  }),
  route({
    method: 'POST',
    path: 'items/:id/comments/',
    summary: 'Comment on an item, or on a text, a row or a time of it',
    auth: 'user',
    params: itemParams,
    body: createCommentRequest,
    authorize: (context) => authorizedItem(context, 'discussion.write'),
    handle: ({ services, caller, authorized, body }) => createComment(services, caller, authorized, body),
    present: described,
    publishes: ({ authorized }) => [itemCommentsEvent(authorized)],
    status: 201,
    response: comment,
  }),
  route({
    method: 'GET',
    path: 'items/:id/mentionable/',
    summary: 'People whom a comment on an item may mention, by name',
    auth: 'user',
    params: itemParams,
    query: mentionableQuery,
    authorize: (context) => authorizedItem(context, 'discussion.write'),
    handle: ({ services, caller, authorized, query }) =>
      suggestMentions(
        services.database,
        { hubId: authorized.hub_id, scopeId: authorized.scope_id, userId: caller.user.id },
        query.q,
      ),
    response: z.array(mentionablePerson),
  }),
  route({
    method: 'GET',
    path: 'comments/:id/',
    summary: 'A comment, a thread with its latest replies',
    auth: 'user',
    params: commentParams,
    authorize: (context) => authorizedComment(context, 'discussion.view'),
    handle: ({ authorized, services, caller }) => described(authorized.id, { services, caller }),
    response: comment,
  }),
  route({
    method: 'PATCH',
    path: 'comments/:id/',
    summary: 'Change the text of an own comment',
    auth: 'user',
    params: commentParams,
    body: changeCommentRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeOwn(await commentById(services.database, caller, params.id), caller.user.id, NAME),
    handle: async ({ services, caller, authorized, body }) => {
      await changeComment(services, caller, authorized, body.body);
      return authorized.id;
    },
    present: described,
    publishes: ({ authorized }) => commentEvents(authorized),
    response: comment,
  }),
  route({
    method: 'DELETE',
    path: 'comments/:id/',
    summary: 'Delete an own comment, or as an editor somebody else’s',
    auth: 'user',
    params: commentParams,
    authorize: async ({ services, caller, params }) =>
      authorizeDeletion(await commentById(services.database, caller, params.id), caller.user.id, NAME),
    handle: async ({ services, caller, authorized }) => {
      await deleteComment(services, caller, authorized);
      return messageEnvelope('The comment was deleted.');
    },
    publishes: ({ authorized }) => commentEvents(authorized),
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'comments/:id/replies/',
    summary: 'The replies to a comment, oldest first',
    auth: 'user',
    params: commentParams,
    query: replyListQuery,
    authorize: (context) => authorizedComment(context, 'discussion.view'),
    handle: async ({ services: { database }, caller, query, authorized }) => {
      const rows = await repliesTo(database, { comment: authorized.id }, query);
      const data = await presentComments(database, rows, { userId: caller.user.id, place: authorized });
      return listEnvelope(data, query);
    },
    response: z.array(comment),
  }),
  route({
    method: 'POST',
    path: 'comments/:id/replies/',
    summary: 'Reply to a comment',
    auth: 'user',
    params: commentParams,
    body: replyRequest,
    authorize: (context) => authorizedComment(context, 'discussion.write'),
    handle: ({ services, caller, authorized, body }) =>
      replyToComment(services, caller, authorized, body.body),
    present: described,
    publishes: ({ authorized }) => commentEvents(authorized),
    status: 201,
    response: comment,
  }),
  resolveRoute('comments/:id/resolve/', 'Resolve a thread', true),
  resolveRoute('comments/:id/reopen/', 'Open a resolved thread again', false),
  reactionRoute('PUT', 'React to a comment'),
  reactionRoute('DELETE', 'Take an own reaction to a comment back'),
];
