import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  DRAFT_MAX_BYTES,
  DRAFT_TOKEN_HEADER,
  openedDraft,
  saveDraftRequest,
  savedDraft,
} from '#lib/contract/form-draft.ts';
import { publicFormParams } from '#lib/contract/public-form.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { findFormToFill, findPublicForm } from '#server/forms/definition/form-to-fill.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { consumeLimits, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';
import { createFormDraft, deleteFormDraft, readFormDraft, saveFormDraft } from './form-draft.service.ts';

/** Limits drafts that are created from one address: saving the same one again is not limited. */
const CREATE_LIMIT: Limit = { name: 'form-draft', most: 60, seconds: 600 };
const SAVE_LIMIT: Limit = { name: 'form-draft-kept', most: 600, seconds: 600 };
/** Limits guesses of a secret. */
const READ_LIMIT: Limit = { name: 'form-draft-opened', most: 300, seconds: 600 };

type DraftContext = { services: Services; request: FastifyRequest };

const limited =
  (limit: Limit) =>
  async ({ services, request }: DraftContext) => {
    await consumeLimits(services, [limitCounter(limit, clientAddress(request.ip))]);
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
    summary: 'Store an unfinished submission for 30 days, to continue on another device by its token',
    limit: limited(CREATE_LIMIT),
    auth: 'anyone',
    params: publicFormParams,
    body: saveDraftRequest,
    bodyLimit: DRAFT_MAX_BYTES,
    authorize: findFormToFill,
    handle: ({ services, body, authorized }) => createFormDraft(services, authorized, body),
    status: 201,
    response: savedDraft,
  }),
  route({
    method: 'PUT',
    path: 'public/forms/:slug/drafts/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Keep it again under the same token (header Draft-Token)',
    limit: limited(SAVE_LIMIT),
    auth: 'anyone',
    params: publicFormParams,
    body: saveDraftRequest,
    bodyLimit: DRAFT_MAX_BYTES,
    authorize: findFormToFill,
    handle: ({ services, body, authorized, request }) =>
      saveFormDraft(services, authorized, tokenOf(request), body),
    response: savedDraft,
  }),
  route({
    method: 'GET',
    path: 'public/forms/:slug/drafts/',
    acceptsLinkCookie: true,
    summary: 'What was filled in so far (header Draft-Token)',
    limit: limited(READ_LIMIT),
    auth: 'anyone',
    params: publicFormParams,
    authorize: findPublicForm,
    handle: ({ services, authorized, request }) => readFormDraft(services, authorized, tokenOf(request)),
    response: openedDraft,
  }),
  route({
    method: 'DELETE',
    path: 'public/forms/:slug/drafts/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'Delete an unfinished submission (header Draft-Token)',
    limit: limited(READ_LIMIT),
    auth: 'anyone',
    params: publicFormParams,
    authorize: findPublicForm,
    handle: async ({ services, authorized, request }) => {
      await deleteFormDraft(services, authorized.id, tokenOf(request));
      return messageEnvelope('It is forgotten.');
    },
    response: z.null(),
  }),
];
