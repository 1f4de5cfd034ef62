import { itemParams } from '#lib/contract/item.ts';
import { receivedRowFile, rowFileParams } from '#lib/contract/table.ts';
import { route } from '#server/api/route.ts';
import { receiveFile } from '#server/items/uploads/receive-field-file.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { strangersHeaders } from '#server/platform/http/content-headers.ts';
import { keepRowFile } from './keep-row-file.ts';
import { rowFile } from './row-file.repo.ts';
import { tableOf } from './table.ts';
import { tableToChange, tableToRead } from './table-access.ts';

export const rowFileRoutes = [
  route({
    method: 'POST',
    path: 'items/:id/row-files/',
    summary:
      'Send a file for a row (multipart: file, field); its id is the value. Kept for a day without a row',
    auth: 'user',
    params: itemParams,
    authorize: async (asked) => {
      const item = await tableToChange(asked);
      await tableOf(asked.services.database, item);
      return item;
    },
    receive: ({ services, request, incoming }) => receiveFile(services, request.raw, incoming),
    handle: ({ services, caller, authorized, received }) =>
      keepRowFile(services, caller, authorized, received),
    status: 201,
    answers: receivedRowFile,
  }),
  route({
    method: 'GET',
    path: 'items/:id/row-files/:file_id/',
    summary: 'A file of a row, for those who read the table',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: true,
    params: rowFileParams,
    authorize: async (asked) => {
      const { services, caller, params } = asked;
      const item = await tableToRead(asked);
      const file = await rowFile(services.database, item.id, params.file_id, caller.user?.id ?? null);
      if (!file) throw notFound('This file');
      return { file, hubId: item.hub_id };
    },
    head: ({ authorized: { file }, reply }) => {
      reply
        .headers(strangersHeaders(file.mime, file.name, { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('Content-Length', file.size);
    },
    handle: async ({ services, authorized: { file }, reply }) =>
      reply.send(await services.storage.read(file.file_sha256)),
  }),
];
