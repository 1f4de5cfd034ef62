import { importDocumentsRequest, job } from '#lib/contract/job.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { route } from '#server/api/route.ts';
import { spaceEvent } from '#server/api/write-events.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { receiveDocuments, startDocumentImport } from './start-document-import.ts';

export const documentImportRoutes = [
  route({
    method: 'POST',
    path: 'spaces/:slug/import/',
    summary:
      'Import documents: a Markdown, HTML, Word, OpenDocument or text file, or a ZIP of them with pictures (multipart: file, parent, source)',
    auth: 'hub user',
    params: spaceParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.create_item'),
    receive: ({ services, request, incoming }) => receiveDocuments(services, request.raw, incoming),
    receives: { type: 'multipart/form-data', file: 'file', fields: importDocumentsRequest },
    handle: async ({ services, caller, authorized, received }) => ({
      id: await startDocumentImport(services, caller, authorized, received),
      state: 'queued' as const,
      progress: 0,
      done: 0,
      rejected: 0,
      errors_url: null,
    }),
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    status: 202,
    response: job,
  }),
];
