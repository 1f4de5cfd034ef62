import { z } from 'zod';
import { searchQuery, searchResult } from '#lib/contract/search.ts';
import { route } from '#server/api/route.ts';
import { presentResults } from './search.presenter.ts';
import { searchHub } from './search.service.ts';

export const searchRoutes = [
  route({
    method: 'GET',
    path: 'search/',
    summary: 'Find items by their title and text, best first; only what the caller may see is looked at',
    auth: 'hub',
    query: searchQuery,
    handle: ({ services, caller, query }) => searchHub(services, caller, query),
    present: presentResults,
    response: z.array(searchResult),
  }),
];
