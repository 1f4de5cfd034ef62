import { z } from 'zod';
import { itemParams } from '#lib/contract/item.ts';
import { ROWS_MAX_BYTES } from '#lib/contract/table-limits.ts';
import {
  copiedRowFile,
  copyRowFilesRequest,
  readLinksRequest,
  readLinksResult,
} from '#lib/contract/table-paste.ts';
import { route } from '#server/api/route.ts';
import { readPastedLinks } from './import/read-pasted-links.ts';
import { editableTable } from './table/table-access.ts';
import { copyFilesToRows } from './writes/copy-files-to-rows.ts';

/** What a paste needs that is more than text: rows by their titles, and files. */
export const pasteRoutes = [
  route({
    method: 'POST',
    path: 'items/:id/rows/read-links/',
    summary:
      'Read up to 10,000 texts as links of a column: titles or ids of rows in the linked table, as an import reads them. Nothing is changed',
    auth: 'user',
    params: itemParams,
    body: readLinksRequest,
    bodyLimit: ROWS_MAX_BYTES,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body }) =>
      readPastedLinks(services.database, caller, authorized, body),
    publishes: 'nothing',
    response: z.array(readLinksResult),
  }),
  route({
    method: 'POST',
    path: 'items/:id/row-files/copies/',
    summary:
      'Copy up to 100 files of rows, of this table or another one of the hub that you may read, for a row of this table; their ids are the value. Kept for a day without a row',
    auth: 'user',
    params: itemParams,
    body: copyRowFilesRequest,
    authorize: editableTable,
    handle: ({ services, caller, authorized, body }) => copyFilesToRows(services, caller, authorized, body),
    publishes: 'nothing',
    response: z.array(copiedRowFile),
  }),
];
