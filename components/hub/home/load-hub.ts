import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import { loadShared } from '#components/links/load-shared.ts';
import type { SharedResource } from '#lib/contract/access.ts';
import type { Activity } from '#lib/contract/activity.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { LatestPost } from '#lib/contract/post.ts';
import type { ListedForm } from '#lib/contract/public-form.ts';
import type { Space } from '#lib/contract/space.ts';
import type { ListPage } from '#services/http.ts';
import { type AllSpacesView, allSpacesView, HOME_SPACES_MAX } from './all-spaces-view.ts';

/** Number of changes that are shown. */
const RECENT = 10;
/** Number of discussions that are shown. */
const LATEST_POSTS = 5;

export type LoadedHub = {
  hub: Hub;
  /** Set where the list of all spaces was requested instead of the home. */
  view: AllSpacesView | null;
  spaces: ListPage<Space>;
  /** The latest changes, the newest first; null when they can't be loaded. */
  recent: Activity[] | null;
  /** The discussions with the newest activity; none when they can't be loaded. */
  posts: LatestPost[];
  /** For guests: the resources that were shared with them. */
  shared: ListPage<SharedResource> | null;
  /** For users outside of the hub: the forms that anybody may fill. */
  forms: ListedForm[];
  /** Whether the user may add a form to at least one space. */
  canAddForms: boolean;
};

function spacesFor(api: PageVisit['api'], view: AllSpacesView | null) {
  const params = new URLSearchParams({ page_size: String(HOME_SPACES_MAX) });
  if (view) {
    params.set('page', String(view.page));
    params.set('sort', view.sort);
    if (view.q) params.set('q', view.q);
  }
  return api(`spaces/?${params}`);
}

/** The initial data of a hub's page; null where the visitor may not see it. */
export async function loadHub({ context, api, hub: mine }: PageVisit): Promise<LoadedHub | null> {
  const handle = String(context.params?.handle);
  // Members wait for one round of parallel requests, instead of several in sequence.
  const isMember = mine?.domain_handle.toLowerCase() === handle.toLowerCase();
  const view = isMember ? allSpacesView(context.query) : null;
  const [response, spaces, recent, posts] = await Promise.all([
    api(`hubs/${encodeURIComponent(handle)}/`),
    spacesFor(api, view),
    isMember && !view ? recentActivity(api) : [],
    isMember && !view ? latestPosts(api) : [],
  ]);
  const hub = dataOrNull(response);
  if (!hub) return null;
  const list: ListPage<Space> = spaces.ok
    ? {
        data: spaces.data,
        count: spaces.count ?? null,
        page: 1,
        hasMore:
          typeof spaces.count === 'number'
            ? spaces.count > spaces.data.length
            : spaces.data.length === HOME_SPACES_MAX,
        error: null,
      }
    : { data: [], count: null, page: 1, hasMore: false, error: spaces.message };
  if (view)
    return { hub, view, spaces: list, recent: [], posts: [], shared: null, forms: [], canAddForms: false };
  const [shared, forms, canAddForms] = await Promise.all([
    hub.my_role === 'guest' ? loadShared(api) : null,
    hub.my_role ? null : api('public/forms/', { openedLinks: true }),
    hub.my_role ? mayAddForms(api, list) : false,
  ]);
  return { hub, view, spaces: list, recent, posts, shared, forms: forms?.ok ? forms.data : [], canAddForms };
}

/** Sends a further request only if none of the loaded spaces is writable, and there are others. */
async function mayAddForms(api: PageVisit['api'], { data, hasMore }: ListPage<Space>): Promise<boolean> {
  if (data.some(({ allowed }) => allowed.includes('space.create_item'))) return true;
  if (!hasMore) return false;
  const response = await api('spaces/?writable=true&page_size=1');
  return response.ok && response.data.length > 0;
}

/** Users outside of a hub don't see its activity. */
async function recentActivity(api: PageVisit['api']): Promise<Activity[] | null> {
  const response = await api(`activity/?contents=true&page_size=${RECENT}`);
  return response.ok ? response.data : null;
}

async function latestPosts(api: PageVisit['api']): Promise<LatestPost[]> {
  const response = await api(`latest-posts/?page_size=${LATEST_POSTS}`);
  return response.ok ? response.data : [];
}
