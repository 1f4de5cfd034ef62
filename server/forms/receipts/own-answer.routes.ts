import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  ANSWER_TOKEN_HEADER,
  changeAnswerRequest,
  changedAnswer,
  type EarlierAnswer,
  earlierAnswer,
  ownAnswer,
  receiptRequest,
} from '#lib/contract/answer.ts';
import { publicFormParams, submissionParams } from '#lib/contract/form.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { route } from '#server/api/route.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { formToFill, formToSee, limitAnonymous } from '#server/forms/definition/form-to-fill.ts';
import { type EarlierRow, earlierStates } from '#server/forms/submissions/own-answer.repo.ts';
import { changeOwnAnswer, describeOwnAnswer } from '#server/forms/submissions/own-answer.ts';
import { submissionOf } from '#server/forms/submissions/submission.repo.ts';
import { notFound, unauthenticated } from '#server/platform/http/api-error.ts';
import { disposition } from '#server/platform/http/content-headers.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { counter, type Limit, reserve } from '#server/platform/rate-limit/limits.ts';
import { receiptOf } from './receipt-of.ts';

/** @throws ApiError 401 without one. */
function answerTokenOf(request: FastifyRequest): string {
  const token = request.headers[ANSWER_TOKEN_HEADER];
  if (typeof token === 'string' && token !== '') return token;
  throw unauthenticated('Open the link to your answer to do this.');
}

/** A receipt is drawn each time: nobody needs more of them. */
const RECEIPTS: Limit = { name: 'receipt', most: 30, seconds: 60 };

const presentEarlier = (row: EarlierRow): EarlierAnswer => ({
  revision: row.revision,
  version: row.version,
  values: row.data,
  typed: row.typed ?? {},
  replaced_at: row.replaced_at.toISOString(),
  is_correction: row.is_correction,
  corrected_by: row.corrected_by === null ? null : { id: row.corrected_by, name: row.corrector_name },
});

export const ownAnswerRoutes = [
  route({
    method: 'GET',
    path: 'public/forms/:slug/answers/',
    acceptsLinkCookie: true,
    summary: 'An answer as whoever gave it left it, by the token of its link (header Answer-Token)',
    auth: 'anyone',
    params: publicFormParams,
    authorize: formToFill,
    handle: ({ services, authorized, request, reply }) => {
      reply.header('Cache-Control', 'no-store');
      return describeOwnAnswer(services, authorized, answerTokenOf(request));
    },
    answers: ownAnswer,
  }),
  route({
    method: 'PUT',
    path: 'public/forms/:slug/answers/',
    publishes: 'submissions',
    acceptsLinkCookie: true,
    summary:
      'Change an answer by the token of its link (header Answer-Token); what it was is kept for its readers',
    limit: limitAnonymous,
    auth: 'anyone',
    params: publicFormParams,
    body: changeAnswerRequest,
    authorize: formToFill,
    handle: ({ services, authorized, body, request }) =>
      changeOwnAnswer(services, authorized, {
        ...body,
        token: answerTokenOf(request),
        expected: expectedRevision(request),
      }),
    answers: changedAnswer,
  }),
  route({
    method: 'POST',
    path: 'public/forms/:slug/receipt/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'The receipt of an answer as a PDF, by the token of its link',
    limit: async ({ services, request }) => {
      await reserve(services, [counter(RECEIPTS, clientAddress(request.ip))]);
    },
    auth: 'anyone',
    stream: true,
    params: publicFormParams,
    body: receiptRequest,
    authorize: formToSee,
    handle: async ({ services, authorized, body, reply }) => {
      const { pdf, name } = await receiptOf(services, authorized, body.token);
      reply
        .type('application/pdf')
        .header('Cache-Control', 'private, no-store')
        .header('Content-Disposition', disposition('attachment', name));
      return reply.send(pdf);
    },
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/:submission_id/history/',
    summary: 'What an answer was before it was changed, by whoever gave it or by the team, the latest first',
    auth: 'user',
    params: submissionParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.read_submissions'),
    handle: async ({ services, authorized, params }) => {
      const answer = await submissionOf(services.database, authorized.id, params.submission_id);
      if (!answer) throw notFound('This answer');
      const states = await earlierStates(services.database, answer.id);
      return states.map(presentEarlier);
    },
    answers: z.array(earlierAnswer),
  }),
];
