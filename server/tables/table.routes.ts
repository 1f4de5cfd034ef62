import { z } from 'zod';
import { columnPreview } from '#lib/contract/column-preview.ts';
import { addColumnRequest, changeColumnRequest } from '#lib/contract/column-request.ts';
import { itemParams } from '#lib/contract/item.ts';
import { job, jobParams } from '#lib/contract/job.ts';
import {
  addRowsRequest,
  changeRowsRequest,
  column,
  columnChangeQuery,
  columnParams,
  deletedColumn,
  deleteRowsRequest,
  importRequest,
  row,
  rowListQuery,
  rowOutcome,
} from '#lib/contract/table.ts';
import { ROWS_MAX_BYTES } from '#lib/contract/table-limits.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { queuedJob } from '#server/api/queued-job.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { type ItemView, itemById } from '#server/items/item/item.repo.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { contentDisposition } from '#server/platform/http/content-headers.ts';
import { sendParts } from '#server/platform/http/send-stream.ts';
import type { Services } from '#server/platform/services.ts';
import { presentColumns } from './columns/column.presenter.ts';
import { addColumn, previewColumnChange, requestColumnChange } from './columns/column.service.ts';
import { deleteColumn } from './columns/delete-column.ts';
import { TABLE_TYPES } from './export/export-rows.ts';
import { refusedCards, refusedLinesCsv, reportedLines } from './import/refused-lines.repo.ts';
import { receiveImport, startImport } from './import/start-import.ts';
import { forVisitors } from './lists/for-visitors.ts';
import { listRowPage, readTableConsistently } from './lists/list-rows.ts';
import { prepareIndexes } from './lists/row-index.ts';
import { readLinkedValues } from './rows/linked-values.ts';
import { chosenFields, presentRow } from './rows/row.presenter.ts';
import { callerOfTable } from './table/caller-of-table.ts';
import { IMPORT_NOTES, ROW_LIST_NOTES } from './table/parameter-notes.ts';
import { withoutPeople } from './table/people-columns.ts';
import { requireTable } from './table/table.ts';
import { editableTable, readableTable } from './table/table-access.ts';
import { comparedBy } from './views/outsider-views.ts';
import { viewOfRows } from './views/view.service.ts';
import { presentOutcome } from './writes/row.service.ts';
import { addRows, changeTableRows, deleteTableRows, rowEvents } from './writes/write-rows.ts';
import type { WrittenRows } from './writes/written-rows.ts';

type TableContext = { services: Services; caller: Caller; params: { id: string } };

const isOutsider = (item: ItemView) => item.is_outsider ?? false;

const presentWritten = ({ item, table, outcomes, linked }: WrittenRows) =>
  outcomes.map((outcome) =>
    presentOutcome(outcome, comparedBy(table, item), (one) =>
      presentRow(table, one, { isOutsider: isOutsider(item), ...(linked ? { linked } : {}) }),
    ),
  );

async function importToRead({ services, caller, params }: TableContext) {
  const found = isId(params.id)
    ? await services.database.selectFrom('job').selectAll().where('id', '=', params.id).executeTakeFirst()
    : undefined;
  if (!found?.item_id) throw notFound('This job');
  const item = await itemById(services.database, caller, found.item_id);
  if (!item?.rank) throw notFound('This job');
  authorizeItem(item, 'item.change');
  // A line is all of it, also the cells that the table was not to get.
  if (isOutsider(item) && found.created_by !== caller.user?.id) throw notFound('This job');
  const reported = await reportedLines(services.database, found.id);
  if (!reported) throw notFound('This job');
  return { id: found.id, format: reported.format };
}

