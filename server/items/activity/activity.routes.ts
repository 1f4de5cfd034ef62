import { z } from 'zod';
import { activity, activityQuery } from '#lib/contract/activity.ts';
import { route } from '#server/api/route.ts';
import { countChildren } from '#server/items/item/item.repo.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { presentActivity, presentFormActivity } from './activity.presenter.ts';
import { activityCursor, activityOf } from './activity.repo.ts';
import { formActivityOf } from './form-activity.repo.ts';

/** Ordered by the cursor's text: times have one length, so that their texts are in the order of time. */
const latestFirst = (a: Moment, b: Moment) => (activityCursor(a) < activityCursor(b) ? 1 : -1);
type Moment = Parameters<typeof activityCursor>[0];

export const activityRoutes = [
  route({
    method: 'GET',
    path: 'activity/',
    summary: 'What was created, changed, published or trashed last, of what the caller may see now',
    auth: 'hub user',
    query: activityQuery,
    // Public content is found by its address; a hub's activity is for its people.
    authorize: ({ caller }) => {
      if (!caller.hubRole) throw notFound('This hub');
    },
    handle: async ({ services, caller, query }) => {
      const { page_size } = query;
      const { database } = services;
      const [items, forms] = await Promise.all([
        activityOf(database, caller, query, page_size + 1),
        formActivityOf(database, caller, query, page_size + 1),
      ]);
      const found = [...items, ...forms].sort(latestFirst);
      const rows = found.slice(0, page_size);
      const folders = rows.flatMap((row) => ('kind' in row && row.kind === 'folder' ? row.id : []));
      const children = await countChildren(database, caller, folders);
      const data = rows.map((row) =>
        'kind' in row ? presentActivity(row, children.get(row.id)) : presentFormActivity(row),
      );
      const last = rows.at(-1);
      const next = last && found.length > page_size ? activityCursor(last) : null;
      return { envelope: { data, count: null, page: 1, page_size, next } };
    },
    response: z.array(activity),
  }),
];
