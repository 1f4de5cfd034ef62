import { z } from 'zod';
import { changedAnswer, correctAnswerRequest } from '#lib/contract/answer.ts';
import {
  answerFilterQuery,
  answerListQuery,
  answerNote,
  answerQuery,
  answerReader,
  askedForm,
  askedSubmission,
  changedSubmissions,
  changeSubmissionRequest,
  changeSubmissionsRequest,
  countedAnswers,
  formSummary,
  NEWER_MAX,
  newerAnswers,
  newerQuery,
  noteParams,
  noteRequest,
  readersQuery,
  submission,
  submissionExportQuery,
} from '#lib/contract/answers.ts';
import { formFileParams, formParams, receivedFile, submissionParams } from '#lib/contract/form.ts';
import { record } from '#server/access/audit/record.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { type Caller, callerOf } from '#server/access/sessions/caller.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { inTransaction, messageAnswer, route } from '#server/api/route.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { formZone } from '#server/forms/definition/form-locale.ts';
import { targetOf } from '#server/forms/definition/form-target.ts';
import { answerFilter } from '#server/forms/filters/answer-filter.ts';
import { summarize } from '#server/forms/summary/summary.ts';
import { answeredFile } from '#server/forms/uploads/form-file.repo.ts';
import { keepCorrectionFile } from '#server/forms/uploads/receive-file.ts';
import { refuseMoreWaiting, senderHash } from '#server/forms/uploads/waiting-files.ts';
import { receiveFile } from '#server/items/uploads/receive-field-file.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { disposition, strangersHeaders } from '#server/platform/http/content-headers.ts';
import { sendParts } from '#server/platform/http/send-stream.ts';
import { senderOf } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import { countNewer } from './answer-list.repo.ts';
import { countAnswers, describeAsked, listAnswers } from './answer-list.ts';
import { readersOf } from './answer-reader.repo.ts';
import { correctAnswer } from './correct-answer.ts';
import { exportAnswers, SUBMISSION_TYPES } from './export-answers.ts';
import { ownAnswerRow } from './own-answer.repo.ts';
import {
  changeSubmission,
  changeSubmissions,
  describeSubmission,
  takeNoteBack,
  writeNote,
} from './submission.service.ts';

type Asked = { services: Services; caller: Caller; params: { id: string } };

const formToRead = async ({ services, caller, params }: Asked) =>
  authorizeForm(await formById(services.database, caller, params.id), 'form.read_submissions');

const formToCorrect = async ({ services, caller, params }: Asked) =>
  authorizeForm(await formById(services.database, caller, params.id), 'form.correct_submissions');

