import { itemParams } from '#lib/contract/item.ts';
import { rowFileParams, uploadedRowFile } from '#lib/contract/table.ts';
import { fieldFileParts } from '#lib/contract/upload-parts.ts';
import { itemAllowed } from '#server/access/policy/item-policy.ts';
import { route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { receiveFieldFile } from '#server/items/uploads/receive-field-file.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { untrustedContentHeaders } from '#server/platform/http/content-headers.ts';
import { rowFile } from './rows/row-file.repo.ts';
import { requireTable } from './table/table.ts';
import { editableTable, readableTable } from './table/table-access.ts';
import { storeRowFile } from './writes/store-row-file.ts';

export const rowFileRoutes = [
  route({
    method: 'POST',
    path: 'items/:id/row-files/',
    summary:
      'Send a file for a row (multipart: file, field); its id is the value. Kept for a day without a row',
    auth: 'user',
    params: itemParams,
    authorize: async (context) => {
      const item = await editableTable(context);
      await requireTable(context.services.database, item);
      return item;
    },
    receive: ({ services, request, incoming }) => receiveFieldFile(services, request.raw, incoming),
    receives: { type: 'multipart/form-data', file: 'file', fields: fieldFileParts },
    handle: ({ services, caller, authorized, received }) =>
      storeRowFile(services, caller, authorized, received),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    status: 201,
    response: uploadedRowFile,
  }),
  route({
    method: 'GET',
    path: 'items/:id/row-files/:file_id/',
    summary:
      'A file of a row, for those who read the table; of a deleted one, for those who may restore the row',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: ['*/*'],
    params: rowFileParams,
    authorize: async (context) => {
      const { services, caller, params } = context;
      const item = await readableTable(context);
      const file = await rowFile(services.database, item.id, params.file_id, {
        userId: caller.user?.id ?? null,
        mayRestore: itemAllowed(item).includes('item.change'),
      });
      if (!file) throw notFound('This file');
      return { file, hubId: item.hub_id };
    },
    head: ({ authorized: { file }, reply }) => {
      reply
        .headers(untrustedContentHeaders(file.mime, file.name, { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('Content-Length', file.size);
    },
    handle: async ({ services, authorized: { file }, reply }) =>
      reply.send(await services.storage.read(file.file_sha256)),
  }),
];
