import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formUpload, publicUploadParams } from '#lib/contract/form-upload.ts';
import { publicFormParams } from '#lib/contract/public-form.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { messageEnvelope, type ReceivedBody, route } from '#server/api/route.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { findFormToFill, limitAnonymousRequests } from '#server/forms/definition/form-to-fill.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import {
  byteCountHeader,
  requireTus,
  TUS_CHUNK_TYPE,
  TUS_EXTENSIONS_HEADERS,
  uploadMetadata,
} from '#server/platform/http/tus.ts';
import { senderOf } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import {
  beginUpload,
  cancelUpload,
  continueUpload,
  type UploadState,
  uploadStatus,
} from './form-upload.service.ts';
import { hashSender } from './pending-file-limits.ts';
import { withUploadLock } from './upload-locks.ts';

function setUploadHeaders(reply: FastifyReply, { offset, size, expires_at }: UploadState): void {
  reply
    .header('Upload-Offset', offset)
    .header('Upload-Length', size)
    .header('Upload-Expires', expires_at.toUTCString());
}

const present = ({ id, name, offset, size }: UploadState) => ({ id, name, offset, size });

const nothing = () => undefined;

/** Closes the connection over which a chunk is received. */
const destroyer = (request: FastifyRequest) => () => void request.raw.destroy();

function lengthOf({ headers }: FastifyRequest): number | null {
  const length = Number(headers['content-length']);
  return headers['content-length'] !== undefined && Number.isSafeInteger(length) ? length : null;
}

type UploadContext = {
  services: Services;
  authorized: Authorized<FormView, 'form.submit'>;
  params: { upload_id: string };
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Returns how far an upload is, after creating the file of one that is complete. */
function look({ services, authorized, params, request, reply }: UploadContext): Promise<UploadState> {
  requireTus(request, reply);
  return withUploadLock(params.upload_id, nothing, async () => {
    const state = await uploadStatus(services, authorized, params.upload_id);
    setUploadHeaders(reply, state);
    return state;
  });
}

/**
 * Files for a later submission, over any number of requests (tus 1.0.0; docs/contract.md §4's `uploads/` of a
 * form). `Upload-Metadata` names `filename` and `field`; the upload's id is the value to send, as that of
 * `files/`.
 */
export const formUploadRoutes = [
  route({
    method: 'POST',
    path: 'public/forms/:slug/uploads/',
    optionsHeaders: TUS_EXTENSIONS_HEADERS,
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary:
      'Begin a resumable upload for a submission that is to come (tus 1.0); kept for a day without one',
    limit: limitAnonymousRequests,
    auth: 'anyone',
    params: publicFormParams,
    authorize: findFormToFill,
    handle: async ({ services, caller, authorized, params, request, reply }) => {
      requireTus(request, reply);
      const size = byteCountHeader(request, 'upload-length');
      const metadata = uploadMetadata(request);
      const state = await beginUpload(services, authorized, {
        field: metadata.get('field') ?? '',
        name: metadata.get('filename') ?? '',
        size,
        sender: hashSender(services, senderOf(request, caller)),
      });
      setUploadHeaders(reply, state);
      reply.header(
        'Location',
        `/api/v1/public/forms/${encodeURIComponent(params.slug)}/uploads/${state.id}/`,
      );
      return present(state);
    },
    status: 201,
    response: formUpload,
  }),
  route({
    method: 'GET',
    path: 'public/forms/:slug/uploads/:upload_id/',
    acceptsLinkCookie: true,
    summary: 'How far a resumable upload is (by HEAD in tus 1.0)',
    auth: 'anyone',
    params: publicUploadParams,
    authorize: findFormToFill,
    handle: (context) => look(context),
    present,
    response: formUpload,
  }),
  route({
    method: 'PATCH',
    path: 'public/forms/:slug/uploads/:upload_id/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Resume an upload (tus 1.0); the last part completes the file',
    auth: 'anyone',
    params: publicUploadParams,
    authorize: findFormToFill,
    receive: async ({ services, caller, params, request, reply, incoming }): Promise<ReceivedBody> => {
      requireTus(request, reply);
      if (request.headers['content-type'] !== TUS_CHUNK_TYPE)
        throw new ApiError(415, 'unsupported_type', `Send the piece as ${TUS_CHUNK_TYPE}.`);
      const piece = {
        id: params.upload_id,
        from: byteCountHeader(request, 'upload-offset'),
        length: lengthOf(request),
        piece: request.raw,
        incoming,
      };
      const form = await findFormToFill({ services, caller, params });
      await withUploadLock(piece.id, destroyer(request), () => continueUpload(services, form, piece));
      return { content: null, cleanUp: async () => undefined };
    },
    receives: { type: TUS_CHUNK_TYPE },
    handle: (context) => look(context),
    present: () => messageEnvelope(''),
    status: 204,
    response: z.null(),
  }),
  route({
    method: 'DELETE',
    path: 'public/forms/:slug/uploads/:upload_id/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Cancel a resumable upload (tus 1.0)',
    auth: 'anyone',
    params: publicUploadParams,
    authorize: findFormToFill,
    handle: ({ services, authorized, params, request, reply }) => {
      requireTus(request, reply);
      return withUploadLock(params.upload_id, nothing, () =>
        cancelUpload(services, authorized, params.upload_id),
      );
    },
    present: () => messageEnvelope(''),
    status: 204,
    response: z.null(),
  }),
];
