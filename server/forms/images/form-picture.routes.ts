import { formParams } from '#lib/contract/form.ts';
import { formPicture, formPictureParams } from '#lib/contract/form-picture.ts';
import { authorizeForm, seesDraft } from '#server/access/policy/form-policy.ts';
import { route } from '#server/api/route.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { formToSee } from '#server/forms/definition/form-to-fill.ts';
import { receiveFile } from '#server/items/uploads/receive-field-file.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { strangersHeaders } from '#server/platform/http/content-headers.ts';
import { sendHead } from '#server/platform/http/send-stream.ts';
import { pictureOf } from './form-picture.repo.ts';
import { keepPicture } from './keep-picture.ts';

export const formPictureRoutes = [
  route({
    method: 'POST',
    path: 'forms/:id/pictures/',
    summary: 'Send a picture that is to stand on a form (multipart: file): PNG, JPEG, WebP or GIF',
    auth: 'user',
    params: formParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.change'),
    receive: ({ services, request, incoming }) => receiveFile(services, request.raw, incoming),
    handle: ({ services, caller, authorized, received }) =>
      keepPicture(services, caller, authorized, received),
    status: 201,
    answers: formPicture,
  }),
  route({
    method: 'GET',
    path: 'public/forms/:slug/pictures/:picture_id/',
    acceptsLinkCookie: true,
    summary: 'A picture of a form (WebP), for who may see the form; those of the draft for its editors',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: true,
    params: formPictureParams,
    authorize: formToSee,
    handle: async ({ services, authorized, params, request, reply }) => {
      const isEditor = seesDraft(authorized);
      const picture = await pictureOf(services.database, authorized.id, params.picture_id, { isEditor });
      if (!picture) throw notFound('This picture');
      // Asked for anew each time, so that a lost right ends at once.
      const etag = `"${picture.file_sha256}"`;
      reply
        .headers(strangersHeaders('image/webp', 'picture.webp', { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('ETag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.header('Content-Length', picture.size);
      if (request.method === 'HEAD') return sendHead(reply);
      return reply.send(await services.storage.read(picture.file_sha256));
    },
  }),
];
