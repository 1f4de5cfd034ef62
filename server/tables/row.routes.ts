import { z } from 'zod';
import { itemParams } from '#lib/contract/item.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { row, rowOutcome } from '#lib/contract/table.ts';
import { ROWS_MAX_BYTES } from '#lib/contract/table-limits.ts';
import {
  aggregateGroup,
  aggregateQuery,
  deletedRow,
  deletedRowsQuery,
  restoreRowsRequest,
  rowHistoryEntry,
  rowParams,
  upsertOutcome,
  upsertRowsRequest,
} from '#lib/contract/table-rows.ts';
import { route } from '#server/api/route.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { aggregateRows } from './lists/aggregate-rows.ts';
import { forVisitors } from './lists/for-visitors.ts';
import { readTableConsistently } from './lists/list-rows.ts';
import { DELETED_ROW_DAYS, isDeletedRow, listDeletedRows } from './rows/deleted-row.repo.ts';
import { readHistoryNames } from './rows/history-names.ts';
import { readLinkedValues } from './rows/linked-values.ts';
import { restoredValues } from './rows/restored-values.ts';
import { presentRow } from './rows/row.presenter.ts';
import { rowsByIds } from './rows/row.repo.ts';
import { withFiles } from './rows/row-file.repo.ts';
import { presentHistory } from './rows/row-history.presenter.ts';
import { listRowChanges } from './rows/row-history.repo.ts';
import { callerOfTable } from './table/caller-of-table.ts';
import { presentDeletion } from './table/deletion.presenter.ts';
import { AGGREGATE_NOTES } from './table/parameter-notes.ts';
import { withoutPeople } from './table/people-columns.ts';
import { requireTable } from './table/table.ts';
import { editableTable, readableTable } from './table/table-access.ts';
import { comparedBy } from './views/outsider-views.ts';
import { viewOfRows } from './views/view.service.ts';
import { restoreRows } from './writes/restore-rows.ts';
import { presentOutcome } from './writes/row.service.ts';
import { identifyRows, type UpsertOutcome, upsertRows } from './writes/upsert-rows.ts';
import { rowEvents, writerOf, writeToTable } from './writes/write-rows.ts';
import { writeSentRows } from './writes/write-sent-rows.ts';

