import { z } from 'zod';
import { restorableColumn, restoredColumn } from '#lib/contract/deleted-column.ts';
import { itemParams } from '#lib/contract/item.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { columnParams } from '#lib/contract/table.ts';
import { joinColumn } from '#lib/fields/column-types.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { DELETED_COLUMN_DAYS, listDeletedColumns } from './columns/deleted-column.repo.ts';
import { restoreColumn } from './columns/restore-column.ts';
import { presentDeletion } from './table/deletion.presenter.ts';
import { editableTable } from './table/table-access.ts';

/** Columns that were deleted, for those who may change the columns of their table. */
export const deletedColumnRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/deleted-columns/',
    summary: 'Columns that were deleted in the last 30 days, the last one first',
    auth: 'user',
    params: itemParams,
    query: listQuery,
    authorize: editableTable,
    handle: async ({ services, authorized, query }) => {
      const columns = await listDeletedColumns(services.database, authorized.id, query);
      const data = columns.map(({ column: { field, options }, ...one }) => ({
        id: field.id,
        name: field.name,
        label: field.label,
        type: joinColumn(field, options).type,
        ...presentDeletion(one, { days: DELETED_COLUMN_DAYS, isOutsider: authorized.is_outsider ?? false }),
      }));
      return { envelope: { data, count: null, page: query.page, page_size: query.page_size } };
    },
    response: z.array(restorableColumn),
  }),
  route({
    method: 'POST',
    path: 'items/:id/deleted-columns/:column_id/restore/',
    summary:
      'Restore a column that was deleted in the last 30 days, with its place and its values; `notes` says what is not as it was',
    auth: 'user',
    params: columnParams,
    authorize: editableTable,
    handle: async ({ services, caller, authorized, params }) => {
      const restored = await restoreColumn(services, caller, authorized, params.column_id);
      return messageEnvelope(`“${restored.column.label}” is restored.`, restored);
    },
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: restoredColumn,
  }),
];
