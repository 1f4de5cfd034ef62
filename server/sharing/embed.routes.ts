import { itemParams } from '#lib/contract/item.ts';
import { documentEmbeds, embeddedQuery, embeddedView, embedsQuery } from '#lib/contract/preview.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { route } from '#server/api/route.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { embeddedView as rowsOf } from '#server/tables/shared-views/embedded-view.ts';
import { requireTable } from '#server/tables/table/table.ts';
import { readableTable } from '#server/tables/table/table-access.ts';
import { embedsOfDocument } from './document-embeds.ts';

export const embedRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/embeds/',
    summary: 'The items and forms that a document embeds, with the titles of those that the reader may see',
    auth: 'anyone',
    params: itemParams,
    query: embedsQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.download'),
    handle: async ({ services, caller, authorized, query }) => ({
      embeds: await embedsOfDocument(services.database, caller, authorized, query),
    }),
    response: documentEmbeds,
  }),
  route({
    method: 'GET',
    path: 'items/:id/embedded/',
    summary:
      'The rows of a table, or of one of its views, as texts, a page at a time: how a document shows what it embeds',
    auth: 'anyone',
    params: itemParams,
    query: embeddedQuery,
    authorize: readableTable,
    handle: async ({ services, caller, authorized, query }) => {
      await requireTable(services.database, authorized);
      const found = await rowsOf(services.database, caller, authorized, query);
      if (!found) throw notFound('This view');
      return found;
    },
    response: embeddedView,
  }),
];
