import { z } from 'zod';
import { formParams, submissionParams } from '#lib/contract/form.ts';
import {
  changedSubmissions,
  deleteSubmissionsRequest,
  trashedSubmission,
  trashedSubmissionsQuery,
} from '#lib/contract/submissions.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { submissionsEvent } from '#server/api/write-events.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import {
  deleteSubmissionsForever,
  listTrashedSubmissions,
  restoreSubmissions,
  trashSubmissions,
} from './trashed-submission.service.ts';

type FormContext = { services: Services; caller: Caller; params: { id: string } };

const formToClear = async ({ services, caller, params }: FormContext) =>
  authorizeForm(await formById(services.database, caller, params.id), 'form.delete_submissions');

export const trashedSubmissionRoutes = [
  route({
    method: 'POST',
    path: 'forms/:id/submissions/delete/',
    summary: 'Move some submissions to the trash, with their files',
    auth: 'user',
    params: formParams,
    body: deleteSubmissionsRequest,
    authorize: formToClear,
    handle: async ({ services, caller, authorized, body: { ids } }) => ({
      count: await trashSubmissions(services, caller, authorized, ids),
    }),
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    response: changedSubmissions,
  }),
  route({
    method: 'DELETE',
    path: 'forms/:id/submissions/:submission_id/',
    summary: 'Move a submission to the trash',
    auth: 'user',
    params: submissionParams,
    authorize: formToClear,
    handle: async ({ services, caller, authorized, params }) => {
      const count = await trashSubmissions(services, caller, authorized, [params.submission_id]);
      if (count === 0) throw notFound('This answer');
      return messageEnvelope('The answer is in the trash.');
    },
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/trashed/',
    summary: 'The submissions in the trash, what came there last first, and when each is deleted permanently',
    auth: 'user',
    params: formParams,
    query: trashedSubmissionsQuery,
    authorize: formToClear,
    handle: async ({ services, authorized, query }) => {
      const { page, page_size } = query;
      const data = await listTrashedSubmissions(services, authorized, query);
      const isWhole = page === 1 && data.length < page_size;
      return { envelope: { data, count: isWhole ? data.length : null, page, page_size } };
    },
    response: z.array(trashedSubmission),
  }),
  route({
    method: 'POST',
    path: 'forms/:id/submissions/restore/',
    summary: 'Take some submissions out of the trash',
    auth: 'user',
    params: formParams,
    body: deleteSubmissionsRequest,
    authorize: formToClear,
    handle: async ({ services, caller, authorized, body: { ids } }) => ({
      count: await restoreSubmissions(services, caller, authorized, ids),
    }),
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    response: changedSubmissions,
  }),
  route({
    method: 'POST',
    path: 'forms/:id/submissions/purge/',
    summary: 'Permanently delete some submissions that are in the trash, with their files',
    auth: 'user',
    params: formParams,
    body: deleteSubmissionsRequest,
    authorize: formToClear,
    handle: async ({ services, caller, authorized, body: { ids } }) => ({
      count: await deleteSubmissionsForever(services, caller, authorized, ids),
    }),
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    response: changedSubmissions,
  }),
];
