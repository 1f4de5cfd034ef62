import { z } from 'zod';
import {
  changeAccessRequest,
  changedAccess,
  itemAccess,
  sharedItem,
  sharedQuery,
  whoCanSeeEntry,
  whoCanSeeQuery,
} from '#lib/contract/access.ts';
import { itemParams } from '#lib/contract/item.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { expectedRevision } from '../http/if-match.ts';
import { listAnswer, route } from '../http/route.ts';
import { itemById } from '../item/item.repo.ts';
import { authorizeItem } from '../policy/item-policy.ts';
import { authorizeSpace } from '../policy/space-policy.ts';
import { whoCanSee } from '../policy/who-can-see.ts';
import { spaceBySlug } from '../space/space.repo.ts';
import { changeAccess } from './change-access.ts';
import { describeAccess } from './item-access.ts';
import { presentShared, sharedWith } from './shared.repo.ts';

export const accessRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/access/',
    summary: 'Who may do what with an item, and why',
    auth: 'user',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.share'),
    handle: ({ services, caller, authorized }) => describeAccess(services.database, caller, authorized),
    answers: itemAccess,
  }),
  route({
    method: 'PUT',
    path: 'items/:id/access/',
    summary: 'Set an item’s visibility and the people who are added to it by name, all at once',
    auth: 'user',
    params: itemParams,
    body: changeAccessRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.share'),
    handle: ({ services, caller, body, authorized, request }) =>
      changeAccess(services, caller, authorized, body, expectedRevision(request)),
    answers: changedAccess,
  }),
  route({
    method: 'GET',
    path: 'items/:id/who-can-see/',
    summary: 'Every person and link that can see an item, with the reasons',
    auth: 'user',
    params: itemParams,
    query: whoCanSeeQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.share'),
    handle: async ({ services, caller, query, authorized }) => {
      const { entries, count } = await whoCanSee(services.database, authorized, caller.user.id, query);
      return listAnswer(entries, { page: query.page, page_size: query.page_size, count });
    },
    answers: z.array(whoCanSeeEntry),
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/who-can-see/',
    summary: 'Every person that can see a space, with the reasons',
    auth: 'hub user',
    params: spaceParams,
    query: whoCanSeeQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.share'),
    handle: async ({ services, caller, query, authorized }) => {
      const { entries, count } = await whoCanSee(services.database, authorized, caller.user.id, query);
      return listAnswer(entries, { page: query.page, page_size: query.page_size, count });
    },
    answers: z.array(whoCanSeeEntry),
  }),
  route({
    method: 'GET',
    path: 'shared/',
    summary: 'What was shared with the caller by name in a hub, the latest first',
    auth: 'hub user',
    query: sharedQuery,
    handle: async ({ services, caller, query }) => {
      const shared = await sharedWith(services.database, caller, query);
      const isWhole = query.page === 1 && shared.length < query.page_size;
      return listAnswer(shared.map(presentShared), {
        page: query.page,
        page_size: query.page_size,
        count: isWhole ? shared.length : null,
      });
    },
    answers: z.array(sharedItem),
  }),
];
