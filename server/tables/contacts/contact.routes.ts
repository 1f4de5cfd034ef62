import { z } from 'zod';
import {
  contactDuplicate,
  distinctRequest,
  distinctRows,
  duplicatesQuery,
  listedMerge,
  mergeParams,
  mergeRequest,
  mergesQuery,
  rowMerge,
  runParams,
  undoneRun,
  undoRunRequest,
} from '#lib/contract/contacts.ts';
import { itemParams } from '#lib/contract/item.ts';
import { row } from '#lib/contract/table.ts';
import { route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { presentRow } from '../rows/row.presenter.ts';
import { DUPLICATES_NOTES } from '../table/parameter-notes.ts';
import { requireTable } from '../table/table.ts';
import { editableTable } from '../table/table-access.ts';
import { rowEvents } from '../writes/write-rows.ts';
import { setDistinct } from './distinct-rows.ts';
import { listDuplicates } from './list-duplicates.ts';
import { listMerges, mergeRows, undoMerge, undoRun } from './merge.service.ts';

/** Entries of one person: found, merged and separated again. */
export const contactRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/duplicates/',
    summary:
      'Pairs of rows that may be one person, the likeliest first, with the reasons: 2,000 at most; `count` has the others, up to 40,000',
    auth: 'user',
    params: itemParams,
    query: duplicatesQuery,
    notes: DUPLICATES_NOTES,
    // Comparing takes time, and only who may merge has a use for it.
    authorize: editableTable,
    handle: async ({ services, authorized, query }) => {
      const table = await requireTable(services.database, authorized);
      const { pairs, ids, rows, count } = await listDuplicates(
        services.database,
        table,
        query,
        authorized.updated_at,
      );
      const isOutsider = authorized.is_outsider ?? false;
      const data = pairs.map((pair, at) => ({
        ...pair,
        rows: (ids[at] ?? []).flatMap((id) => {
          const found = rows.get(id);
          return found ? [presentRow(table, found, { isOutsider })] : [];
        }),
      }));
      return { envelope: { data, count, page: query.page, page_size: query.page_size } };
    },
    response: z.array(contactDuplicate),
  }),
  route({
    method: 'POST',
    path: 'items/:id/distinct/',
    summary: 'Remember that two rows are not the same person, or that they may be',
    auth: 'user',
    params: itemParams,
    body: distinctRequest,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body }) => setDistinct(services, caller, authorized, body),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: distinctRows,
  }),
  route({
    method: 'POST',
    path: 'items/:id/merge/',
    summary: 'Merge rows into the first of them; the merge can be undone',
    auth: 'user',
    params: itemParams,
    body: mergeRequest,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body }) => mergeRows(services, caller, authorized, body),
    present: ({ id, written, row: retained }) => {
      const isOutsider = written.item.is_outsider ?? false;
      return { id, row: presentRow(written.table, retained, { isOutsider }) };
    },
    publishes: ({ authorized, result }) => rowEvents(authorized, result.written),
    response: rowMerge,
  }),
  route({
    method: 'GET',
    path: 'items/:id/merges/',
    summary: 'Merges of the last 30 days, those of one run together, the newest first; each can be undone',
    auth: 'user',
    params: itemParams,
    query: mergesQuery,
    authorize: editableTable,
    handle: async ({ services, authorized, query }) => {
      const table = await requireTable(services.database, authorized);
      const { merges, rows } = await listMerges(services.database, table, query);
      const isOutsider = authorized.is_outsider ?? false;
      const data = merges.map((merge) => {
        const found = rows.get(merge.row_id);
        const by = isOutsider || merge.made_by === null ? null : merge.made_by;
        return {
          id: merge.id,
          run_id: merge.run_id,
          merges: merge.merges,
          standing: merge.standing,
          row: found ? presentRow(table, found, { isOutsider }) : null,
          merged: merge.merged,
          made_at: merge.made_at.toISOString(),
          made_by: by === null ? { id: '', name: '' } : { id: by, name: merge.name ?? '' },
          undone_at: merge.undone_at?.toISOString() ?? null,
        };
      });
      return { envelope: { data, count: null, page: query.page, page_size: query.page_size } };
    },
    response: z.array(listedMerge),
  }),
  route({
    method: 'POST',
    path: 'items/:id/merge/:merge_id/undo/',
    summary: 'Undo a merge: all of its rows are there again; cells that were changed since stay',
    auth: 'user',
    params: mergeParams,
    authorize: editableTable,
    handle: ({ services, caller, authorized, params }) =>
      undoMerge(services, caller, authorized, params.merge_id),
    present: ({ item, table, outcomes }) =>
      outcomes.flatMap((outcome) =>
        outcome.status === 'done'
          ? [presentRow(table, outcome.row, { isOutsider: item.is_outsider ?? false })]
          : [],
      ),
    publishes: ({ authorized, result }) => rowEvents(authorized, result),
    response: z.array(row),
  }),
  route({
    method: 'POST',
    path: 'items/:id/merges/:run_id/undo/',
    summary:
      'Undo a part of the merges that were made at once, the newest first; those that are refused are left',
    auth: 'user',
    params: runParams,
    body: undoRunRequest,
    authorize: editableTable,
    handle: ({ services, caller, authorized, params, body }) =>
      undoRun(services, caller, authorized, { runId: params.run_id, after: body.after }),
    present: ({ undone, refused, after }) => ({ undone, refused, after }),
    publishes: ({ authorized, result }) => rowEvents(authorized, result),
    response: undoneRun,
  }),
];
