import { discussionPicture, discussionPictureParams } from '#lib/contract/discussion-picture.ts';
import { itemParams } from '#lib/contract/item.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { authorizeDiscussion } from '#server/access/policy/discussion-policy.ts';
import { route } from '#server/api/route.ts';
import { discussedItem } from '#server/items/discussions/comments/comment.repo.ts';
import { discussedSpace } from '#server/items/discussions/posts/post.repo.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { receiveFieldFile } from '#server/items/uploads/receive-field-file.ts';
import { untrustedContentHeaders } from '#server/platform/http/content-headers.ts';
import { sendHeaders } from '#server/platform/http/send-stream.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { discussionPictureById } from './discussion-picture.repo.ts';
import { storeDiscussionPicture } from './store-discussion-picture.ts';

export const discussionPictureRoutes = [
  route({
    method: 'POST',
    path: 'items/:id/comment-pictures/',
    summary: 'Send a picture for a comment on an item (multipart: file): PNG, JPEG, WebP or GIF',
    auth: 'user',
    params: itemParams,
    authorize: async ({ services: { database }, caller, params }) =>
      authorizeDiscussion(
        await discussedItem(database, caller, await itemById(database, caller, params.id)),
        'discussion.write',
      ),
    receive: ({ services, request, incoming }) => receiveFieldFile(services, request.raw, incoming),
    receives: { type: 'multipart/form-data', file: 'file' },
    handle: ({ services, caller, authorized, received: { file } }) =>
      storeDiscussionPicture(services, caller, authorized, { file, place: { item: authorized.id } }),
    publishes: 'nothing',
    status: 201,
    response: discussionPicture,
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/post-pictures/',
    summary: 'Send a picture for a discussion of a space (multipart: file): PNG, JPEG, WebP or GIF',
    auth: 'hub user',
    params: spaceParams,
    authorize: async ({ services: { database }, caller, params }) => {
      const space = await spaceBySlug(database, caller, params.slug);
      return authorizeDiscussion(
        await discussedSpace(database, caller, space),
        'discussion.write',
        'This space',
      );
    },
    receive: ({ services, request, incoming }) => receiveFieldFile(services, request.raw, incoming),
    receives: { type: 'multipart/form-data', file: 'file' },
    handle: ({ services, caller, authorized, received: { file } }) =>
      storeDiscussionPicture(services, caller, authorized, { file, place: { space: authorized.id } }),
    publishes: 'nothing',
    status: 201,
    response: discussionPicture,
  }),
  route({
    method: 'GET',
    path: 'discussion-pictures/:id/',
    summary: 'A picture of a comment or a discussion (WebP), for who reads what is said there',
    auth: 'user',
    acceptsSessionCookie: true,
    stream: ['image/webp'],
    params: discussionPictureParams,
    authorize: async ({ services, caller, params }) =>
      authorizeDiscussion(
        await discussionPictureById(services.database, caller, params.id),
        'discussion.view',
        'This picture',
      ),
    handle: async ({ services, authorized, request, reply }) => {
      // Revalidated each time, so that revoked access ends immediately.
      const etag = `"${authorized.file_sha256}"`;
      reply
        .headers(untrustedContentHeaders('image/webp', 'picture.webp', { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('ETag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.header('Content-Length', authorized.size);
      if (request.method === 'HEAD') return sendHeaders(reply);
      return reply.send(await services.storage.read(authorized.file_sha256));
    },
  }),
];
