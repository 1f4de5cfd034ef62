import { z } from 'zod';
import {
  documentContent,
  documentVersion,
  documentVersionContent,
  item,
  itemParams,
  nameVersionRequest,
  versionListQuery,
  versionParams,
} from '#lib/contract/item.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { inTransaction, listEnvelope, route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { documentHtml } from '#server/items/documents/document-html.ts';
import { changeItem } from '#server/items/item/change-item.ts';
import { contentOfRevision, type ItemView, itemById } from '#server/items/item/item.repo.ts';
import { describeItem } from '#server/items/item/item.service.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { deriveIfWritten } from './derive-document.ts';
import { receiveContent } from './receive-content.ts';
import { nameVersion, type VersionRow, versionOf, versionsOf } from './version.repo.ts';

const TYPES = ['application/json', 'text/markdown', 'text/html'] as const;

/** The first of the types that a request accepts; JSON where it has no preference. */
function acceptedType(accept: string | undefined): (typeof TYPES)[number] {
  for (const one of (accept ?? '').split(',')) {
    const named = TYPES.find((type) => one.trim().toLowerCase().startsWith(type));
    if (named) return named;
  }
  return 'application/json';
}

const nobody = (name: string) => ({ id: '', name });

const presentVersion = ({ author, authors, imported_authors: imported, ...version }: VersionRow) => ({
  number: version.number,
  name: version.name,
  created_by: version.created_by
    ? { id: version.created_by, name: author }
    : (imported.slice(0, 1).map(nobody)[0] ?? null),
  authors: [...authors, ...imported.map(nobody)],
  created_at: version.created_at.toISOString(),
  changed_at: version.changed_at.toISOString(),
});

/** Gives a version a name, or takes it away. @throws ApiError 404 where there is no such version */
async function renameVersion(
  services: Services,
  document: Authorized<ItemView, 'item.change'>,
  number: number,
  name: string | null,
): Promise<void> {
  const isThere = await inTransaction(services, (trx) => nameVersion(trx, document.id, number, name));
  if (!isThere) throw notFound('This version');
}

export const contentRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/content/',
    summary:
      'The body of a document that was written here: as JSON, or by `Accept` as Markdown or HTML; its `ETag` is the revision for `If-Match`',
    auth: 'anyone',
    params: itemParams,
    stream: ['text/markdown', 'text/html'],
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.download'),
    handle: async ({ services, caller, authorized, request, reply }) => {
      // Those from outside the hub read what was derived last: they cause no derivation.
      if (authorized.is_outsider === false) await deriveIfWritten(services, authorized.id);
      const row = await contentOfRevision(services.database, authorized.id);
      const markdown = row?.content ?? null;
      const isWritten = authorized.kind === 'document' && authorized.file_sha256 === null;
      const type = isWritten ? acceptedType(request.headers.accept) : 'application/json';
      void reply.header('Vary', 'Accept');
      // Weak: each of the three types has the same revision.
      if (row) void reply.header('ETag', `W/"${row.revision}"`);
      if (type === 'application/json') return { markdown };
      if (type === 'text/markdown') return reply.type('text/markdown; charset=utf-8').send(markdown ?? '');
      const who = caller.user?.id ?? caller.origin.address;
      const html = await documentHtml(services, { id: authorized.id, markdown: markdown ?? '' }, who);
      if (html === null) throw new ApiError(503, 'busy', 'This document can not be rendered now.');
      // By itself it runs and loads nothing.
      return reply
        .header('Content-Security-Policy', "sandbox; default-src 'none'")
        .type('text/html; charset=utf-8')
        .send(html);
    },
    response: documentContent,
  }),
  route({
    method: 'PUT',
    path: 'items/:id/content/',
    acceptsRevision: true,
    summary:
      'Write a document’s body, as Markdown, HTML or JSON: with `If-Match` what others wrote since that revision stays, or it is 409; without it the body replaces all that is stored',
    auth: 'user',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.change'),
    receive: ({ services, request, incoming }) => receiveContent(services, request, incoming),
    receives: { type: 'text/markdown' },
    handle: ({ services, caller, authorized, received, request }) =>
      changeItem(services, caller, authorized, { content: received.markdown }, expectedRevision(request)),
    present: (changed, { services, caller }) => describeItem(services, caller, changed),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: item,
    refusalData: item,
  }),
  route({
    method: 'GET',
    path: 'items/:id/versions/',
    summary:
      'The versions of a document, the newest first: each of those who wrote together, until a pause or until another joins',
    auth: 'user',
    params: itemParams,
    query: versionListQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.change'),
    handle: async ({ services, authorized, query }) => {
      await deriveIfWritten(services, authorized.id);
      const rows = await versionsOf(services.database, authorized.id, query);
      return listEnvelope(rows.map(presentVersion), query);
    },
    response: z.array(documentVersion),
  }),
  route({
    method: 'GET',
    path: 'items/:id/versions/:n/',
    summary: 'A version of a document, with its Markdown',
    auth: 'user',
    params: versionParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.change'),
    handle: async ({ services, authorized, params }) => {
      const version = await versionOf(services.database, authorized.id, params.n);
      if (!version) throw notFound('This version');
      return { ...presentVersion(version), markdown: version.markdown };
    },
    response: documentVersionContent,
  }),
  route({
    method: 'PATCH',
    path: 'items/:id/versions/:n/',
    summary: 'Name a version of a document, or take its name away',
    auth: 'user',
    params: versionParams,
    body: nameVersionRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.change'),
    handle: async ({ services, authorized, params, body }) => {
      await renameVersion(services, authorized, params.n, body.name);
      const version = await versionOf(services.database, authorized.id, params.n);
      if (!version) throw notFound('This version');
      return presentVersion(version);
    },
    response: documentVersion,
    publishes: 'nothing',
  }),
  route({
    method: 'POST',
    path: 'items/:id/versions/:n/restore/',
    acceptsRevision: true,
    summary: 'Write a version of a document again, as its newest',
    auth: 'user',
    params: versionParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.change'),
    handle: async ({ services, caller, authorized, params, request }) => {
      const version = await versionOf(services.database, authorized.id, params.n);
      if (!version) throw notFound('This version');
      await deriveIfWritten(services, authorized.id);
      return changeItem(
        services,
        caller,
        authorized,
        { content: version.markdown, isQuiet: true },
        expectedRevision(request),
      );
    },
    present: (changed, { services, caller }) => describeItem(services, caller, changed),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: item,
    refusalData: item,
  }),
];
