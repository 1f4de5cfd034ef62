import { z } from 'zod';
import { formParams } from '#lib/contract/form.ts';
import { publicFormParams } from '#lib/contract/public-form.ts';
import { dropOff, dropOffQuery, progressRequest } from '#lib/contract/submissions.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { findPublicForm } from '#server/forms/definition/form-to-fill.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { consumeLimits, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import { dropOffByPage, recordProgress } from './progress.ts';

/** Limits page visits from one address. */
const PROGRESS: Limit = { name: 'form-progress', most: 600, seconds: 60 };

export const progressRoutes = [
  route({
    method: 'POST',
    path: 'public/forms/:slug/progress/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'How far a visit came in filling a form; nobody is known by it',
    limit: async ({ services, request }) => {
      await consumeLimits(services, [limitCounter(PROGRESS, clientAddress(request.ip))]);
    },
    auth: 'anyone',
    params: publicFormParams,
    body: progressRequest,
    authorize: findPublicForm,
    handle: async ({ services, authorized, body }) => {
      await recordProgress(services.database, authorized, body);
      return messageEnvelope('Noted.');
    },
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'forms/:id/drop-off/',
    summary: 'How far the visits of a form came, page by page',
    auth: 'user',
    params: formParams,
    query: dropOffQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.read_submissions'),
    handle: ({ services, authorized, query }) => dropOffByPage(services.database, authorized, query),
    response: dropOff,
  }),
];