export const submissionRoutes = [
  route({
    method: 'GET',
    path: 'forms/:id/submissions/',
    summary: 'The answers to a form that match, in order; `next` is what to go on after',
    auth: 'user',
    params: formParams,
    query: answerListQuery,
    authorize: formToRead,
    handle: async ({ services, caller, authorized, query }) => {
      const { page, page_size, after } = query;
      const { rows, next } = await listAnswers(services, caller, authorized, query);
      const isWhole = page === 1 && after === undefined && next === null;
      return { envelope: { data: rows, count: isWhole ? rows.length : null, page, page_size, next } };
    },
    answers: z.array(submission),
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/newer/',
    summary: 'How many answers came after one',
    auth: 'user',
    params: formParams,
    query: newerQuery,
    authorize: formToRead,
    handle: async ({ services, authorized, query: { than } }) => ({
      count: await countNewer(services.database, authorized.id, than, NEWER_MAX),
    }),
    answers: newerAnswers,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/count/',
    summary: 'How many answers match, and how many there are, both up to a limit',
    auth: 'user',
    params: formParams,
    query: answerFilterQuery,
    authorize: formToRead,
    handle: ({ services, caller, authorized, query }) => countAnswers(services, caller, authorized, query),
    answers: countedAnswers,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/asked-fields/',
    summary: 'The fields that were ever asked, over all versions',
    auth: 'user',
    params: formParams,
    authorize: formToRead,
    handle: ({ services, authorized }) => describeAsked(services, authorized),
    answers: askedForm,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/answer-readers/',
    summary: 'The people who may read the answers, by name: who they can be assigned to',
    auth: 'user',
    params: formParams,
    query: readersQuery,
    authorize: formToRead,
    handle: ({ services, caller, authorized, query }) =>
      readersOf(services.database, authorized, { q: query.q, askerId: caller.user.id }),
    answers: z.array(answerReader),
  }),
  route({
    method: 'PATCH',
    path: 'forms/:id/submissions/',
    publishes: 'submissions',
    summary: 'Note how far the team is with some answers, and who takes care of them',
    auth: 'user',
    params: formParams,
    body: changeSubmissionsRequest,
    authorize: formToRead,
    handle: async ({ services, authorized, body: { ids, ...work } }) => ({
      count: await changeSubmissions(services, authorized, ids, work),
    }),
    answers: changedSubmissions,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/submissions/:submission_id/',
    summary: 'One answer, with the fields as they were asked, and what stands before and after it in a list',
    auth: 'user',
    params: submissionParams,
    query: answerQuery,
    authorize: formToRead,
    handle: ({ services, caller, authorized, params, query }) =>
      describeSubmission(services, caller, authorized, params.submission_id, query),
    answers: askedSubmission,
  }),
  route({
    method: 'PATCH',
    path: 'forms/:id/submissions/:submission_id/',
    publishes: 'submissions',
    summary: 'Note how far the team is with an answer, and who takes care of it',
    auth: 'user',
    params: submissionParams,
    body: changeSubmissionRequest,
    authorize: formToRead,
    handle: ({ services, authorized, params, body }) =>
      changeSubmission(services, authorized, params.submission_id, body),
    answers: submission,
  }),
  route({
    method: 'PUT',
    path: 'forms/:id/submissions/:submission_id/values/',
    publishes: 'submissions',
    summary: 'Correct an answer; what it was is kept, with who changed it',
    auth: 'user',
    params: submissionParams,
    body: correctAnswerRequest,
    authorize: formToCorrect,
    handle: ({ services, caller, authorized, params, body, request }) =>
      correctAnswer(services, caller, authorized, {
        id: params.submission_id,
        values: body.values,
        expected: expectedRevision(request),
      }),
    answers: changedAnswer,
  }),
  route({
    method: 'POST',
    path: 'forms/:id/submissions/:submission_id/files/',
    publishes: 'submissions',
    summary:
      'Send a file for an answer that is being corrected (multipart: file, field); its id is the value. Kept for a day without a correction',
    auth: 'user',
    params: submissionParams,
    authorize: async (asked) => {
      const form = await formToCorrect(asked);
      const { submission_id: id } = asked.params;
      const answer = isId(id) ? await ownAnswerRow(asked.services.database, form.id, id) : undefined;
      if (!answer) throw notFound('This answer');
      return { form, version: answer.version, hubId: form.hub_id };
    },
    receive: async ({ services, caller, params, request, incoming }) => {
      const sender = senderHash(services, senderOf(request, caller));
      await refuseMoreWaiting(services.database, services, { formId: params.id, sender, size: 0 });
      return receiveFile(services, request.raw, incoming);
    },
    handle: ({ services, caller, request, authorized: { form, version }, received }) =>
      keepCorrectionFile(services, form, received, {
        version,
        sender: senderHash(services, senderOf(request, caller)),
      }),
    status: 201,
    answers: receivedFile,
  }),
  route({
    method: 'POST',
    path: 'forms/:id/submissions/:submission_id/notes/',
    publishes: 'submissions',
    summary: 'Write a note to an answer, which its readers see',
    auth: 'user',
    params: submissionParams,
    body: noteRequest,
    authorize: formToRead,
    handle: ({ services, caller, authorized, params, body }) =>
      writeNote(services, caller, authorized, params.submission_id, body.body),
    status: 201,
    answers: answerNote,
  }),
  route({
    method: 'DELETE',
    path: 'forms/:id/submissions/:submission_id/notes/:note_id/',
    publishes: 'submissions',
    summary: 'Take back a note that the caller wrote',
    auth: 'user',
    params: noteParams,
    authorize: formToRead,
    handle: async ({ services, caller, authorized, params }) => {
      const { submission_id: submissionId, note_id: noteId } = params;
      await takeNoteBack(services, caller, authorized, { submissionId, noteId });
      return messageAnswer('The note is deleted.');
    },
  }),
  route({
    method: 'GET',
    path: 'forms/:id/summary/',
    summary:
      'What was answered in all that match: by version, state and day (by the clocks of the form, else its hub), and to each field',
    auth: 'user',
    params: formParams,
    query: answerFilterQuery,
    authorize: formToRead,
    handle: ({ services, caller, authorized, query }) => summarize(services, caller, authorized, query),
    answers: formSummary,
  }),
  route({
    method: 'GET',
    path: 'forms/:id/export/',
    summary: 'All answers to a form that match, as CSV, XLSX or JSON, or their files as ZIP',
    auth: 'user',
    acceptsSessionCookie: 'download',
    stream: true,
    params: formParams,
    query: submissionExportQuery,
    authorize: formToRead,
    head: ({ authorized, query, reply }) => {
      const { mime, extension } = SUBMISSION_TYPES[query.format];
      const name = `${authorized.title}.${extension}`;
      reply.type(mime).header('Content-Disposition', disposition('attachment', name));
    },
    handle: async ({ services, caller, authorized, params, query, request, reply }) => {
      const { format, columns, for: reader } = query;
      const filter = await answerFilter(services.database, caller, authorized, query);
      await inTransaction(services, (trx) =>
        record(trx, caller, { ...targetOf(authorized), action: 'form.exported', details: { format } }),
      );
      const stillMay = async () =>
        formToRead({ services, params, caller: await callerOf(services, request, { cookie: 'download' }) });
      const { id: formId, title } = authorized;
      const zone = await formZone(services.database, authorized.id);
      const what = { formId, title, filter, heading: columns, reader, zone, stillMay };
      return sendParts(reply, exportAnswers(services, what, format));
    },
  }),
  route({
    method: 'GET',
    path: 'forms/:id/files/:file_id/',
    summary: 'A file that was given as an answer, for those who read the answers',
    auth: 'user',
    acceptsSessionCookie: true,
    stream: true,
    params: formFileParams,
    authorize: async (context) => {
      const form = await formToRead(context);
      const file = await answeredFile(context.services.database, form.id, context.params.file_id);
      if (!file) throw notFound('This file');
      return { file, hubId: form.hub_id };
    },
    head: ({ authorized: { file }, reply }) => {
      reply
        .headers(strangersHeaders(file.mime, file.name, { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('Content-Length', file.size);
    },
    handle: async ({ services, authorized: { file }, reply }) =>
      reply.send(await services.storage.read(file.file_sha256)),
  }),
];
