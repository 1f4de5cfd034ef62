import { z } from 'zod';
import {
  FAVOURITE_ITEMS_MAX,
  favouriteItem,
  favouriteItemOrderRequest,
} from '#lib/contract/favourite-item.ts';
import { itemParams } from '#lib/contract/item.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { favouriteItemsOf } from '#server/spaces/space/favourite-item.repo.ts';
import { addFavouriteItem, removeFavouriteItem, reorderFavouriteItems } from './favourite-item.repo.ts';

export const favouriteItemRoutes = [
  route({
    method: 'GET',
    path: 'favourite-items/',
    summary: 'The items of a hub that the caller starred, in their order',
    auth: 'hub user',
    handle: ({ services, caller }) => favouriteItemsOf(services.database, caller),
    response: z.array(favouriteItem),
  }),
  route({
    method: 'PUT',
    path: 'favourite-items/',
    publishes: 'nothing',
    summary: 'Order the starred items; those that are not named follow as they were',
    auth: 'hub user',
    body: favouriteItemOrderRequest,
    handle: async ({ services, caller, body }) => {
      const own = { userId: caller.user.id, hubId: caller.hub.id };
      await reorderFavouriteItems(services.database, own, body.ids);
      return favouriteItemsOf(services.database, caller);
    },
    response: z.array(favouriteItem),
  }),
  route({
    method: 'PUT',
    path: 'favourite-items/:id/',
    summary: 'Star an item, for the caller alone',
    auth: 'user',
    params: itemParams,
    // It changes nothing for other users.
    publishes: 'nothing',
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.view'),
    handle: async ({ services, caller, authorized }) => {
      if (!(await addFavouriteItem(services.database, caller.user.id, authorized.id))) {
        throw new ApiError(
          409,
          'too_many_favourites',
          `At most ${FAVOURITE_ITEMS_MAX} items can be favourites.`,
        );
      }
      return messageEnvelope('Starred.');
    },
    response: z.null(),
  }),
  route({
    method: 'DELETE',
    path: 'favourite-items/:id/',
    summary: 'Take the star off an item',
    auth: 'user',
    params: itemParams,
    publishes: 'nothing',
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.view'),
    handle: async ({ services, caller, authorized }) => {
      await removeFavouriteItem(services.database, caller.user.id, authorized.id);
      return messageEnvelope('No longer starred.');
    },
    response: z.null(),
  }),
];
