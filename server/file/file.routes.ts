import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { itemParams, thumbnailQuery } from '#lib/contract/item.ts';
import { extensionOf } from '#lib/upload-types.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { listAnswer, route } from '../http/route.ts';
import { type ItemView, itemById } from '../item/item.repo.ts';
import type { Authorized } from '../policy/authorized.ts';
import { authorizeItem } from '../policy/item-policy.ts';
import { pageName, thumbnailName, thumbnailWidth } from '../processing/derived.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import { isStorageFull } from '../storage/storage-full.ts';
import { parseRange } from './byte-range.ts';
import { strangersHeaders } from './content-headers.ts';
import { filePreview, passagesOfItem, textQuery } from './preview.ts';

type FileItem = Authorized<ItemView, 'item.download'> & { file_sha256: string };

type WithCaller = { services: Services; caller: Caller; params: { id: string } };

/** The item with its file, for who may download it. */
async function fileOf({ services, caller, params }: WithCaller): Promise<FileItem> {
  const item = authorizeItem(await itemById(services.database, caller, params.id), 'item.download');
  const { file_sha256 } = item;
  if (!file_sha256) throw notFound('This file');
  return Object.assign(item, { file_sha256 });
}

/** True when the browser has these bytes already; it asked all the same, so that a lost right ends at once. */
function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
  return request.headers['if-none-match'] === etag;
}

async function sendFile(services: Services, item: FileItem, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${item.file_sha256}"`;
  const download = new URLSearchParams(request.url.split('?')[1]).has('download');
  reply.headers(strangersHeaders(item.mime, item.file_name ?? item.title, { download }));
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
  // An empty stream: for any other payload the server would put its own length into the header.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await services.storage.read(item.file_sha256, range ?? undefined));
}

/** A picture that there is no room for is shown all the same. */
async function keepForNextTime({ storage, log }: Services, sha256: string, name: string, bytes: Buffer) {
  await storage.writeDerived(sha256, name, bytes).catch((error: unknown) => {
    if (!isStorageFull(error)) throw error;
    log.error({ err: error }, 'no room for a picture');
  });
}

/** Sends a small picture that is made once and kept beside its file. */
async function sendPicture(
  context: { services: Services; request: FastifyRequest; reply: FastifyReply },
  item: FileItem,
  name: string,
  make: () => Promise<Buffer | null>,
) {
  const { services, request, reply } = context;
  if (isKnown(request, reply, `"${item.file_sha256}-${name}"`)) return reply.code(304).send();
  let bytes = await services.storage.readDerived(item.file_sha256, name);
  if (!bytes) {
    bytes = await make();
    if (!bytes) throw notFound('This picture');
    await keepForNextTime(services, item.file_sha256, name, bytes);
  }
  reply.headers(strangersHeaders('image/webp', `${item.title}.webp`, { download: false }));
  return reply.send(bytes);
}

const pageQuery = z.object({
  page: z.coerce.number({ error: 'Page is not a valid number' }).int().min(1).max(100_000).optional(),
  w: thumbnailQuery.shape.w,
});

export const fileRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/file/',
    summary: 'An item’s file, whole or in part (Range); ?download hands it over to be saved',
    auth: 'anyone',
    cookie: true,
    stream: true,
    params: itemParams,
    authorize: fileOf,
    handle: ({ services, authorized, request, reply }) => sendFile(services, authorized, request, reply),
  }),
  route({
    method: 'GET',
    path: 'items/:id/thumbnail/',
    summary: 'A small picture of an item (WebP), at most as wide as asked',
    auth: 'anyone',
    cookie: true,
    stream: true,
    params: itemParams,
    query: thumbnailQuery,
    authorize: fileOf,
    handle: ({ services, authorized, query, request, reply }) => {
      const width = thumbnailWidth(query.w);
      const extension = extensionOf(authorized.file_name ?? '');
      return sendPicture(
        { services, request, reply },
        authorized,
        thumbnailName(authorized.id, width),
        async () => {
          const picture = await services.storage.look(authorized.file_sha256, (source) =>
            services.extraction.thumbnail({ source, extension, width }),
          );
          return picture.ok ? picture.image : null;
        },
      );
    },
  }),
  route({
    method: 'GET',
    path: 'items/:id/preview/',
    summary: 'What can be shown of an item: JSON, or with ?page= a page of a PDF as WebP',
    auth: 'anyone',
    cookie: true,
    stream: true,
    params: itemParams,
    query: pageQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.download'),
    handle: async ({ services, authorized, query, request, reply, ...context }) => {
      const { page } = query;
      if (page === undefined) return reply.send({ data: await filePreview(services, authorized) });
      const item = await fileOf({ services, ...context });
      const width = thumbnailWidth(query.w ?? Number.MAX_SAFE_INTEGER);
      const extension = extensionOf(item.file_name ?? '');
      return sendPicture({ services, request, reply }, item, pageName(item.id, page, width), async () => {
        const picture = await services.storage.look(item.file_sha256, (source) =>
          services.extraction.renderPage({ source, extension, page, width }),
        );
        return picture.ok ? picture.image : null;
      });
    },
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
      const passages = await passagesOfItem(services.database, authorized.id, query);
      return listAnswer(passages, { page: query.page, page_size: query.page_size });
    },
  }),
];
