import { z } from 'zod';
import {
  FAVOURITES_MAX,
  favouriteOrderRequest,
  spaceParams,
  spaceShortcuts,
  spaceSummary,
} from '#lib/contract/space.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceBySlug } from './space.repo.ts';
import {
  addFavourite,
  favouritesOf,
  recentSpacesOf,
  recordVisit,
  removeFavourite,
  reorderFavourites,
  shortcutsOf,
} from './space-shortcut.repo.ts';

type ShortcutContext = { services: Services; caller: HubCaller; params: { slug: string } };

// The requests below publish nothing: they change nothing for other users.
const visible = async ({ services, caller, params }: ShortcutContext) =>
  authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view');

export const spaceShortcutRoutes = [
  route({
    method: 'GET',
    path: 'space-shortcuts/',
    summary: 'What the caller has at hand: favourite, recent and first spaces, and how many there are',
    auth: 'hub user',
    handle: ({ services, caller }) => shortcutsOf(services.database, caller),
    response: spaceShortcuts,
  }),
  route({
    method: 'GET',
    path: 'favourite-spaces/',
    summary: 'The spaces of a hub that the caller starred, in their order',
    auth: 'hub user',
    handle: ({ services, caller }) => favouritesOf(services.database, caller),
    response: z.array(spaceSummary),
  }),
  route({
    method: 'PUT',
    path: 'favourite-spaces/',
    publishes: 'nothing',
    summary: 'Order the favourites; those that are not named follow as they were',
    auth: 'hub user',
    body: favouriteOrderRequest,
    handle: async ({ services, caller, body }) => {
      await reorderFavourites(services.database, caller, body.slugs);
      return favouritesOf(services.database, caller);
    },
    response: z.array(spaceSummary),
  }),
  route({
    method: 'PUT',
    path: 'favourite-spaces/:slug/',
    publishes: 'nothing',
    summary: 'Star a space, for the caller alone',
    auth: 'hub user',
    params: spaceParams,
    authorize: visible,
    handle: async ({ services, caller, authorized }) => {
      if (!(await addFavourite(services.database, caller.user.id, authorized.id))) {
        throw new ApiError(409, 'too_many_favourites', `At most ${FAVOURITES_MAX} spaces can be favourites.`);
      }
      return favouritesOf(services.database, caller);
    },
    response: z.array(spaceSummary),
  }),
  route({
    method: 'DELETE',
    path: 'favourite-spaces/:slug/',
    publishes: 'nothing',
    summary: 'Take the star off a space',
    auth: 'hub user',
    params: spaceParams,
    authorize: visible,
    handle: async ({ services, caller, authorized }) => {
      await removeFavourite(services.database, caller.user.id, authorized.id);
      return favouritesOf(services.database, caller);
    },
    response: z.array(spaceSummary),
  }),
  route({
    method: 'GET',
    path: 'recent-spaces/',
    summary: 'The spaces of a hub that the caller opened last',
    auth: 'hub user',
    handle: ({ services, caller }) => recentSpacesOf(services.database, caller),
    response: z.array(spaceSummary),
  }),
  route({
    method: 'PUT',
    path: 'recent-spaces/:slug/',
    publishes: 'nothing',
    summary: 'Note that the caller opened a space',
    auth: 'hub user',
    params: spaceParams,
    authorize: visible,
    handle: async ({ services, caller, authorized }) => {
      await recordVisit(services.database, caller.user.id, authorized.id);
      return messageEnvelope('Noted.');
    },
    response: z.null(),
  }),
];
