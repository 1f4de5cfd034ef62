import { z } from 'zod';
import { activity, activityQuery } from '#lib/contract/activity.ts';
import { notFound } from '../http/api-error.ts';
import { route } from '../http/route.ts';
import { countChildren } from '../item/item.repo.ts';
import { presentActivity } from './activity.presenter.ts';
import { activityOf, cursorOf } from './activity.repo.ts';

export const activityRoutes = [
  route({
    method: 'GET',
    path: 'activity/',
    summary: 'What was created, changed or trashed last, of what the caller may see now',
    auth: 'hub user',
    query: activityQuery,
    // What is public is found by its address; what happens in a hub is for its people.
    authorize: ({ caller }) => {
      if (!caller.hubRole) throw notFound('This hub');
    },
    handle: async ({ services, caller, query }) => {
      const { page_size } = query;
      const found = await activityOf(services.database, caller, query, page_size + 1);
      const rows = found.slice(0, page_size);
      const folders = rows.filter((row) => row.kind === 'folder').map((row) => row.id);
      const children = await countChildren(services.database, caller, folders);
      const data = rows.map((row) => presentActivity(row, children.get(row.id)));
      const last = rows.at(-1);
      const next = last && found.length > page_size ? cursorOf(last) : null;
      return { envelope: { data, count: null, page: 1, page_size, next } };
    },
    answers: z.array(activity),
  }),
];
