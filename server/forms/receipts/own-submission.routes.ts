import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { submissionParams } from '#lib/contract/form.ts';
import {
  editedSubmission,
  editSubmissionRequest,
  ownSubmission,
  receiptRequest,
  SUBMISSION_TOKEN_HEADER,
  type SubmissionRevision,
  submissionRevision,
} from '#lib/contract/own-submission.ts';
import { publicFormParams } from '#lib/contract/public-form.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { route } from '#server/api/route.ts';
import { submissionsEvent } from '#server/api/write-events.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import {
  findFormToFill,
  findPublicForm,
  limitAnonymousRequests,
} from '#server/forms/definition/form-to-fill.ts';
import {
  type SubmissionRevisionRow,
  submissionRevisions,
} from '#server/forms/submissions/own-submission.repo.ts';
import { changeOwnSubmission, describeOwnSubmission } from '#server/forms/submissions/own-submission.ts';
import { personOrName } from '#server/forms/submissions/submission.presenter.ts';
import { submissionOf } from '#server/forms/submissions/submission.repo.ts';
import { notFound, unauthenticated } from '#server/platform/http/api-error.ts';
import { contentDisposition } from '#server/platform/http/content-headers.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { consumeLimits, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import { receiptByToken } from './receipt-by-token.ts';

/** @throws ApiError 401 without one. */
function submissionTokenOf(request: FastifyRequest): string {
  const token = request.headers[SUBMISSION_TOKEN_HEADER];
  if (typeof token === 'string' && token !== '') return token;
  throw unauthenticated('Open the link to your answer to do this.');
}

/** A receipt is rendered each time: nobody needs more of them. */
const RECEIPTS: Limit = { name: 'receipt', most: 30, seconds: 60 };

const presentEarlier = (row: SubmissionRevisionRow): SubmissionRevision => ({
  revision: row.revision,
  version: row.version,
  values: row.data,
  typed: row.typed ?? {},
  replaced_at: row.replaced_at.toISOString(),
  is_correction: row.is_correction,
  corrected_by: personOrName(row.corrected_by, row.corrector_name),
});

export const ownSubmissionRoutes = [
  route({
    method: 'GET',
    path: 'public/forms/:slug/answers/',
    acceptsLinkCookie: true,
    summary: 'A submission for its respondent, by the token of its link (header Answer-Token)',
    auth: 'anyone',
    params: publicFormParams,
    authorize: findFormToFill,
    handle: ({ services, authorized, request, reply }) => {
      reply.header('Cache-Control', 'no-store');
      return describeOwnSubmission(services, authorized, submissionTokenOf(request));
    },
    response: ownSubmission,
  }),
  route({
    method: 'PUT',
    path: 'public/forms/:slug/answers/',
    acceptsRevision: true,
    acceptsLinkCookie: true,
    summary:
      'Change a submission by the token of its link (header Answer-Token); the previous revision is kept for its readers',
    limit: limitAnonymousRequests,
    auth: 'anyone',
    params: publicFormParams,
    body: editSubmissionRequest,
    authorize: findFormToFill,
    handle: ({ services, authorized, body, request }) =>
      changeOwnSubmission(services, authorized, {
        ...body,
        token: submissionTokenOf(request),
        expected: expectedRevision(request),
      }),
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    response: editedSubmission,
    refusalData: ownSubmission,
  }),
  route({
    method: 'POST',
    path: 'public/forms/:slug/receipt/',
    publishes: 'nothing',
    acceptsLinkCookie: true,
    summary: 'The receipt of a submission as a PDF, by the token of its link',
    limit: async ({ services, request }) => {
      await consumeLimits(services, [limitCounter(RECEIPTS, clientAddress(request.ip))]);
    },
    auth: 'anyone',
    stream: ['application/pdf'],
    params: publicFormParams,
    body: receiptRequest,
    authorize: findPublicForm,
    handle: async ({ services, authorized, body, reply }) => {
      const { pdf, name } = await receiptByToken(services, authorized, body.token);
      reply
        .type('application/pdf')
        .header('Cache-Control', 'private, no-store')
        .header('Content-Disposition', contentDisposition('attachment', name));
      return reply.send(pdf);
    },
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/:submission_id/history/',
    summary: 'Earlier revisions of a submission, changed by its respondent or by the team, newest first',
    auth: 'user',
    params: submissionParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.read_submissions'),
    handle: async ({ services, authorized, params }) => {
      const submission = await submissionOf(services.database, authorized.id, params.submission_id);
      if (!submission) throw notFound('This answer');
      const states = await submissionRevisions(services.database, submission.id);
      return states.map(presentEarlier);
    },
    response: z.array(submissionRevision),
  }),
];
