import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import { loadShared } from '#components/links/load-shared.ts';
import type { SharedResource } from '#lib/contract/access.ts';
import type { Activity } from '#lib/contract/activity.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { ListedForm } from '#lib/contract/public-form.ts';
import type { Space } from '#lib/contract/space.ts';
import type { ListPage } from '#services/http.ts';
import { type AllSpacesView, allSpacesView, HOME_SPACES_MAX } from './all-spaces-view.ts';

/** Changes that are shown. */
const RECENT = 10;

export type LoadedHub = {
  hub: Hub;
  /** Set where the list of all spaces was asked for instead of the home. */
  view: AllSpacesView | null;
  spaces: ListPage<Space>;
  /** What was changed last, the newest first; null when it can't be told. */
  recent: Activity[] | null;
  /** For guests, who come for it: what was shared with them. */
  shared: ListPage<SharedResource> | null;
  /** For who doesn't belong to it: the forms that anybody may fill. */
  forms: ListedForm[];
  /** There is a space that the person may add a form to. */
  canAddForms: boolean;
};

function spacesFor(api: PageVisit['api'], view: AllSpacesView | null) {
  const asked = new URLSearchParams({ page_size: String(HOME_SPACES_MAX) });
  if (view) {
    asked.set('page', String(view.page));
    asked.set('sort', view.sort);
    if (view.q) asked.set('q', view.q);
  }
  return api(`spaces/?${asked}`);
}

/** What a hub's page shows first; null where the visitor may not know of it. */
export async function loadHub({ context, api, hub: mine }: PageVisit): Promise<LoadedHub | null> {
  const handle = String(context.params?.handle);
  // Who belongs to it waits for one round of answers, and not for one after the other.
  const isMember = mine?.domain_handle.toLowerCase() === handle.toLowerCase();
  const view = isMember ? allSpacesView(context.query) : null;
  const [answer, spaces, recent] = await Promise.all([
    api(`hubs/${encodeURIComponent(handle)}/`),
    spacesFor(api, view),
    isMember && !view ? recentActivity(api) : [],
  ]);
  const hub = dataOrNull(answer);
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
  if (view) return { hub, view, spaces: list, recent: [], shared: null, forms: [], canAddForms: false };
  const [shared, forms, canAddForms] = await Promise.all([
    hub.my_role === 'guest' ? loadShared(api) : null,
    hub.my_role ? null : api('public/forms/', { openedLinks: true }),
    hub.my_role ? mayAddForms(api, list) : false,
  ]);
  return { hub, view, spaces: list, recent, shared, forms: forms?.ok ? forms.data : [], canAddForms };
}

/** Asks further only where none of the spaces that are shown can be added to, and there are others. */
async function mayAddForms(api: PageVisit['api'], { data, hasMore }: ListPage<Space>): Promise<boolean> {
  if (data.some(({ allowed }) => allowed.includes('space.create_item'))) return true;
  if (!hasMore) return false;
  const answer = await api('spaces/?writable=true&page_size=1');
  return answer.ok && answer.data.length > 0;
}

/** Outsiders are told nothing of what happens in a hub, and see none of it. */
async function recentActivity(api: PageVisit['api']): Promise<Activity[] | null> {
  const answer = await api(`activity/?contents=true&page_size=${RECENT}`);
  return answer.ok ? answer.data : null;
}
