import { z } from 'zod';
import { formFileParams, formParams, submissionParams } from '#lib/contract/form.ts';
import { correctSubmissionRequest, editedSubmission } from '#lib/contract/own-submission.ts';
import { NEWER_COUNT_MAX } from '#lib/contract/submission-limits.ts';
import {
  changedSubmissions,
  changeSubmissionRequest,
  changeSubmissionsRequest,
  formSummary,
  newerSubmissions,
  newerSubmissionsQuery,
  noteParams,
  noteRequest,
  submission,
  submissionCount,
  submissionDetail,
  submissionExportQuery,
  submissionFields,
  submissionFilterQuery,
  submissionListQuery,
  submissionNote,
  submissionQuery,
  submissionReader,
  submissionReadersQuery,
} from '#lib/contract/submissions.ts';
import { uploadedFormFile } from '#lib/contract/submit.ts';
import { fieldFileParts } from '#lib/contract/upload-parts.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { type Caller, callerOf } from '#server/access/sessions/caller.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { inTransaction, messageEnvelope, route } from '#server/api/route.ts';
import { submissionsEvent } from '#server/api/write-events.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { formTimeZone } from '#server/forms/definition/form-locale.ts';
import { formAuditTarget } from '#server/forms/definition/form-target.ts';
import { parseSubmissionFilter } from '#server/forms/filters/submission-filter.ts';
import { summarize } from '#server/forms/summary/summary.ts';
import { submittedFile } from '#server/forms/uploads/form-file.repo.ts';
import { hashSender, refuseTooManyPendingFiles } from '#server/forms/uploads/pending-file-limits.ts';
import { storeCorrectionFile } from '#server/forms/uploads/receive-file.ts';
import { receiveFieldFile } from '#server/items/uploads/receive-field-file.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { contentDisposition, untrustedContentHeaders } from '#server/platform/http/content-headers.ts';
import { sendParts } from '#server/platform/http/send-stream.ts';
import { senderOf } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import { correctSubmission } from './correct-submission.ts';
import { exportSubmissions, SUBMISSION_TYPES } from './export-submissions.ts';
import { ownSubmissionRow } from './own-submission.repo.ts';
import {
  addSubmissionNote,
  changeSubmission,
  changeSubmissions,
  deleteSubmissionNote,
  describeSubmission,
} from './submission.service.ts';
import { countNewerSubmissions } from './submission-list.repo.ts';
import { countSubmissionsMatching, describeVersionFields, listSubmissions } from './submission-list.ts';
import { submissionReaders } from './submission-reader.repo.ts';

type SubmissionContext = { services: Services; caller: Caller; params: { id: string } };

const formToRead = async ({ services, caller, params }: SubmissionContext) =>
  authorizeForm(await formById(services.database, caller, params.id), 'form.read_submissions');

const formToCorrect = async ({ services, caller, params }: SubmissionContext) =>
  authorizeForm(await formById(services.database, caller, params.id), 'form.correct_submissions');

