import { z } from 'zod';
import {
  bulkChange,
  bulkChangeParams,
  bulkChangeRequest,
  bulkPreview,
  listedBulkChange,
} from '#lib/contract/bulk-change.ts';
import { itemParams } from '#lib/contract/item.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { ROWS_MAX_BYTES } from '#lib/contract/table-limits.ts';
import { route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { editableTable } from '../table/table-access.ts';
import {
  changeMatchingRows,
  presentBulkChange,
  requireBulkChange,
  undoBulkChange,
} from './bulk-change.service.ts';
import { listBulkChanges } from './list-bulk-changes.ts';

/** Changes of all rows that a filter finds. */
export const bulkChangeRoutes = [
  route({
    method: 'POST',
    path: 'items/:id/bulk-changes/',
    summary:
      'Change or delete all rows that a filter finds, as one act that can be undone for 30 days: up to 2,000 at once, more by a job. With dry_run, they are only counted',
    auth: 'user',
    params: itemParams,
    body: bulkChangeRequest,
    bodyLimit: ROWS_MAX_BYTES,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body }) =>
      changeMatchingRows(services, caller, authorized, body),
    present: (result) => ('bulk' in result ? result.bulk : result),
    publishes: ({ result }) => ('bulk' in result ? result.items.map(itemEvent) : []),
    response: z.union([bulkPreview, bulkChange]),
  }),
  route({
    method: 'GET',
    path: 'items/:id/bulk-changes/',
    summary: 'The bulk changes of the last 30 days, with what undid them; the last one first',
    auth: 'user',
    params: itemParams,
    query: listQuery,
    authorize: editableTable,
    handle: async ({ services, authorized, query }) => ({
      envelope: {
        data: await listBulkChanges(services.database, authorized, query),
        ...{ count: null, page: query.page, page_size: query.page_size },
      },
    }),
    response: z.array(listedBulkChange),
  }),
  route({
    method: 'GET',
    path: 'items/:id/bulk-changes/:bulk_id/',
    summary: 'How far a bulk change is, and what became of its rows; for 30 days',
    auth: 'user',
    params: bulkChangeParams,
    authorize: editableTable,
    handle: async ({ services, caller, authorized, params }) => {
      const found = await requireBulkChange(services.database, authorized.id, params.bulk_id);
      const presented = presentBulkChange(found);
      // Problems name columns of people, too: guests see those of their own changes alone.
      const isHidden = authorized.is_outsider && found.made_by !== caller.user.id;
      return isHidden ? { ...presented, problems: [] } : presented;
    },
    response: bulkChange,
  }),
  route({
    method: 'POST',
    path: 'items/:id/bulk-changes/:bulk_id/undo/',
    summary:
      'Undo a bulk change: its deleted rows are restored, its cells get back what they had, but for those that were changed since',
    auth: 'user',
    params: bulkChangeParams,
    authorize: editableTable,
    handle: ({ services, caller, authorized, params }) =>
      undoBulkChange(services, caller, authorized, params.bulk_id),
    present: ({ bulk }) => bulk,
    publishes: ({ result }) => result.items.map(itemEvent),
    response: bulkChange,
  }),
];
