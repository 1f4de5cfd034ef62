import { z } from 'zod';
import { item, itemParams } from '#lib/contract/item.ts';
import { brokenLink, mentionsQuery } from '#lib/contract/item-link.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { listEnvelope, route } from '#server/api/route.ts';
import { presentItem } from '#server/items/item/item.presenter.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { brokenLinksOf, itemsLeadingTo } from './item-link.repo.ts';

export const itemLinkRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/mentions/',
    summary: 'The documents that lead to an item, as far as the caller may see them, last changed first',
    auth: 'anyone',
    params: itemParams,
    query: mentionsQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.view'),
    handle: async ({ services, caller, query, authorized }) => {
      const found = await itemsLeadingTo(services.database, caller, authorized, query);
      return listEnvelope(
        found.map((one) => presentItem(one)),
        query,
      );
    },
    response: z.array(item),
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/broken-links/',
    readsSpace: 'space',
    summary:
      'Links of a space’s documents to items that were deleted, are in the trash, or are hidden from the caller',
    auth: 'hub',
    params: spaceParams,
    query: mentionsQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: async ({ services, caller, query, authorized }) => {
      const place = { spaceId: authorized.id, origin: services.config.publicUrl };
      return listEnvelope(await brokenLinksOf(services.database, caller, place, query), query);
    },
    response: z.array(brokenLink),
  }),
];
