import { formParams } from '#lib/contract/form.ts';
import { formPicture, formPictureParams } from '#lib/contract/form-picture.ts';
import { authorizeForm, seesDraft } from '#server/access/policy/form-policy.ts';
import { route } from '#server/api/route.ts';
import { formEvent } from '#server/api/write-events.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { findPublicForm } from '#server/forms/definition/form-to-fill.ts';
import { receiveFieldFile } from '#server/items/uploads/receive-field-file.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { untrustedContentHeaders } from '#server/platform/http/content-headers.ts';
import { sendHeaders } from '#server/platform/http/send-stream.ts';
import { formPictureRow } from './form-picture.repo.ts';
import { storeFormPicture } from './store-picture.ts';

export const formPictureRoutes = [
  route({
    method: 'POST',
    path: 'forms/:id/pictures/',
    summary: 'Send a picture that is to stand on a form (multipart: file): PNG, JPEG, WebP or GIF',
    auth: 'user',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.change'),
    receive: ({ services, request, incoming }) => receiveFieldFile(services, request.raw, incoming),
    receives: { type: 'multipart/form-data', file: 'file' },
    handle: ({ services, caller, authorized, received }) =>
      storeFormPicture(services, caller, authorized, received),
    publishes: ({ authorized }) => [formEvent(authorized)],
    status: 201,
    response: formPicture,
  }),
  route({
    method: 'GET',
    path: 'public/forms/:slug/pictures/:picture_id/',
    acceptsLinkCookie: true,
    summary: 'A picture of a form (WebP), for who may see the form; those of the draft for its editors',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: ['image/webp'],
    params: formPictureParams,
    authorize: findPublicForm,
    handle: async ({ services, authorized, params, request, reply }) => {
      const isEditor = seesDraft(authorized);
      const picture = await formPictureRow(services.database, authorized.id, params.picture_id, { isEditor });
      if (!picture) throw notFound('This picture');
      // Revalidated each time, so that revoked access ends immediately.
      const etag = `"${picture.file_sha256}"`;
      reply
        .headers(untrustedContentHeaders('image/webp', 'picture.webp', { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('ETag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.header('Content-Length', picture.size);
      if (request.method === 'HEAD') return sendHeaders(reply);
      return reply.send(await services.storage.read(picture.file_sha256));
    },
  }),
];
