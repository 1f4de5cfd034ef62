import { z } from 'zod';
import { itemParams } from '#lib/contract/item.ts';
import { job, jobParams } from '#lib/contract/job.ts';
import {
  checkImportRequest,
  importCheck,
  importListQuery,
  importPreview,
  importPreviewQuery,
  peoplePreview,
  peoplePreviewQuery,
  startImportRequest,
  tableImport,
} from '#lib/contract/table-import.ts';
import { ROWS_MAX_BYTES } from '#lib/contract/table-limits.ts';
import { queuedJob } from '#server/api/queued-job.ts';
import { route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { acquireCallerSlot } from '#server/items/pictures/caller-slots.ts';
import { ApiError, conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { requireTable } from '../table/table.ts';
import { editableTable } from '../table/table-access.ts';
import { SAMPLE_TIMEOUT_MS } from './check-file.ts';
import { checkLines } from './check-lines.ts';
import { awaitsChoice, findActiveImport } from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import { listImports } from './import-list.ts';
import { lookedAtImportOf } from './job.routes.ts';
import { startPausedImport } from './pause-import.ts';
import { previewImport } from './preview-import.ts';
import { previewPeople } from './preview-people.ts';
import { matchColumns } from './start-import.ts';

/**
 * Reads a file that waits to be imported, one for each caller at a time.
 * @throws ApiError 409 where it waits no more, 422 where it can't be read
 */
async function withWaitingFile<Result>(
  { database, storage }: Services,
  caller: SignedIn,
  jobId: string,
  read: (source: ByteSource, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const reading = await findActiveImport(database, jobId);
  if (!reading) throw conflict('job_ended', 'This import has ended already.');
  // Then its sender has chosen what of the file others see: the rows.
  if (!awaitsChoice(reading)) throw conflict('import_begun', 'This import has begun already.');
  const leave = await acquireCallerSlot(caller.user.id);
  try {
    return await storage.look(reading.file_sha256, (source) =>
      read(source, AbortSignal.timeout(SAMPLE_TIMEOUT_MS)),
    );
  } catch (error) {
    if (error instanceof ImportAborted) throw new ApiError(422, 'rows_unreadable', error.message);
    throw error;
  } finally {
    leave();
  }
}

export const importRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/imports/',
    summary: 'The files that are, or were, imported into a table, the last one first; state=open: unfinished',
    auth: 'user',
    params: itemParams,
    query: importListQuery,
    authorize: editableTable,
    handle: async ({ services, caller, authorized, query }) => {
      const { item } = await requireTable(services.database, authorized);
      const reader = { userId: caller.user.id, isOutsider: authorized.is_outsider ?? false };
      const data = await listImports(services.database, item.id, query, reader);
      return { envelope: { data, count: null, page: query.page, page_size: query.page_size } };
    },
    response: z.array(tableImport),
  }),
  route({
    method: 'POST',
    path: 'items/:id/import/check/',
    publishes: 'nothing',
    summary:
      'What an import would make of the first lines of a file: types of new columns, refused lines, new choices',
    auth: 'user',
    params: itemParams,
    body: checkImportRequest,
    bodyLimit: ROWS_MAX_BYTES,
    authorize: editableTable,
    handle: async ({ services, caller, authorized, body }) =>
      checkLines(services.database, await requireTable(services.database, authorized), body, caller),
    response: importCheck,
  }),
  route({
    method: 'GET',
    path: 'jobs/:id/preview/',
    summary: 'The first lines of a file that waits to be imported, and the sheets of a workbook',
    auth: 'user',
    params: jobParams,
    query: importPreviewQuery,
    authorize: lookedAtImportOf,
    handle: ({ services, caller, authorized, query }) =>
      withWaitingFile(services, caller, authorized.jobId, (source, signal) =>
        previewImport(services, source, { ...query, isContacts: authorized.item.kind === 'contact' }, signal),
      ),
    response: importPreview,
  }),
  route({
    method: 'GET',
    path: 'jobs/:id/people/',
    summary:
      'What an import of people would make of a file that waits: how many would be added, are there already, or are left out and why',
    auth: 'user',
    params: jobParams,
    query: peoplePreviewQuery,
    authorize: lookedAtImportOf,
    handle: async ({ services, caller, authorized: { item, jobId }, query: { match_on, on_match } }) => {
      if (item.kind !== 'contact')
        throw new ApiError(409, 'not_contacts', 'This import is into a table, and not of people');
      const table = await requireTable(services.database, item);
      const matched = match_on === undefined ? null : matchColumns(table, { match_on });
      const chosen = on_match === 'add' ? [] : matched;
      return withWaitingFile(services, caller, jobId, (source, signal) =>
        previewPeople(services, table, source, chosen, signal),
      );
    },
    response: peoplePreview,
  }),
  route({
    method: 'POST',
    path: 'jobs/:id/start/',
    publishes: ({ authorized }) => [itemEvent(authorized.item)],
    summary: 'Start an import whose file was sent before with paused=true, as it is to be imported',
    auth: 'user',
    params: jobParams,
    body: startImportRequest,
    example: { mapping: { Name: 'name', Mail: 'email' }, match_on: ['email'], on_match: 'update' },
    bodyLimit: ROWS_MAX_BYTES,
    authorize: lookedAtImportOf,
    handle: async ({ services, caller, authorized, body }) => {
      const { item, jobId: id } = authorized;
      await startPausedImport(services, caller, item, id, body);
      return { ...queuedJob(id), progress: null };
    },
    response: job,
  }),
];