export const submissionRoutes = [
  route({
    method: 'GET',
    path: 'forms/:id/submissions/',
    summary: 'The submissions to a form that match, in order; `next` is the cursor of the next page',
    auth: 'user',
    params: formParams,
    query: submissionListQuery,
    authorize: formToRead,
    handle: async ({ services, caller, authorized, query }) => {
      const { page, page_size, after } = query;
      const { rows, next } = await listSubmissions(services, caller, authorized, query);
      const isWhole = page === 1 && after === undefined && next === null;
      return { envelope: { data: rows, count: isWhole ? rows.length : null, page, page_size, next } };
    },
    response: z.array(submission),
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/newer/',
    summary: 'How many submissions came after one',
    auth: 'user',
    params: formParams,
    query: newerSubmissionsQuery,
    authorize: formToRead,
    handle: async ({ services, authorized, query: { than } }) => ({
      count: await countNewerSubmissions(services.database, authorized.id, than, NEWER_COUNT_MAX),
    }),
    response: newerSubmissions,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/count/',
    summary: 'How many submissions match, and how many there are, both up to a limit',
    auth: 'user',
    params: formParams,
    query: submissionFilterQuery,
    authorize: formToRead,
    handle: ({ services, caller, authorized, query }) =>
      countSubmissionsMatching(services, caller, authorized, query),
    response: submissionCount,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/asked-fields/',
    summary: 'The fields that were ever asked, over all versions',
    auth: 'user',
    params: formParams,
    authorize: formToRead,
    handle: ({ services, authorized }) => describeVersionFields(services, authorized),
    response: submissionFields,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/answer-readers/',
    summary: 'The people who may read the submissions, by name: who they can be assigned to',
    auth: 'user',
    params: formParams,
    query: submissionReadersQuery,
    authorize: formToRead,
    handle: ({ services, caller, authorized, query }) =>
      submissionReaders(services.database, authorized, { q: query.q, requesterId: caller.user.id }),
    response: z.array(submissionReader),
  }),
  route({
    method: 'PATCH',
    path: 'forms/:id/submissions/',
    summary: 'Note how far the team is with some submissions, and who takes care of them',
    auth: 'user',
    params: formParams,
    body: changeSubmissionsRequest,
    authorize: formToRead,
    handle: async ({ services, authorized, body: { ids, ...work } }) => ({
      count: await changeSubmissions(services, authorized, ids, work),
    }),
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    response: changedSubmissions,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/:submission_id/',
    summary: 'One submission, with the fields of its version, and its neighbours in a list',
    auth: 'user',
    params: submissionParams,
    query: submissionQuery,
    authorize: formToRead,
    handle: ({ services, caller, authorized, params, query }) =>
      describeSubmission(services, caller, authorized, params.submission_id, query),
    response: submissionDetail,
  }),
  route({
    method: 'PATCH',
    path: 'forms/:id/submissions/:submission_id/',
    summary: 'Note how far the team is with a submission, and who takes care of it',
    auth: 'user',
    params: submissionParams,
    body: changeSubmissionRequest,
    authorize: formToRead,
    handle: ({ services, authorized, params, body }) =>
      changeSubmission(services, authorized, params.submission_id, body),
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    response: submission,
  }),
  route({
    method: 'PUT',
    path: 'forms/:id/submissions/:submission_id/values/',
    acceptsRevision: true,
    summary: 'Correct a submission; the previous revision is kept, with its author',
    auth: 'user',
    params: submissionParams,
    body: correctSubmissionRequest,
    authorize: formToCorrect,
    handle: ({ services, caller, authorized, params, body, request }) =>
      correctSubmission(services, caller, authorized, {
        id: params.submission_id,
        ...body,
        expected: expectedRevision(request),
      }),
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    response: editedSubmission,
    refusalData: submission,
  }),
  route({
    method: 'POST',
    path: 'forms/:id/submissions/:submission_id/files/',
    summary:
      'Send a file for a submission that is being corrected (multipart: file, field); its id is the value. Kept for a day without a correction',
    auth: 'user',
    params: submissionParams,
    authorize: async (context) => {
      const form = await formToCorrect(context);
      const { submission_id: id } = context.params;
      const submission = isId(id)
        ? await ownSubmissionRow(context.services.database, form.id, id)
        : undefined;
      if (!submission) throw notFound('This answer');
      return { form, version: submission.version, hubId: form.hub_id };
    },
    receive: async ({ services, caller, params, request, incoming }) => {
      const sender = hashSender(services, senderOf(request, caller));
      await refuseTooManyPendingFiles(services.database, services, { formId: params.id, sender, size: 0 });
      return receiveFieldFile(services, request.raw, incoming);
    },
    receives: { type: 'multipart/form-data', file: 'file', fields: fieldFileParts },
    handle: ({ services, caller, request, authorized: { form, version }, received }) =>
      storeCorrectionFile(services, form, received, {
        version,
        sender: hashSender(services, senderOf(request, caller)),
      }),
    publishes: 'nothing',
    status: 201,
    response: uploadedFormFile,
  }),
  route({
    method: 'POST',
    path: 'forms/:id/submissions/:submission_id/notes/',
    summary: 'Add a note to a submission, for its readers',
    auth: 'user',
    params: submissionParams,
    body: noteRequest,
    authorize: formToRead,
    handle: ({ services, caller, authorized, params, body }) =>
      addSubmissionNote(services, caller, authorized, params.submission_id, body.body),
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    status: 201,
    response: submissionNote,
  }),
  route({
    method: 'DELETE',
    path: 'forms/:id/submissions/:submission_id/notes/:note_id/',
    summary: 'Delete a note that the caller wrote, or that somebody left who has no account here',
    auth: 'user',
    params: noteParams,
    authorize: formToRead,
    handle: async ({ services, caller, authorized, params }) => {
      const { submission_id: submissionId, note_id: noteId } = params;
      await deleteSubmissionNote(services, caller, authorized, { submissionId, noteId });
      return messageEnvelope('The note is deleted.');
    },
    publishes: ({ authorized }) => [submissionsEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'forms/:id/summary/',
    summary:
      'What was answered in all that match: by version, state and day (by the clocks of the form, else its hub), and to each field',
    auth: 'user',
    params: formParams,
    query: submissionFilterQuery,
    authorize: formToRead,
    handle: ({ services, caller, authorized, query }) => summarize(services, caller, authorized, query),
    response: formSummary,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/export/',
    summary: 'All submissions to a form that match, as CSV, XLSX or JSON, or their files as ZIP',
    auth: 'user',
    acceptsSessionCookie: 'download',
    stream: [
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/json',
      'application/zip',
    ],
    params: formParams,
    query: submissionExportQuery,
    authorize: formToRead,
    head: ({ authorized, query, reply }) => {
      const { mime, extension } = SUBMISSION_TYPES[query.format];
      const name = `${authorized.title}.${extension}`;
      reply.type(mime).header('Content-Disposition', contentDisposition('attachment', name));
    },
    handle: async ({ services, caller, authorized, params, query, request, reply }) => {
      const { format, columns, for: reader } = query;
      const filter = await parseSubmissionFilter(services.database, caller, authorized, query);
      await inTransaction(services, (trx) =>
        recordAuditEvent(trx, caller, {
          ...formAuditTarget(authorized),
          action: 'form.exported',
          details: { format },
        }),
      );
      const stillMay = async () =>
        formToRead({ services, params, caller: await callerOf(services, request, { cookie: 'download' }) });
      const { id: formId, title } = authorized;
      const zone = await formTimeZone(services.database, authorized.id);
      const what = { formId, title, filter, heading: columns, reader, zone, stillMay };
      return sendParts(reply, exportSubmissions(services, what, format));
    },
  }),
  route({
    method: 'GET',
    path: 'forms/:id/files/:file_id/',
    summary: 'A submitted file, for readers of the submissions',
    auth: 'user',
    acceptsSessionCookie: true,
    stream: ['*/*'],
    params: formFileParams,
    authorize: async (context) => {
      const form = await formToRead(context);
      const file = await submittedFile(context.services.database, form.id, context.params.file_id);
      if (!file) throw notFound('This file');
      return { file, hubId: form.hub_id };
    },
    head: ({ authorized: { file }, reply }) => {
      reply
        .headers(untrustedContentHeaders(file.mime, file.name, { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('Content-Length', file.size);
    },
    handle: async ({ services, authorized: { file }, reply }) =>
      reply.send(await services.storage.read(file.file_sha256)),
  }),
];
