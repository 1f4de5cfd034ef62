import type { FastifyRequest } from 'fastify';
import { itemParams } from '#lib/contract/item.ts';
import { type ItemExportQuery, itemExportQuery, type TableExportQuery } from '#lib/contract/table.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { recordRepeatable } from '#server/access/audit/record-repeatable.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { itemAllowed } from '#server/access/policy/item-policy.ts';
import { type Caller, callerOf } from '#server/access/sessions/caller.ts';
import { inTransaction, route } from '#server/api/route.ts';
import { deriveIfWritten } from '#server/items/collaboration/derive-document.ts';
import { type ItemView, itemById, itemContent } from '#server/items/item/item.repo.ts';
import { Spool } from '#server/platform/archives/spool.ts';
import { zip } from '#server/platform/archives/zip.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { contentDisposition } from '#server/platform/http/content-headers.ts';
import { sendParts } from '#server/platform/http/send-stream.ts';
import { whenClosed } from '#server/platform/http/when-closed.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import type { Services } from '#server/platform/services.ts';
import { TABLE_TYPES, type TableFormat } from '#server/tables/export/export-rows.ts';
import { exportChoice, exportedTable } from '#server/tables/export/export-table.ts';
import { EXPORT_NOTES } from '#server/tables/table/parameter-notes.ts';
import { readableTable } from '#server/tables/table/table-access.ts';
import { acquireArchiveSlot } from './archive-slots.ts';
import { documentAlone } from './documents/exported-document.ts';
import { DOCUMENT_FORMATS, type DocumentFormat } from './documents/relative-link.ts';
import { readerOf } from './export-reader.ts';
import { singleChunk } from './hub-archive.ts';
import { SpaceArchive } from './space-archive.ts';

const DOCUMENT_TYPES = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
} as const satisfies Record<DocumentFormat, string>;

/** Formats with the pictures within them: files that take memory while they are written. */
const HAS_PICTURES: ReadonlySet<DocumentFormat> = new Set(['html', 'docx', 'pdf']);

type ExportedView = Authorized<ItemView, 'item.download'>;

/** What an item is exported as: a folder as an archive, a document written here as a text, a table by its rows. */
type Choice =
  | { as: 'archive'; format: DocumentFormat; hasVersions: boolean }
  | { as: 'document'; format: DocumentFormat }
  | { as: 'rows'; format: TableFormat; query: TableExportQuery };

/** @throws ApiError 422 for a format that items of its kind don't have */
function choiceOf(item: ItemView, query: ItemExportQuery): Choice {
  const { format } = query;
  if (item.kind === 'folder' || (item.kind === 'document' && !item.file_sha256)) {
    const chosen = format ?? 'md';
    const known = DOCUMENT_FORMATS.find((one) => one === chosen);
    if (!known) throw invalid({ format: ['Documents are exported as md, html, json, docx or pdf'] });
    if (item.kind !== 'folder') return { as: 'document', format: known };
    return { as: 'archive', format: known, hasVersions: query.versions };
  }
  const chosen = format ?? 'csv';
  if (chosen !== 'csv' && chosen !== 'json' && chosen !== 'xlsx' && chosen !== 'vcf')
    throw invalid({ format: ['Rows are exported as csv, json, xlsx or vcf'] });
  return { as: 'rows', format: chosen, query: { ...query, format: chosen } };
}

/** A picture that the caller may see. */
async function pictureOf({ database }: Services, caller: Caller, id: string) {
  const item = await itemById(database, caller, id);
  if (!item?.file_sha256 || item.trashed_at || !itemAllowed(item).includes('item.download')) return null;
  return { sha256: item.file_sha256, size: item.size, mime: item.mime };
}

/** Bytes of a file that may wait for its client in memory. */
const IN_MEMORY_MAX = 1024 ** 2;

/** A large file by way of the disk, where it waits for a client that is slow. */
async function fromDisk(bytes: Buffer): Promise<AsyncIterable<Uint8Array>> {
  const spool = await Spool.open();
  await spool.append(bytes);
  return readAndClose(spool);
}

