import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { itemParams, thumbnailQuery } from '#lib/contract/item.ts';
import { itemPreview, sheetRows, textPassage } from '#lib/contract/preview.ts';
import { downloadName } from '#lib/text/download-name.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { listEnvelope, route } from '#server/api/route.ts';
import { deriveForReader } from '#server/items/collaboration/derive-document.ts';
import { type ItemView, itemById } from '#server/items/item/item.repo.ts';
import { thumbnailWidth } from '#server/items/pictures/derived.ts';
import { cachedPicture, pictureName, renderPicture } from '#server/items/pictures/picture.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import { untrustedContentHeaders } from '#server/platform/http/content-headers.ts';
import { sendHeaders } from '#server/platform/http/send-stream.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import type { Services } from '#server/platform/services.ts';
import { parseRange } from './byte-range.ts';
import { documentPreview, filePreview, passagesOfItem, textQuery } from './preview.ts';
import { previewRows } from './preview-rows.ts';

type FileItem = Authorized<ItemView, 'item.download'> & { file_sha256: string };

type SendContext = { services: Services; caller: Caller; request: FastifyRequest; reply: FastifyReply };

type WithCaller = { services: Services; caller: Caller; params: { id: string } };

/** The item with its file, if the caller may download it. */
async function fileOf({ services, caller, params }: WithCaller): Promise<FileItem> {
  const item = authorizeItem(await itemById(services.database, caller, params.id), 'item.download');
  const { file_sha256 } = item;
  if (!file_sha256) throw notFound('This file');
  return Object.assign(item, { file_sha256 });
}

/**
 * True when the browser has these bytes already; it requested them all the same, so that revoked access ends
 * immediately.
 */
function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
  return request.headers['if-none-match'] === etag;
}

async function sendFile(services: Services, item: FileItem, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${item.file_sha256}"`;
  const download = new URLSearchParams(request.url.split('?')[1]).has('download');
  reply.headers(untrustedContentHeaders(item.mime, downloadName(item), { download }));
  reply.header('Accept-Ranges', 'bytes');
  if (isKnown(request, reply, etag)) return reply.code(304).send();
  const fresh = !request.headers['if-range'] || request.headers['if-range'] === etag;
  const range = fresh ? parseRange(request.headers.range, item.size) : null;
  if (range === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${item.size}`);
    throw new ApiError(416, 'range_not_satisfiable', 'The file is shorter than the part that was asked for.');
  }
  if (range) {
    reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${item.size}`);
  }
  reply.header('Content-Length', range ? range.end - range.start + 1 : item.size);
  if (request.method === 'HEAD') return sendHeaders(reply);
  return reply.send(await services.storage.read(item.file_sha256, range ?? undefined));
}

/** Sends a small picture that is created once and stored with its file. */
async function sendPicture(
  { services, request, reply, caller }: SendContext,
  item: FileItem,
  size: { width: number; page?: number },
) {
  const { id: itemId, file_sha256: sha256 } = item;
  if (isKnown(request, reply, `"${sha256}-${pictureName({ itemId, ...size })}"`))
    return reply.code(304).send();
  const extension = extensionOf(item.file_name ?? '');
  const wanted = { itemId, sha256, extension, ...size };
  const isHead = request.method === 'HEAD';
  // Nothing is rendered for HEAD: a picture that does not exist yet has no known length.
  const bytes = isHead
    ? await cachedPicture(services, wanted)
    : await renderPicture(services, wanted, caller.user?.id ?? clientAddress(request.ip));
  if (bytes === null) throw notFound('This picture');
  reply.headers(untrustedContentHeaders('image/webp', `${item.title}.webp`, { download: false }));
  if (bytes) reply.header('Content-Length', bytes.length);
  if (isHead) return sendHeaders(reply);
  return reply.send(bytes);
}

const pageQuery = z.object({
  page: z.coerce.number({ error: 'Page is not a valid number' }).int().min(1).max(100_000).optional(),
  w: thumbnailQuery.shape.w,
  as: z.enum(['html']).optional(),
  /** Of a table's file: the page of rows with this one, in a sheet counted from 0. */
  row: z.coerce.number({ error: 'Row is not a valid number' }).int().min(1).max(100_000_000).optional(),
  sheet: z.coerce.number({ error: 'Sheet is not a valid number' }).int().min(0).max(500).optional(),
});

export const fileRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/file/',
    summary: 'An item’s file, whole or in part (Range); ?download hands it over to be saved',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: ['*/*'],
    params: itemParams,
    authorize: fileOf,
    handle: ({ services, authorized, request, reply }) => sendFile(services, authorized, request, reply),
  }),
  route({
    method: 'GET',
    path: 'items/:id/thumbnail/',
    summary: 'A small picture of an item (WebP), at most as wide as asked',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: ['image/webp'],
    params: itemParams,
    query: thumbnailQuery,
    authorize: fileOf,
    handle: ({ authorized, query, ...context }) =>
      sendPicture(context, authorized, { width: thumbnailWidth(query.w) }),
  }),
  route({
    method: 'GET',
    path: 'items/:id/preview/',
    summary:
      'What can be shown of an item: JSON (?as=html renders Markdown), with ?page= a page of a PDF as WebP, with ?row= rows of a table’s file',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: ['application/json', 'image/webp'],
    params: itemParams,
    query: pageQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.download'),
    handle: async ({ authorized, query, ...context }) => {
      const { page, row, sheet = 0 } = query;
      if (context.request.method === 'HEAD' && (row !== undefined || query.as === 'html')) {
        // Finding out its length is what takes long.
        if (row !== undefined) await fileOf(context);
        return sendHeaders(context.reply.type('application/json; charset=utf-8'));
      }
      if (row !== undefined) {
        const { id, file_sha256: sha256, file_name } = await fileOf(context);
        const { services, caller, request } = context;
        const wanted = { itemId: id, sha256, fileName: file_name ?? '', sheet, row };
        return previewRows(services, wanted, caller.user?.id ?? clientAddress(request.ip));
      }
      if (page === undefined) {
        const { services, caller, request } = context;
        await deriveForReader(services, authorized);
        return query.as === 'html'
          ? documentPreview(services, authorized, caller.user?.id ?? clientAddress(request.ip))
          : filePreview(services, authorized);
      }
      const item = await fileOf(context);
      return sendPicture(context, item, { page, width: thumbnailWidth(query.w ?? Number.MAX_SAFE_INTEGER) });
    },
    response: z.union([itemPreview, sheetRows]),
  }),
  route({
    method: 'GET',
    path: 'items/:id/text/',
    summary: 'The text that was read from an item’s file, passage by passage',
    auth: 'anyone',
    params: itemParams,
    query: textQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.download'),
    handle: async ({ services, authorized, query }) => {
      await deriveForReader(services, authorized);
      const passages = await passagesOfItem(services.database, authorized.id, query);
      return listEnvelope(passages, { page: query.page, page_size: query.page_size });
    },
    response: z.array(textPassage),
  }),
];
