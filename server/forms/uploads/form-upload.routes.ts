import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicFormParams } from '#lib/contract/form.ts';
import { formUpload, publicUploadParams } from '#lib/contract/form-upload.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { messageAnswer, type Received, route } from '#server/api/route.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { formToFill, limitAnonymous } from '#server/forms/definition/form-to-fill.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import {
  byteCount,
  PIECE_TYPE,
  requireTus,
  TUS_ABILITIES,
  uploadMetadata,
} from '#server/platform/http/tus.ts';
import { senderOf } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import {
  beginUpload,
  continueUpload,
  endUpload,
  lookAtUpload,
  type UploadState,
} from './form-upload.service.ts';
import { inTurn } from './upload-turns.ts';
import { senderHash } from './waiting-files.ts';

function tell(reply: FastifyReply, { offset, size, expires_at }: UploadState): void {
  reply
    .header('Upload-Offset', offset)
    .header('Upload-Length', size)
    .header('Upload-Expires', expires_at.toUTCString());
}

const present = ({ id, name, offset, size }: UploadState) => ({ id, name, offset, size });

const nothing = () => undefined;

/** Ends the connection over which a piece comes in. */
const endOf = (request: FastifyRequest) => () => void request.raw.destroy();

function lengthOf({ headers }: FastifyRequest): number | null {
  const length = Number(headers['content-length']);
  return headers['content-length'] !== undefined && Number.isSafeInteger(length) ? length : null;
}

type Asked = {
  services: Services;
  authorized: Authorized<FormView, 'form.submit'>;
  params: { upload_id: string };
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Says how far an upload is, after making the file of one that is whole. */
function look({ services, authorized, params, request, reply }: Asked): Promise<UploadState> {
  requireTus(request, reply);
  return inTurn(params.upload_id, nothing, async () => {
    const state = await lookAtUpload(services, authorized, params.upload_id);
    tell(reply, state);
    return state;
  });
}

/**
 * Files for an answer that is to come, over as many requests as it takes (tus 1.0.0; docs/contract.md §4's `uploads/` of a
 * form). `Upload-Metadata` names `filename` and `field`; the upload's id is the value to send, as that of `files/`.
 */
export const formUploadRoutes = [
  route({
    method: 'POST',
    path: 'public/forms/:slug/uploads/',
    optionsHeaders: TUS_ABILITIES,
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Begin a resumable upload for an answer that is to come (tus 1.0); kept for a day without one',
    limit: limitAnonymous,
    auth: 'anyone',
    params: publicFormParams,
    authorize: formToFill,
    handle: async ({ services, caller, authorized, params, request, reply }) => {
      requireTus(request, reply);
      const size = byteCount(request, 'upload-length');
      const metadata = uploadMetadata(request);
      const state = await beginUpload(services, authorized, {
        field: metadata.get('field') ?? '',
        name: metadata.get('filename') ?? '',
        size,
        sender: senderHash(services, senderOf(request, caller)),
      });
      tell(reply, state);
      reply.header(
        'Location',
        `/api/v1/public/forms/${encodeURIComponent(params.slug)}/uploads/${state.id}/`,
      );
      return present(state);
    },
    status: 201,
    answers: formUpload,
  }),
  route({
    method: 'GET',
    path: 'public/forms/:slug/uploads/:upload_id/',
    acceptsLinkCookie: true,
    summary: 'How far a resumable upload is (by HEAD in tus 1.0)',
    auth: 'anyone',
    params: publicUploadParams,
    authorize: formToFill,
    handle: (asked) => look(asked),
    present,
    answers: formUpload,
  }),
  route({
    method: 'PATCH',
    path: 'public/forms/:slug/uploads/:upload_id/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Go on with a resumable upload (tus 1.0); the last piece makes the file',
    auth: 'anyone',
    params: publicUploadParams,
    authorize: formToFill,
    receive: async ({ services, caller, params, request, reply, incoming }): Promise<Received> => {
      requireTus(request, reply);
      if (request.headers['content-type'] !== PIECE_TYPE)
        throw new ApiError(415, 'unsupported_type', `Send the piece as ${PIECE_TYPE}.`);
      const piece = {
        id: params.upload_id,
        from: byteCount(request, 'upload-offset'),
        length: lengthOf(request),
        piece: request.raw,
        incoming,
      };
      const form = await formToFill({ services, caller, params });
      await inTurn(piece.id, endOf(request), () => continueUpload(services, form, piece));
      return { content: null, discard: async () => undefined };
    },
    handle: (asked) => look(asked),
    present: () => messageAnswer(''),
    status: 204,
  }),
  route({
    method: 'DELETE',
    path: 'public/forms/:slug/uploads/:upload_id/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Forget a resumable upload (tus 1.0)',
    auth: 'anyone',
    params: publicUploadParams,
    authorize: formToFill,
    handle: ({ services, authorized, params, request, reply }) => {
      requireTus(request, reply);
      return inTurn(params.upload_id, nothing, () => endUpload(services, authorized, params.upload_id));
    },
    present: () => messageAnswer(''),
    status: 204,
  }),
];
