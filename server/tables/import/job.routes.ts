import { z } from 'zod';
import { job, jobParams } from '#lib/contract/job.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { authorizeItem, itemAllowed } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction, messageEnvelope, route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { cancelImport } from '#server/items/imports/cancel-import.ts';
import { isDocumentImport, reportOfJob, requireOwnImport } from '#server/items/imports/import-job.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { cancelLargeCopy } from '#server/items/item/large-copy.ts';
import { isLargeCopy, requireOwnCopy, resultOfCopy } from '#server/items/item/large-copy-job.ts';
import { isId } from '#server/platform/database/id.ts';
import { conflict, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { bulkChangeOfJob } from '../bulk/bulk-change.repo.ts';
import { cancelBulkChange } from '../bulk/bulk-change.service.ts';
import { isBulkChange } from '../bulk/bulk-change-job.ts';
import { cancelColumnChange } from '../columns/finish-column-change.ts';
import { isColumnChange, rowsToChange } from '../columns/queue-column-change.ts';
import { awaitsChoice, deleteImport, findActiveImport } from './import.repo.ts';
import { IMPORT_ROWS } from './import-file.ts';
import { refusedLinesUrl, refusedLinks } from './import-list.ts';
import { pauseImport, resumeImport } from './pause-import.ts';
import { reportedLines } from './refused-lines.repo.ts';

type JobRow = { id: string; task: string; state: string };
type JobContext = { services: Services; caller: Caller; params: { id: string } };

async function jobToEnd({ services, caller, params }: JobContext) {
  const row = isId(params.id)
    ? await services.database.selectFrom('job').selectAll().where('id', '=', params.id).executeTakeFirst()
    : undefined;
  if (row && isDocumentImport(row)) {
    await requireOwnImport(services, caller, row);
    return { job: row, item: null };
  }
  if (row && isLargeCopy(row)) {
    await requireOwnCopy(services, caller, row);
    return { job: row, item: null };
  }
  if (!row?.item_id || !(row.task === IMPORT_ROWS || isColumnChange(row) || isBulkChange(row)))
    throw notFound('This job');
  const worked = await itemById(services.database, caller, row.item_id);
  if (!worked?.rank) throw notFound('This job');
  return { job: row, item: authorizeItem(worked, 'item.change') };
}

async function isPausedImport({ database }: Services, { id, task, state }: JobRow): Promise<boolean> {
  if (task !== IMPORT_ROWS || state === 'ready' || state === 'failed') return false;
  const reading = await findActiveImport(database, id);
  return reading !== undefined && reading.paused_at !== null;
}

/** Where the lines are that an import refused, or took in part, for those who may read them, and how many these are. */
async function refusedLinesOf(
  { database }: Services,
  { id, task, rejected, isAnothers }: { id: string; task: string; rejected: number; isAnothers: boolean },
) {
  const found = task === IMPORT_ROWS ? await reportedLines(database, id) : null;
  const partial = found?.partial ?? 0;
  const url = found && !isAnothers ? refusedLinesUrl(id, rejected + partial) : null;
  return {
    ...refusedLinks(url, found?.format ?? null),
    ...(partial > 0 ? { partial } : {}),
    ...(found?.people ? { people: found.people } : {}),
  };
}

/** How many rows a bulk change is about. */
async function totalOfBulkChange({ database }: Services, found: JobRow): Promise<{ total?: number }> {
  const bulk = isBulkChange(found) ? await bulkChangeOfJob(database, found.id) : undefined;
  return bulk ? { total: bulk.total } : {};
}

/** An import of rows: one of documents is not paused. */
export async function rowImportOf(context: JobContext) {
  const { job: begun, item } = await jobToEnd(context);
  if (!item || isColumnChange(begun) || isBulkChange(begun)) throw notFound('This job');
  const isAnothers = (item.is_outsider ?? false) && begun.created_by !== context.caller.user?.id;
  return { item, jobId: begun.id, isAnothers };
}

/** The same of one whose file may still be looked at: for those outside of the hub, only of their own. */
export async function lookedAtImportOf(context: JobContext) {
  const { isAnothers, ...found } = await rowImportOf(context);
  if (isAnothers) throw notFound('This job');
  return found;
}

/** The same of one that may continue: nobody outside of the hub makes rows of a file whose sender has not chosen how. */
async function resumedImportOf(context: JobContext) {
  const { isAnothers, ...found } = await rowImportOf(context);
  const reading = isAnothers ? await findActiveImport(context.services.database, found.jobId) : undefined;
  if (reading && awaitsChoice(reading)) throw notFound('This job');
  return found;
}

export const jobRoutes = [
  route({
    method: 'POST',
    path: 'jobs/:id/pause/',
    publishes: ({ authorized }) => [itemEvent(authorized.item)],
    summary: 'Pause an import of rows after the lines that are being written',
    auth: 'user',
    params: jobParams,
    authorize: rowImportOf,
    handle: async ({ services, authorized }) => {
      await pauseImport(services, authorized.item, authorized.jobId);
      return messageEnvelope('The import is paused.', null);
    },
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'jobs/:id/resume/',
    publishes: ({ authorized }) => [itemEvent(authorized.item)],
    summary: 'Resume a paused import from the line where it stopped, in one’s own name',
    auth: 'user',
    params: jobParams,
    authorize: resumedImportOf,
    handle: async ({ services, caller, authorized }) => {
      await resumeImport(services, caller, authorized.item, authorized.jobId);
      return messageEnvelope('The import goes on.', null);
    },
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'jobs/:id/cancel/',
    publishes: ({ authorized: { item } }) => (item ? [itemEvent(item)] : []),
    summary:
      'Cancel an import or a bulk change, of which what was written stays, or a copy or a change of a column, of which nothing stays',
    auth: 'user',
    params: jobParams,
    authorize: jobToEnd,
    handle: async ({ services, caller, authorized: { job: begun, item } }) => {
      if (isLargeCopy(begun)) {
        await cancelLargeCopy(services, begun.id);
        return messageEnvelope('The copy is cancelled. Nothing was added.', null);
      }
      if (item === null) {
        await cancelImport(services, caller, begun.id);
        return messageEnvelope('The import is cancelled. What was written stays.', null);
      }
      const bulk = isBulkChange(begun) ? await bulkChangeOfJob(services.database, begun.id) : undefined;
      if (bulk) {
        await cancelBulkChange(services, caller, item, bulk.id);
        return messageEnvelope(
          'The change is cancelled. Rows that were changed stay so until it is undone.',
          null,
        );
      }
      if (isColumnChange(begun)) {
        await cancelColumnChange(services, item, begun);
        return messageEnvelope('The change is cancelled. Everything is as before.', null);
      }
      await inTransaction(services, async (trx) => {
        const reading = await findActiveImport(trx, begun.id, { lock: true });
        if (!reading) throw conflict('job_ended', 'This import has ended already.');
        await deleteImport(trx, begun.id, { reason: 'The import was cancelled.', failed: true });
        if (reading.done === 0) return;
        await recordAuditEvent(trx, caller, {
          hubId: item.hub_id,
          action: 'item.imported',
          target: { kind: 'item', id: item.id, name: item.title },
          scopeId: item.scope_id,
          details: { rows: reading.done, refused: reading.rejected },
        });
      });
      return messageEnvelope('The import is cancelled. Rows that were written stay.', null);
    },
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'jobs/:id/',
    summary: 'How far a job is, for who may see what it works on',
    auth: 'anyone',
    params: jobParams,
    authorize: async ({ services, caller, params }) => {
      const row = isId(params.id)
        ? await services.database.selectFrom('job').selectAll().where('id', '=', params.id).executeTakeFirst()
        : undefined;
      if (row && isDocumentImport(row)) {
        await requireOwnImport(services, caller, row);
        return { ...row, isAnothers: false };
      }
      if (row && isLargeCopy(row)) {
        await requireOwnCopy(services, caller, row);
        return { ...row, isAnothers: false };
      }
      if (!row?.item_id) throw notFound('This job');
      const worked = await itemById(services.database, caller, row.item_id);
      if (!worked?.rank) throw notFound('This job');
      authorizeItem(worked, 'item.view');
      const mayRead = !isColumnChange(row) || itemAllowed(worked).includes('item.change');
      return {
        ...row,
        isAnothers: (worked.is_outsider ?? false) && row.created_by !== caller.user?.id,
        // It may name values of the table.
        reason: mayRead || row.reason === null ? row.reason : 'The column was not changed.',
      };
    },
    handle: async ({ services, authorized }) => ({
      ...(await refusedLinesOf(services, authorized)),
      state: authorized.state,
      id: authorized.id,
      progress: authorized.progress,
      done: authorized.done,
      rejected: authorized.rejected,
      ...(authorized.reason ? { reason: authorized.reason } : {}),
      ...((await isPausedImport(services, authorized)) ? { paused: true as const } : {}),
      ...(isColumnChange(authorized) ? { total: await rowsToChange(services, authorized.item_id) } : {}),
      ...(await totalOfBulkChange(services, authorized)),
      ...(isDocumentImport(authorized) ? await reportOfJob(services, authorized) : {}),
      ...(isLargeCopy(authorized) ? await resultOfCopy(services, authorized) : {}),
    }),
    response: job,
  }),
];
