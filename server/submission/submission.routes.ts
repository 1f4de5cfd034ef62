import { z } from 'zod';
import {
  askedSubmission,
  changeSubmissionRequest,
  formParams,
  submission,
  submissionListQuery,
  submissionParams,
} from '#lib/contract/form.ts';
import { formById } from '../form/form.repo.ts';
import { publishedVersion } from '../form/version-cache.ts';
import { notFound } from '../http/api-error.ts';
import { messageAnswer, route } from '../http/route.ts';
import { authorizeForm } from '../policy/form-policy.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import { presentSubmission } from './submission.presenter.ts';
import { submissionsOf } from './submission.repo.ts';
import { changeState, deleteSubmission, findSubmission } from './submission.service.ts';

type Asked = { services: Services; caller: Caller; params: { id: string } };

const formToRead = async ({ services, caller, params }: Asked) =>
  authorizeForm(await formById(services.database, caller, params.id), 'form.read_submissions');

export const submissionRoutes = [
  route({
    method: 'GET',
    path: 'forms/:id/submissions/',
    summary: 'The answers to a form, the newest first; `next` is the id to go on after',
    auth: 'user',
    params: formParams,
    query: submissionListQuery,
    authorize: formToRead,
    handle: async ({ services, authorized, query }) => {
      const { page, page_size } = query;
      const rows = await submissionsOf(services.database, authorized.id, query);
      const next = rows.length === page_size ? (rows.at(-1)?.id ?? null) : null;
      const isWhole = page === 1 && query.after === undefined && next === null;
      const data = rows.map(presentSubmission);
      return { envelope: { data, count: isWhole ? data.length : null, page, page_size, next } };
    },
    answers: z.array(submission),
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/:submission_id/',
    summary: 'One answer, with the fields as they were asked',
    auth: 'user',
    params: submissionParams,
    authorize: formToRead,
    handle: async ({ services, authorized, params }) => {
      const row = await findSubmission(services, authorized, params.submission_id);
      const asked = await publishedVersion(services.database, authorized.id, row.version);
      if (!asked) throw notFound('This answer');
      return { ...presentSubmission(row), title: asked.title, fields: asked.fields };
    },
    answers: askedSubmission,
  }),
  route({
    method: 'PATCH',
    path: 'forms/:id/submissions/:submission_id/',
    summary: 'Note how far the team is with an answer',
    auth: 'user',
    params: submissionParams,
    body: changeSubmissionRequest,
    authorize: formToRead,
    handle: ({ services, authorized, params, body }) =>
      changeState(services, authorized, params.submission_id, body.state),
    present: (row) => presentSubmission(row),
    answers: submission,
  }),
  route({
    method: 'DELETE',
    path: 'forms/:id/submissions/:submission_id/',
    summary: 'Delete an answer for ever',
    auth: 'user',
    params: submissionParams,
    authorize: async ({ services, caller, params }) =>
      authorizeForm(await formById(services.database, caller, params.id), 'form.delete_submissions'),
    handle: async ({ services, caller, authorized, params }) => {
      await deleteSubmission(services, caller, authorized, params.submission_id);
      return messageAnswer('The answer is deleted for ever.');
    },
  }),
];
