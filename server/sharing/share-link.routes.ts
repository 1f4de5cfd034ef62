import { z } from 'zod';
import { resourceParams } from '#lib/contract/access.ts';
import {
  createShareLinkRequest,
  newShareLink,
  openedShareLink,
  openShareLinkRequest,
  shareLink,
  shareLinkParams,
} from '#lib/contract/share-link.ts';
import { linksOfResource, presentShareLink } from '#server/access/links/share-link.repo.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { resourceEvent } from '#server/api/write-events.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { createShareLink, openShareLink, revokeShareLink } from './share-link.service.ts';
import { findShareable, type ShareableKind } from './shareable.ts';

/** The link routes of one kind of resource. */
const linkRoutesOf = (kind: ShareableKind, name: string) => [
  route({
    method: 'GET',
    path: `${kind}s/:id/share-links/`,
    summary: `The links that share ${name}; their addresses are known to who has them alone`,
    auth: 'user',
    params: resourceParams,
    authorize: ({ services, caller, params }) =>
      findShareable(services.database, caller, { kind, id: params.id }),
    handle: ({ services, authorized }) => linksOfResource(services.database, authorized),
    present: (links) => links.map(presentShareLink),
    response: z.array(shareLink),
  }),
  route({
    method: 'POST',
    path: `${kind}s/:id/share-links/`,
    summary: `Share ${name} by a link; its address is returned only once`,
    auth: 'user',
    params: resourceParams,
    body: createShareLinkRequest,
    authorize: ({ services, caller, params }) =>
      findShareable(services.database, caller, { kind, id: params.id }),
    handle: ({ services, caller, body, authorized }) => createShareLink(services, caller, authorized, body),
    publishes: ({ authorized }) => [resourceEvent(authorized)],
    status: 201,
    response: newShareLink,
  }),
  route({
    method: 'DELETE',
    path: `${kind}s/:id/share-links/:link_id/`,
    summary: `End a link to ${name}; nobody can use it from this moment on`,
    auth: 'user',
    params: shareLinkParams,
    authorize: ({ services, caller, params }) =>
      findShareable(services.database, caller, { kind, id: params.id }),
    handle: async ({ services, caller, params, authorized }) => {
      if (!isId(params.link_id)) throw notFound('This link');
      await revokeShareLink(services, caller, authorized, params.link_id);
      return messageEnvelope('The link has ended.');
    },
    publishes: ({ authorized }) => [resourceEvent(authorized)],
    response: z.null(),
  }),
];

export const shareLinkRoutes = [
  ...linkRoutesOf('item', 'an item'),
  ...linkRoutesOf('form', 'a form'),
  route({
    method: 'POST',
    // Below `auth/`: its response is a credential, and is not stored for a repetition.
    path: 'auth/share-link/',
    publishes: 'nothing',
    idempotent: false,
    summary: 'Open a share link: the pass for the Share-Token header, and what is behind it',
    auth: 'anyone',
    body: openShareLinkRequest,
    handle: ({ services, caller, body, request }) => openShareLink(services, caller, request, body),
    response: openedShareLink,
  }),
];
