import { z } from 'zod';
import { hubParams } from '#lib/contract/hub.ts';
import { contactsOfMember, memberContactsQuery } from '#lib/contract/member-contacts.ts';
import { authorizeHub, hubAllowed } from '#server/access/policy/hub-policy.ts';
import { route } from '#server/api/route.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import { contactsOfMembers } from './member-contacts.ts';

export const memberContactRoutes = [
  route({
    method: 'GET',
    path: 'hubs/:handle/member-contacts/',
    summary:
      'Which people of contact lists that the caller may see have the confirmed addresses of these members',
    auth: 'user',
    params: hubParams,
    query: memberContactsQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeHub(await findHub(services, caller, params.handle), 'hub.members'),
    handle: async ({ services: { database }, caller, authorized, query: { members } }) => {
      const knowsSuspended = hubAllowed(authorized).includes('hub.change_members');
      const reader = { hubId: authorized.id, userId: caller.user.id, knowsSuspended };
      const found = await contactsOfMembers(database, reader, members);
      return [...found].map(([id, contacts]) => ({ id, contacts: [...contacts] }));
    },
    response: z.array(contactsOfMember),
  }),
];