async function* readAndClose(spool: Spool): AsyncGenerator<Uint8Array> {
  try {
    yield* spool.read();
  } finally {
    await spool.close();
  }
}

/** The body of a download, as it is read. */
async function contentOf(
  services: Services,
  { request, caller }: { request: FastifyRequest; caller: Caller },
  item: ExportedView,
  choice: Choice,
): Promise<AsyncIterable<string | Uint8Array>> {
  if (choice.as === 'archive') {
    const archive = new SpaceArchive(services, {
      place: { folder: item.id },
      name: item.title,
      format: choice.format,
      hasVersions: choice.hasVersions,
      reader: () => readerOf(services, request, item.hub_id),
      at: new Date(),
    });
    return zip(archive.entries());
  }
  if (choice.as === 'document') {
    if (item.is_outsider === false) await deriveIfWritten(services, item.id);
    const content = await itemContent(services.database, item.id);
    const { title, updated_at: modified } = item;
    const pictures = (id: string) => pictureOf(services, caller, id);
    const bytes = await documentAlone(services, { title, content, modified, pictures }, choice.format);
    if (!bytes)
      throw new ApiError(
        422,
        'too_large',
        'This document is too large for this format. Export it as Markdown.',
      );
    return bytes.length > IN_MEMORY_MAX ? fromDisk(bytes) : singleChunk(bytes);
  }
  // Authorized again in the middle of a download: the request's session may have ended.
  const callerAnew = () => callerOf(services, request, { cookie: 'download' });
  const itemAnew = async () =>
    readableTable({ services, params: { id: item.id }, caller: await callerAnew() });
  const rows = await exportChoice(services, await callerAnew(), item, choice.query, callerAnew);
  return exportedTable(services, itemAnew, choice.format, rows);
}

export const itemExportRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/export/',
    summary:
      'The rows of a table, or of a view of it, as CSV, JSON, a spreadsheet or vCards; a document as Markdown, HTML, JSON, Word or PDF; a folder as an archive (ZIP) of these',
    auth: 'anyone',
    acceptsSessionCookie: 'download',
    stream: [
      'text/csv',
      'application/json',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/vcard',
      'text/markdown',
      'text/html',
      DOCUMENT_TYPES.docx,
      DOCUMENT_TYPES.pdf,
      'application/zip',
    ],
    params: itemParams,
    query: itemExportQuery,
    notes: EXPORT_NOTES,
    authorize: readableTable,
    head: async ({ services, caller, authorized, query, reply }) => {
      const choice = choiceOf(authorized, query);
      if (choice.as === 'rows') await exportChoice(services, caller, authorized, choice.query);
      const type =
        choice.as === 'archive'
          ? 'application/zip'
          : choice.as === 'document'
            ? DOCUMENT_TYPES[choice.format]
            : TABLE_TYPES[choice.format];
      const name = `${authorized.title}.${choice.as === 'archive' ? 'zip' : choice.format}`;
      reply.type(type).header('Content-Disposition', contentDisposition('attachment', name));
    },
    handle: async ({ services, caller, authorized, query, request, reply }) => {
      const choice = choiceOf(authorized, query);
      if (choice.as === 'archive' || (choice.as === 'document' && HAS_PICTURES.has(choice.format))) {
        const userId = caller.user?.id ?? clientAddress(request.ip);
        whenClosed(reply.raw, acquireArchiveSlot({ hubId: authorized.hub_id, userId }));
      }
      // Members are counted for each download of theirs; a public item is open to anybody, without a limit.
      const note = authorized.is_outsider ? recordRepeatable : recordAuditEvent;
      await inTransaction(services, (trx) =>
        note(trx, caller, {
          hubId: authorized.hub_id,
          action: 'item.exported',
          target: { kind: 'item', id: authorized.id, name: authorized.title },
          scopeId: authorized.scope_id,
          details: { format: choice.format },
        }),
      );
      return sendParts(reply, await contentOf(services, { request, caller }, authorized, choice));
    },
  }),
];
