import { z } from 'zod';
import { itemParams } from '#lib/contract/item.ts';
import { WATCHED_MAX, watchedItem, watchedListQuery, watchMails, watchState } from '#lib/contract/watch.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { listEnvelope, route } from '#server/api/route.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { watchedItemsOf } from '#server/spaces/space/unread-item.repo.ts';
import {
  markWatchSeen,
  setWatchMails,
  unwatchItem,
  wantsWatchMails,
  watchItem,
  watchStateOf,
} from './watch.repo.ts';

type Request = { services: Services; caller: Caller; params: { id: string } };

const visible = async ({ services, caller, params }: Request) =>
  authorizeItem(await itemById(services.database, caller, params.id), 'item.view');

export const watchRoutes = [
  route({
    method: 'GET',
    path: 'watched-items/',
    summary: 'The items of a hub that the caller watches, those with unread changes first',
    auth: 'hub user',
    query: watchedListQuery,
    handle: async ({ services, caller, query }) =>
      listEnvelope(await watchedItemsOf(services.database, caller, query), query),
    response: z.array(watchedItem),
  }),
  route({
    method: 'GET',
    path: 'items/:id/watch/',
    summary: 'Whether the caller watches an item, and whether others changed it since',
    auth: 'user',
    params: itemParams,
    authorize: visible,
    handle: ({ services, caller, authorized }) =>
      watchStateOf(services.database, caller.user.id, authorized.id),
    response: watchState,
  }),
  route({
    method: 'PUT',
    path: 'items/:id/watch/',
    summary: 'Watch an item: what others change in it is unread, and mailed in a digest',
    auth: 'user',
    params: itemParams,
    // It changes nothing for other users, nor do the next two.
    publishes: 'nothing',
    authorize: visible,
    handle: async ({ services: { database }, caller, authorized }) => {
      if (!(await watchItem(database, caller.user.id, authorized.id))) {
        throw new ApiError(409, 'too_many_watched', `At most ${WATCHED_MAX} items can be watched.`);
      }
      return watchStateOf(database, caller.user.id, authorized.id);
    },
    response: watchState,
  }),
  route({
    method: 'DELETE',
    path: 'items/:id/watch/',
    summary: 'Watch an item no longer',
    auth: 'user',
    params: itemParams,
    publishes: 'nothing',
    authorize: visible,
    handle: async ({ services: { database }, caller, authorized }) => {
      await unwatchItem(database, caller.user.id, authorized.id);
      return watchStateOf(database, caller.user.id, authorized.id);
    },
    response: watchState,
  }),
  route({
    method: 'POST',
    path: 'items/:id/watch/seen/',
    summary: 'Mark what was changed in a watched item until now as read',
    auth: 'user',
    params: itemParams,
    publishes: 'nothing',
    authorize: visible,
    handle: async ({ services: { database }, caller, authorized }) => {
      await markWatchSeen(database, caller.user.id, authorized.id);
      return watchStateOf(database, caller.user.id, authorized.id);
    },
    response: watchState,
  }),
  route({
    method: 'GET',
    path: 'watch-mails/',
    summary: 'Whether changes of watched items are mailed to the caller',
    auth: 'user',
    handle: async ({ services, caller }) => ({
      mail: await wantsWatchMails(services.database, caller.user.id),
    }),
    response: watchMails,
  }),
  route({
    method: 'PATCH',
    path: 'watch-mails/',
    summary: 'Turn mails about watched items on or off',
    auth: 'user',
    body: watchMails,
    publishes: 'nothing',
    handle: async ({ services, caller, body }) => {
      await setWatchMails(services.database, caller.user.id, body.mail);
      return body;
    },
    response: watchMails,
  }),
];
