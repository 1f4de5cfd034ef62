import { z } from 'zod';
import { itemParams } from '#lib/contract/item.ts';
import { importListQuery, tableImport } from '#lib/contract/table-import.ts';
import { route } from '#server/api/route.ts';
import { requireTable } from '../table/table.ts';
import { editableTable } from '../table/table-access.ts';
import { listImports } from './import-list.ts';

export const importRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/imports/',
    summary: 'The files that are, or were, imported into a table, the last one first; state=open: unfinished',
    auth: 'user',
    params: itemParams,
    query: importListQuery,
    authorize: editableTable,
    handle: async ({ services, authorized, query }) => {
      const { item } = await requireTable(services.database, authorized);
      const isOutsider = authorized.is_outsider ?? false;
      const data = await listImports(services.database, item.id, query, isOutsider);
      return { envelope: { data, count: null, page: query.page, page_size: query.page_size } };
    },
    response: z.array(tableImport),
  }),
];
