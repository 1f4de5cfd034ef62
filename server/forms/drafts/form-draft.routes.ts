import type { FastifyRequest } from 'fastify';
import { publicFormParams } from '#lib/contract/form.ts';
import {
  DRAFT_MAX_BYTES,
  DRAFT_TOKEN_HEADER,
  keepDraftRequest,
  keptDraft,
  openedDraft,
} from '#lib/contract/form-draft.ts';
import { messageAnswer, route } from '#server/api/route.ts';
import { formToFill, formToSee } from '#server/forms/definition/form-to-fill.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { counter, type Limit, reserve } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';
import { forgetDraft, keepDraft, keepDraftAgain, openDraft } from './form-draft.service.ts';

/** Drafts that are begun from one address: the same one can be kept as often as somebody wants. */
const BEGUN: Limit = { name: 'form-draft', most: 60, seconds: 600 };
const KEPT: Limit = { name: 'form-draft-kept', most: 600, seconds: 600 };
/** Secrets that are tried. */
const OPENED: Limit = { name: 'form-draft-opened', most: 300, seconds: 600 };

type Asked = { services: Services; request: FastifyRequest };

const limited =
  (limit: Limit) =>
  async ({ services, request }: Asked) => {
    await reserve(services, [counter(limit, clientAddress(request.ip))]);
  };

function tokenOf(request: FastifyRequest): string {
  const token = request.headers[DRAFT_TOKEN_HEADER];
  return typeof token === 'string' ? token : '';
}

export const formDraftRoutes = [
  route({
    method: 'POST',
    path: 'public/forms/:slug/drafts/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Keep what was filled in so far for 30 days, to go on with it elsewhere by its token',
    limit: limited(BEGUN),
    auth: 'anyone',
    params: publicFormParams,
    body: keepDraftRequest,
    bodyLimit: DRAFT_MAX_BYTES,
    authorize: formToFill,
    handle: ({ services, body, authorized }) => keepDraft(services, authorized, body),
    status: 201,
    answers: keptDraft,
  }),
  route({
    method: 'PUT',
    path: 'public/forms/:slug/drafts/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Keep it again under the same token (header Draft-Token)',
    limit: limited(KEPT),
    auth: 'anyone',
    params: publicFormParams,
    body: keepDraftRequest,
    bodyLimit: DRAFT_MAX_BYTES,
    authorize: formToFill,
    handle: ({ services, body, authorized, request }) =>
      keepDraftAgain(services, authorized, tokenOf(request), body),
    answers: keptDraft,
  }),
  route({
    method: 'GET',
    path: 'public/forms/:slug/drafts/',
    acceptsLinkCookie: true,
    summary: 'What was filled in so far (header Draft-Token)',
    limit: limited(OPENED),
    auth: 'anyone',
    params: publicFormParams,
    authorize: formToSee,
    handle: ({ services, authorized, request }) => openDraft(services, authorized, tokenOf(request)),
    answers: openedDraft,
  }),
  route({
    method: 'DELETE',
    path: 'public/forms/:slug/drafts/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Forget it (header Draft-Token)',
    limit: limited(OPENED),
    auth: 'anyone',
    params: publicFormParams,
    authorize: formToSee,
    handle: async ({ services, authorized, request }) => {
      await forgetDraft(services, authorized.id, tokenOf(request));
      return messageAnswer('It is forgotten.');
    },
  }),
];