/** Single rows, deleted rows, and what rows are together. */
export const rowRoutes = [
  route({
    method: 'POST',
    path: 'items/:id/rows/upsert/',
    summary: 'Add up to 1,000 rows, or change those with the same values in the columns of match_on',
    auth: 'user',
    params: itemParams,
    body: upsertRowsRequest,
    bodyLimit: ROWS_MAX_BYTES,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body }) =>
      writeToTable(services, caller, authorized, async (trx, table) =>
        writeSentRows(trx, caller, table, body.rows, {
          identify: (rows) => identifyRows(trx, table, body.match_on, rows),
          write: async (right) =>
            upsertRows(services, trx, table, body.match_on, right, await writerOf(trx, caller)),
          refused: (outcome): UpsertOutcome => ({ status: 'refused', outcome }),
          writtenId: ({ outcome }) => (outcome.status === 'done' ? outcome.row.id : null),
        }),
      ),
    present: ({ item, table, outcomes, linked }) =>
      outcomes.map(({ status, outcome }) => ({
        ...presentOutcome(outcome, comparedBy(table, item), (one) =>
          presentRow(table, one, { isOutsider: item.is_outsider ?? false, ...(linked ? { linked } : {}) }),
        ),
        status,
      })),
    publishes: ({ authorized, result }) => rowEvents(authorized, result),
    response: z.array(upsertOutcome),
  }),
  route({
    method: 'POST',
    path: 'items/:id/rows/restore/',
    summary: 'Restore up to 1,000 rows that were deleted in the last 30 days',
    auth: 'user',
    params: itemParams,
    body: restoreRowsRequest,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body }) =>
      writeToTable(services, caller, authorized, async (trx, table) =>
        restoreRows(trx, table, body.ids, await writerOf(trx, caller)),
      ),
    present: ({ item, table, outcomes, linked }) =>
      outcomes.map((outcome) =>
        presentOutcome(outcome, comparedBy(table, item), (one) =>
          presentRow(table, one, { isOutsider: item.is_outsider ?? false, ...(linked ? { linked } : {}) }),
        ),
      ),
    publishes: ({ authorized, result }) => rowEvents(authorized, result),
    response: z.array(rowOutcome),
  }),
  route({
    method: 'GET',
    path: 'items/:id/deleted-rows/',
    summary:
      'Rows that were deleted in the last 30 days, the last one first; with q, those whose first value has this text',
    auth: 'user',
    params: itemParams,
    query: deletedRowsQuery,
    authorize: editableTable,
    handle: async ({ services, authorized, query }) => {
      const table = await requireTable(services.database, authorized);
      const shown = authorized.is_outsider === false ? table : withoutPeople(table);
      const rows = await listDeletedRows(services.database, shown, query);
      const data = rows.map((one) => ({
        id: one.id,
        values: restoredValues(shown, one),
        revision: one.revision,
        ...presentDeletion(one, { days: DELETED_ROW_DAYS, isOutsider: authorized.is_outsider ?? false }),
      }));
      return { envelope: { data, count: null, page: query.page, page_size: query.page_size } };
    },
    response: z.array(deletedRow),
  }),
  route({
    method: 'GET',
    path: 'items/:id/rows/:row_id/',
    summary: 'One row of a table',
    auth: 'anyone',
    params: rowParams,
    readsCaller: callerOfTable,
    authorize: readableTable,
    handle: ({ services, caller, authorized, params }) =>
      readTableConsistently(services.database, authorized, (table) =>
        forVisitors(services.database, caller, async (database) => {
          const rows = isId(params.row_id) ? await rowsByIds(database, table, [params.row_id]) : null;
          const [found] = await withFiles(database, table, [...(rows?.values() ?? [])]);
          if (!found) throw notFound('This row');
          const linked = await readLinkedValues(database, caller, table, [found]);
          return presentRow(table, found, { isOutsider: authorized.is_outsider ?? false, linked });
        }),
      ),
    response: row,
  }),
  route({
    method: 'GET',
    path: 'items/:id/rows/:row_id/history/',
    summary: 'Who changed which cell of a row when, from what to what; the newest change first',
    auth: 'user',
    params: rowParams,
    query: listQuery,
    // Values that were taken out of a table are not shown to everybody who reads it.
    authorize: editableTable,
    handle: async ({ services, caller, authorized, params, query }) => {
      const { database } = services;
      const { page, page_size } = query;
      const table = await requireTable(database, authorized);
      const id = params.row_id;
      const found = isId(id) ? (await rowsByIds(database, table, [id])).get(id) : undefined;
      if (!found && !(isId(id) && (await isDeletedRow(database, authorized.id, id))))
        throw notFound('This row');
      const changes = await listRowChanges(database, authorized.id, id, query);
      const isEnd = changes.length < page_size;
      const names = await readHistoryNames(database, caller, table, changes);
      const data = presentHistory(table, changes, isEnd ? found : undefined, names, {
        isOutsider: authorized.is_outsider ?? false,
      });
      return { envelope: { data, count: null, page, page_size } };
    },
    response: z.array(rowHistoryEntry),
  }),
  route({
    method: 'GET',
    path: 'items/:id/aggregate/',
    summary: 'Counts, sums, averages, least and greatest values of the rows that a filter finds, by group',
    auth: 'anyone',
    params: itemParams,
    query: aggregateQuery,
    notes: AGGREGATE_NOTES,
    readsCaller: callerOfTable,
    authorize: readableTable,
    handle: async ({ services, caller, authorized, query }) => {
      const data = await readTableConsistently(services.database, authorized, async (table) => {
        const view = query.view ? await viewOfRows(services.database, caller, table, query.view) : null;
        const shown = authorized.is_outsider ? withoutPeople(table) : table;
        return forVisitors(services.database, caller, (database) =>
          aggregateRows({ database, caller }, table, query, view?.filter, shown),
        );
      });
      return { envelope: { data, count: null, page: query.page, page_size: query.page_size } };
    },
    response: z.array(aggregateGroup),
  }),
];