export const tableRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/columns/',
    summary: 'The columns of a table or contact list, in order',
    auth: 'anyone',
    params: itemParams,
    readsCaller: callerOfTable,
    authorize: readableTable,
    handle: ({ services, caller, authorized }) =>
      readTableConsistently(services.database, authorized, (table) =>
        presentColumns(services.database, caller, table),
      ),
    response: z.array(column),
  }),
  route({
    method: 'POST',
    path: 'items/:id/columns/',
    summary: 'Add a column: a field definition, and the column that it stands before',
    auth: 'user',
    params: itemParams,
    body: addColumnRequest,
    bodyLimit: ROWS_MAX_BYTES,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body }) => addColumn(services, caller, authorized, body),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    status: 201,
    response: column,
  }),
  route({
    method: 'PATCH',
    path: 'items/:id/columns/:column_id/',
    acceptsRevision: true,
    summary:
      'Change or move a column; values that do not fit any more stay, and are listed: with preview, nothing is changed; with `after` too, page by page, the first one with an empty place. Of more than 10,000 rows a job does it, which the column names as `changing`',
    auth: 'user',
    params: columnParams,
    query: columnChangeQuery,
    body: changeColumnRequest,
    bodyLimit: ROWS_MAX_BYTES,
    authorize: editableTable,
    handle: ({ services, caller, authorized, params, query, body, request }) =>
      query.preview
        ? previewColumnChange(services, caller, authorized, params.column_id, {
            input: body,
            after: query.after,
          })
        : requestColumnChange(
            services,
            caller,
            authorized,
            params.column_id,
            body,
            expectedRevision(request),
          ),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: z.union([column, columnPreview]),
    refusalData: column,
  }),
  route({
    method: 'DELETE',
    path: 'items/:id/columns/:column_id/',
    acceptsRevision: true,
    summary: 'Delete a column with its values, which can be restored for 30 days',
    auth: 'user',
    params: columnParams,
    authorize: editableTable,
    handle: async ({ services, caller, authorized, params, request }) => {
      const revision = expectedRevision(request);
      const gone = await deleteColumn(services, caller, authorized, params.column_id, revision);
      const rows = gone.rows === 1 ? '1 row' : `${gone.rows} rows`;
      return messageEnvelope(`“${gone.label}” is deleted, with what stood in it in ${rows}.`, gone);
    },
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: deletedColumn,
    refusalData: column,
  }),
  route({
    method: 'GET',
    path: 'items/:id/rows/',
    summary:
      'Rows of a table; `next` is the cursor of the next page, `previous` of the one before; around=row_id finds the page of a row',
    auth: 'anyone',
    params: itemParams,
    query: rowListQuery,
    notes: ROW_LIST_NOTES,
    readsCaller: callerOfTable,
    authorize: readableTable,
    handle: async ({ services, caller, authorized, query }) => {
      const { rows, next, previous, isWhole, offset, preparing } = await readTableConsistently(
        services.database,
        authorized,
        async (table) => {
          const fields = chosenFields(table, query.fields);
          const shown = isOutsider(authorized) ? withoutPeople(table) : table;
          const view = query.view
            ? await viewOfRows(services.database, caller, table, query.view, shown)
            : null;
          const { found, linked, took } = await forVisitors(services.database, caller, async (database) => {
            const begun = performance.now();
            const page = await listRowPage({ database, caller }, table, query, view, shown);
            const listed = performance.now() - begun;
            const linked = await readLinkedValues(database, caller, table, page.rows);
            return { found: page, linked, took: listed };
          });
          const rowCount = Number(authorized.meta.rows);
          const preparing = await prepareIndexes(services, table, {
            ...{ query, view, took, rowCount, used: found.used },
            indexes: authorized.table_state?.indexes,
          });
          return {
            ...found,
            preparing,
            rows: found.rows.map((one) =>
              presentRow(table, one, { isOutsider: isOutsider(authorized), fields, linked }),
            ),
          };
        },
      );
      const { filter, q, view, page, page_size } = query;
      const knownCount = !filter && !q && !view ? Number(authorized.meta.rows) : Number.NaN;
      const count = isWhole ? rows.length : Number.isFinite(knownCount) ? knownCount : null;
      const more = { ...(offset === undefined ? {} : { offset }), ...(preparing ? { preparing } : {}) };
      return { envelope: { data: rows, count, page, page_size, next, previous, ...more } };
    },
    response: z.array(row),
  }),
  route({
    method: 'POST',
    path: 'items/:id/rows/',
    summary: 'Add up to 1,000 rows, with an outcome for each',
    auth: 'user',
    params: itemParams,
    body: addRowsRequest,
    example: {
      rows: [
        { values: { name: 'Ada Lovelace', email: 'ada@example.org', state: 'open', due: '2026-05-04' } },
        { values: { name: 'Grace Hopper' }, position: 1 },
      ],
    },
    bodyLimit: ROWS_MAX_BYTES,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body }) => addRows(services, caller, authorized, body.rows),
    present: (written) => presentWritten(written),
    publishes: ({ authorized, result }) => rowEvents(authorized, result),
    response: z.array(rowOutcome),
  }),
  route({
    method: 'PATCH',
    path: 'items/:id/rows/',
    acceptsRevision: true,
    summary: 'Change the given values of up to 1,000 rows, with an outcome for each',
    auth: 'user',
    params: itemParams,
    body: changeRowsRequest,
    bodyLimit: ROWS_MAX_BYTES,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body, request }) =>
      changeTableRows(services, caller, authorized, body.rows, expectedRevision(request)),
    present: (written) => presentWritten(written),
    publishes: ({ authorized, result }) => rowEvents(authorized, result),
    response: z.array(rowOutcome),
    refusalData: row,
  }),
  route({
    method: 'DELETE',
    path: 'items/:id/rows/',
    acceptsRevision: true,
    summary: 'Delete up to 1,000 rows, which can be restored for 30 days, with an outcome for each',
    auth: 'user',
    params: itemParams,
    body: deleteRowsRequest,
    bodyLimit: ROWS_MAX_BYTES,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body, request }) =>
      deleteTableRows(services, caller, authorized, body.rows, expectedRevision(request)),
    present: (written) => presentWritten(written),
    publishes: ({ authorized, result }) => rowEvents(authorized, result),
    response: z.array(rowOutcome),
    refusalData: row,
  }),
  route({
    method: 'POST',
    path: 'items/:id/import/',
    summary:
      'Import a file of CSV, TSV, JSON records (one a line), Excel (xlsx), or vCards (multipart: file, mapping, match_on, on_match); returns a job',
    auth: 'user',
    params: itemParams,
    authorize: async (context) => {
      const item = await editableTable(context);
      await requireTable(context.services.database, item);
      return item;
    },
    receive: ({ services, request, incoming }) => receiveImport(services, request.raw, incoming),
    receives: { type: 'multipart/form-data', file: 'file', fields: importRequest },
    notes: IMPORT_NOTES,
    handle: async ({ services, caller, authorized, received }) =>
      queuedJob(await startImport(services, caller, authorized, received)),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    status: 202,
    response: job,
  }),
  route({
    method: 'GET',
    path: 'jobs/:id/errors/',
    summary:
      'The lines that an import did not take, or not all of, with their reasons: as CSV, those of a file of vCards as vCards',
    auth: 'user',
    acceptsSessionCookie: 'download',
    stream: ['text/csv', 'text/vcard'],
    params: jobParams,
    authorize: importToRead,
    head: ({ authorized: { format }, reply }) => {
      const name = format === 'vcf' ? 'Cards to correct.vcf' : 'Lines to correct.csv';
      reply.type(TABLE_TYPES[format]).header('Content-Disposition', contentDisposition('attachment', name));
    },
    handle: ({ services, authorized: { id, format }, reply }) =>
      sendParts(reply, (format === 'vcf' ? refusedCards : refusedLinesCsv)(services.database, id)),
  }),
];
