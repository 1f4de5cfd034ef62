import { z } from 'zod';
import { documentWriters, documentWritersQuery } from '#lib/contract/document-writers.ts';
import { route } from '#server/api/route.ts';
import { writersInSpace } from './writers-now.repo.ts';

export const writersNowRoutes = [
  route({
    method: 'GET',
    path: 'document-writers/',
    summary: 'The others who write in a space’s documents now, of documents where the caller has a role',
    auth: 'hub user',
    query: documentWritersQuery,
    handle: ({ services, caller, query }) =>
      writersInSpace(services.database, {
        hubId: caller.hub.id,
        slug: query.space ?? '',
        userId: caller.user.id,
      }),
    response: z.array(documentWriters),
  }),
];
