import { z } from 'zod';
import { createViewLinkRequest, newShareLink, shareLink, viewLinkParams } from '#lib/contract/share-link.ts';
import {
  sharedGroup,
  sharedGroupsQuery,
  sharedRow,
  sharedRowsQuery,
  sharedView,
  sharedViewFileParams,
  sharedViewParams,
  sharedViewRowParams,
} from '#lib/contract/shared-view.ts';
import { viewParams } from '#lib/contract/table-views.ts';
import { authorizeItemSharing } from '#server/access/policy/share-policy.ts';
import { authorizeLinkedView } from '#server/access/policy/view-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { resourceEvent } from '#server/api/write-events.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { untrustedContentHeaders } from '#server/platform/http/content-headers.ts';
import type { Services } from '#server/platform/services.ts';
import {
  describeSharedView,
  listSharedGroups,
  listSharedRows,
  readSharedRow,
  sharedFile,
} from './shared-view.service.ts';
import { createViewLink, listViewLinks, revokeViewLink } from './view-link.service.ts';

type Context<Params> = { services: Services; caller: Caller; params: Params };

const shareableTable = async ({ services, caller, params }: Context<{ id: string }>) =>
  authorizeItemSharing(await itemById(services.database, caller, params.id));

const linkedView = ({ services, caller, params }: Context<{ view_id: string }>) =>
  authorizeLinkedView(services.database, caller, params.view_id);

/** Links of views, and what their holders read. */
export const sharedViewRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/views/:view_id/share-links/',
    summary: 'The links that share a view; their addresses are known to who has them alone',
    auth: 'user',
    params: viewParams,
    authorize: shareableTable,
    handle: ({ services, authorized, params }) => listViewLinks(services, authorized, params.view_id),
    response: z.array(shareLink),
  }),
  route({
    method: 'POST',
    path: 'items/:id/views/:view_id/share-links/',
    summary: 'Share what a view shows by a read-only link; its address is returned only once',
    auth: 'user',
    params: viewParams,
    body: createViewLinkRequest,
    authorize: shareableTable,
    handle: ({ services, caller, authorized, params, body }) =>
      createViewLink(services, caller, authorized, params.view_id, body),
    publishes: ({ authorized }) => [resourceEvent(authorized)],
    status: 201,
    response: newShareLink,
  }),
  route({
    method: 'DELETE',
    path: 'items/:id/views/:view_id/share-links/:link_id/',
    summary: 'Revoke a link to a view; nobody can use it from this moment on',
    auth: 'user',
    params: viewLinkParams,
    authorize: shareableTable,
    handle: async ({ services, caller, authorized, params }) => {
      await revokeViewLink(services, caller, authorized, params);
      return messageEnvelope('The link has ended.');
    },
    publishes: ({ authorized }) => [resourceEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'shared-views/:view_id/',
    summary: 'A view and its shown columns, for the holder of its link (Share-Token header)',
    auth: 'anyone',
    params: sharedViewParams,
    authorize: linkedView,
    handle: ({ services, caller, authorized }) => describeSharedView(services, caller, authorized),
    response: sharedView,
  }),
  route({
    method: 'GET',
    path: 'shared-views/:view_id/rows/',
    summary: 'Rows of a view with the values of its shown columns, for the holder of its link',
    auth: 'anyone',
    params: sharedViewParams,
    query: sharedRowsQuery,
    authorize: linkedView,
    handle: async ({ services, caller, authorized, query }) => {
      const { rows, isWhole, preparing } = await listSharedRows(services, caller, authorized, query);
      const { page, page_size } = query;
      const count = isWhole ? rows.length : null;
      return {
        envelope: { data: rows, count, page, page_size, ...(preparing ? { preparing } : {}) },
      };
    },
    response: z.array(sharedRow),
  }),
  route({
    method: 'GET',
    path: 'shared-views/:view_id/rows/:row_id/',
    summary: 'A row of a view with the values of its shown columns, for the holder of its link',
    auth: 'anyone',
    params: sharedViewRowParams,
    authorize: linkedView,
    handle: ({ services, caller, authorized, params }) =>
      readSharedRow(services, caller, authorized, params.row_id),
    response: sharedRow,
  }),
  route({
    method: 'GET',
    path: 'shared-views/:view_id/groups/',
    summary: 'How many rows of a view have each value of a shown column, for the holder of its link',
    auth: 'anyone',
    params: sharedViewParams,
    query: sharedGroupsQuery,
    authorize: linkedView,
    handle: ({ services, caller, authorized, query }) =>
      listSharedGroups(services, caller, authorized, query),
    response: z.array(sharedGroup),
  }),
  route({
    method: 'GET',
    path: 'shared-views/:view_id/files/:file_id/',
    summary: 'A file in a shown column of a row of the view, for the holder of its link',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: ['*/*'],
    params: sharedViewFileParams,
    authorize: async (context) =>
      sharedFile(context.services, context.caller, await linkedView(context), context.params.file_id),
    head: ({ authorized: file, reply }) => {
      reply
        .headers(untrustedContentHeaders(file.mime, file.name, { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('Content-Length', file.size);
    },
    handle: async ({ services, authorized: file, reply }) =>
      reply.send(await services.storage.read(file.file_sha256)),
  }),
];
