import { directory, directoryQuery } from '#lib/contract/directory.ts';
import { route } from '#server/api/route.ts';
import { searchDirectory } from './directory.ts';

export const directoryRoutes = [
  route({
    method: 'GET',
    path: 'search/directory/',
    summary:
      'Find spaces by name, address and description, and people of the hub by name; not people for guests',
    auth: 'hub',
    query: directoryQuery,
    handle: ({ services, caller, query }) => searchDirectory(services.database, caller, query.q),
    response: directory,
  }),
];
