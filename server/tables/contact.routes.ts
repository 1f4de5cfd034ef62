import { z } from 'zod';
import {
  contactDuplicate,
  duplicatesQuery,
  mergeParams,
  mergeRequest,
  rowMerge,
} from '#lib/contract/contacts.ts';
import { itemParams } from '#lib/contract/item.ts';
import { row } from '#lib/contract/table.ts';
import { route } from '#server/api/route.ts';
import { listDuplicates, mergeRows, undoMerge } from './contact.service.ts';
import { presentRow } from './row.presenter.ts';
import { requireTable } from './table.ts';
import { editableTable } from './table-access.ts';

/** Entries of one person: found, merged and separated again. */
export const contactRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/duplicates/',
    summary: 'Pairs of rows that may be one person, the likeliest first, with the reasons',
    auth: 'user',
    params: itemParams,
    query: duplicatesQuery,
    // Comparing takes time, and only who may merge has a use for it.
    authorize: editableTable,
    handle: async ({ services, authorized, query }) => {
      const table = await requireTable(services.database, authorized);
      const { pairs, ids, rows, count } = await listDuplicates(services.database, table, query);
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
    path: 'items/:id/merge/',
    summary: 'Merge rows into the first of them; the merge can be undone',
    auth: 'user',
    params: itemParams,
    body: mergeRequest,
    authorize: editableTable,
    handle: async ({ services, caller, authorized, body }) => {
      const { id, written, row: retained } = await mergeRows(services, caller, authorized, body);
      const isOutsider = written.item.is_outsider ?? false;
      return { id, row: presentRow(written.table, retained, { isOutsider }) };
    },
    response: rowMerge,
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
    response: z.array(row),
  }),
];
