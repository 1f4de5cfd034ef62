import { z } from 'zod';
import { itemParams } from '#lib/contract/item.ts';
import {
  createShareLinkRequest,
  newShareLink,
  openedShareLink,
  openShareLinkRequest,
  shareLink,
  shareLinkParams,
} from '#lib/contract/share-link.ts';
import { isId } from '../database/id.ts';
import { notFound } from '../http/api-error.ts';
import { messageAnswer, route } from '../http/route.ts';
import { itemById } from '../item/item.repo.ts';
import { authorizeItem } from '../policy/item-policy.ts';
import { linksOfItem } from './share-link.repo.ts';
import { createLink, openLink, presentLink, revokeLink } from './share-link.service.ts';

export const shareLinkRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/share-links/',
    summary: 'The links that share an item; their addresses are known to who has them alone',
    auth: 'user',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.share'),
    handle: ({ services, authorized }) => linksOfItem(services.database, authorized.id),
    present: (links) => links.map(presentLink),
    answers: z.array(shareLink),
  }),
  route({
    method: 'POST',
    path: 'items/:id/share-links/',
    summary: 'Share an item by a link; its address is told this once',
    auth: 'user',
    params: itemParams,
    body: createShareLinkRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.share'),
    handle: ({ services, caller, body, authorized }) => createLink(services, caller, authorized, body),
    status: 201,
    answers: newShareLink,
  }),
  route({
    method: 'DELETE',
    path: 'items/:id/share-links/:link_id/',
    summary: 'End a link; nobody can use it from this moment on',
    auth: 'user',
    params: shareLinkParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.share'),
    handle: async ({ services, caller, params, authorized }) => {
      if (!isId(params.link_id)) throw notFound('This link');
      await revokeLink(services, caller, authorized, params.link_id);
      return messageAnswer('The link has ended.');
    },
  }),
  route({
    method: 'POST',
    // Below `auth/`: what it answers is a credential, and is kept for no repetition.
    path: 'auth/share-link/',
    summary: 'Open a share link: the pass for the Share-Token header, and what is behind it',
    auth: 'anyone',
    body: openShareLinkRequest,
    handle: ({ services, caller, body, request }) => openLink(services, caller, request, body),
    answers: openedShareLink,
  }),
];
