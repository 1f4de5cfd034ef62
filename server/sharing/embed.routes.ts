import { itemParams } from '#lib/contract/item.ts';
import { documentEmbeds } from '#lib/contract/preview.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { route } from '#server/api/route.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { embedsOfDocument } from './document-embeds.ts';

export const embedRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/embeds/',
    summary: 'The items and forms that a document embeds, with the titles of those that the reader may see',
    auth: 'anyone',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.download'),
    handle: async ({ services, caller, authorized }) => ({
      embeds: await embedsOfDocument(services.database, caller, authorized),
    }),
    response: documentEmbeds,
  }),
];
