import { z } from 'zod';
import { TREE_LEVEL_MAX, treeEntry, treeQuery } from '#lib/contract/item-tree.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { route } from '#server/api/route.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { treeLevel } from './item-tree.repo.ts';

export const itemTreeRoutes = [
  route({
    method: 'GET',
    path: 'spaces/:slug/tree/',
    readsSpace: 'space',
    summary:
      'The folders and documents of one level of a space that the caller may see, folders first, in the order of the tree and then by title; `next` is the cursor of the next page',
    auth: 'hub',
    params: spaceParams,
    query: treeQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: async ({ services, caller, query, authorized }) => {
      const { entries, next } = await treeLevel(services.database, caller, authorized, query);
      const count = query.after === undefined && next === null ? entries.length : null;
      return { envelope: { data: entries, count, page: 1, page_size: TREE_LEVEL_MAX, next } };
    },
    response: z.array(treeEntry),
  }),
];
