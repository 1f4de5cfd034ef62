import { z } from 'zod';
import {
  chooseExistingRequest,
  documentImport,
  documentImportListQuery,
  importDocumentsRequest,
  job,
  jobParams,
} from '#lib/contract/job.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { queuedJob } from '#server/api/queued-job.ts';
import { listEnvelope, route } from '#server/api/route.ts';
import { spaceEvent } from '#server/api/write-events.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { contentDisposition } from '#server/platform/http/content-headers.ts';
import { sendParts } from '#server/platform/http/send-stream.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { chooseExisting } from './import-choice.ts';
import { isDocumentImport, requireOwnImport } from './import-job.ts';
import { importReportText, pastImports } from './past-imports.repo.ts';
import { receiveDocuments, startDocumentImport } from './start-document-import.ts';

type ImportContext = { services: Services; caller: Caller; params: { id: string } };

/** @throws ApiError 404 for what is no import of this person */
async function ownImport({ services, caller, params }: ImportContext) {
  const row = isId(params.id)
    ? await services.database.selectFrom('job').selectAll().where('id', '=', params.id).executeTakeFirst()
    : undefined;
  if (!row || !isDocumentImport(row)) throw notFound('This import');
  await requireOwnImport(services, caller, row);
  return row;
}

export const documentImportRoutes = [
  route({
    method: 'POST',
    path: 'spaces/:slug/import/',
    summary:
      'Import documents: a Markdown, HTML, Word, OpenDocument or text file, or a ZIP of them with pictures (multipart: file, parent, source, existing)',
    auth: 'hub user',
    params: spaceParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.create_item'),
    receive: ({ services, request, incoming }) => receiveDocuments(services, request.raw, incoming),
    receives: { type: 'multipart/form-data', file: 'file', fields: importDocumentsRequest },
    handle: async ({ services, caller, authorized, received }) =>
      queuedJob(await startDocumentImport(services, caller, authorized, received)),
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    status: 202,
    response: job,
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/imports/',
    readsSpace: 'space',
    summary: 'The caller’s own imports of documents into a space, the newest first; kept for 90 days',
    auth: 'hub user',
    params: spaceParams,
    query: documentImportListQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: async ({ services, caller, authorized, query }) => {
      const place = { spaceId: authorized.id, userId: caller.user.id };
      return listEnvelope(await pastImports(services.database, place, query), query);
    },
    response: z.array(documentImport),
  }),
  route({
    method: 'POST',
    path: 'jobs/:id/existing/',
    summary: 'Continue an own import of documents that waits: update what is here already, or add all as new',
    auth: 'user',
    params: jobParams,
    body: chooseExistingRequest,
    authorize: ownImport,
    handle: async ({ services, caller, authorized, body }) => {
      await chooseExisting(services, caller, authorized.id, body.existing);
      return queuedJob(authorized.id);
    },
    publishes: () => [],
    response: job,
  }),
  route({
    method: 'GET',
    path: 'jobs/:id/report/',
    summary: 'All lines of the report of an own import of documents, as CSV',
    auth: 'user',
    acceptsSessionCookie: 'download',
    stream: ['text/csv'],
    params: jobParams,
    authorize: ownImport,
    head: ({ reply }) => {
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', contentDisposition('attachment', 'import-report.csv'));
    },
    handle: ({ services, authorized, reply }) =>
      sendParts(reply, importReportText(services.database, authorized.id)),
  }),
];
