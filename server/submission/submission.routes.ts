import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  askedSubmission,
  changeSubmissionRequest,
  formFileParams,
  formParams,
  formSummary,
  submission,
  submissionExportQuery,
  submissionListQuery,
  submissionParams,
} from '#lib/contract/form.ts';
import { record } from '../audit/record.ts';
import { disposition, strangersHeaders } from '../file/content-headers.ts';
import { formById } from '../form/form.repo.ts';
import { targetOf } from '../form/form.service.ts';
import { publishedVersion, spokenIn } from '../form/version-cache.ts';
import { notFound } from '../http/api-error.ts';
import { inTransaction, messageAnswer, route } from '../http/route.ts';
import { authorizeForm } from '../policy/form-policy.ts';
import type { Services } from '../services.ts';
import { type Caller, callerOf } from '../session/caller.ts';
import { SUBMISSION_TYPES, submissionsAsText } from './export-submissions.ts';
import { answeredFile } from './form-file.repo.ts';
import { presentSubmission } from './submission.presenter.ts';
import { submissionsOf } from './submission.repo.ts';
import { changeState, deleteSubmission, findSubmission } from './submission.service.ts';
import { summarize } from './summary.ts';

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
      const { title, fields, layout } = spokenIn(asked, row.language);
      return { ...presentSubmission(row), title, fields, layout };
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
  route({
    method: 'GET',
    path: 'forms/:id/summary/',
    summary: 'What was answered in all: by version, state and day, and to each field',
    auth: 'user',
    params: formParams,
    authorize: formToRead,
    handle: ({ services, authorized }) => summarize(services.database, authorized),
    answers: formSummary,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/export/',
    summary: 'All answers to a form, as CSV or JSON',
    auth: 'user',
    cookie: true,
    stream: true,
    params: formParams,
    query: submissionExportQuery,
    authorize: formToRead,
    handle: async ({ services, caller, authorized, params, query: { format }, request, reply }) => {
      await inTransaction(services, (trx) =>
        record(trx, caller, { ...targetOf(authorized), action: 'form.exported', details: { format } }),
      );
      const formAnew = async () =>
        formToRead({ services, params, caller: await callerOf(services, request, { cookie: true }) });
      reply
        .type(SUBMISSION_TYPES[format])
        .header('Content-Disposition', disposition('attachment', `${authorized.title}.${format}`));
      return reply.send(Readable.from(submissionsAsText(services, formAnew, format)));
    },
  }),
  route({
    method: 'GET',
    path: 'forms/:id/files/:file_id/',
    summary: 'A file that was given as an answer, for those who read the answers',
    auth: 'user',
    cookie: true,
    stream: true,
    params: formFileParams,
    authorize: formToRead,
    handle: async ({ services, authorized, params, reply }) => {
      const file = await answeredFile(services.database, authorized.id, params.file_id);
      if (!file) throw notFound('This file');
      reply
        .headers(strangersHeaders(file.mime, file.name, { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('Content-Length', file.size);
      return reply.send(await services.storage.read(file.file_sha256));
    },
  }),
];
