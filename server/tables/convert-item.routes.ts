import { itemParams } from '#lib/contract/item.ts';
import { conversionJob, convertItemRequest } from '#lib/contract/job.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { route } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { convertItem } from './convert-item.ts';

export const convertItemRoutes = [
  route({
    method: 'POST',
    path: 'items/:id/convert/',
    summary:
      'Convert an item’s file to a document or a table beside it, with the same visibility; the file stays as it is',
    auth: 'user',
    params: itemParams,
    body: convertItemRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.download'),
    handle: ({ services, caller, authorized, body }) => convertItem(services, caller, authorized, body),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    status: 202,
    response: conversionJob,
  }),
];
