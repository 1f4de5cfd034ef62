import type { PageVisit } from '#components/layout/page-props.ts';
import { loadShared } from '#components/sharing/load-shared.ts';
import type { SharedItem } from '#lib/contract/access.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import type { PageOfList } from '#services/http.ts';

/** Spaces that a hub's page shows at once. */
export const HUB_SPACES = 50;
/** Spaces whose newest changes are looked through, and how many changes are shown in all. */
const LOOKED_THROUGH = 8;
const RECENT = 10;

export type RecentItem = { item: Item; space: Pick<Space, 'id' | 'slug' | 'name'> };

export type LoadedHub = {
  hub: Hub;
  spaces: PageOfList<Space>;
  /** What was changed last, the newest first; null when it can't be told. */
  recent: RecentItem[] | null;
  /** For guests, who come for it: what was shared with them. */
  shared: PageOfList<SharedItem> | null;
};

/** What a hub's page shows first; null where the visitor may not know of it. */
export async function loadHub({ context, api }: PageVisit): Promise<LoadedHub | null> {
  const handle = encodeURIComponent(String(context.params?.handle));
  const hub = await api<Hub>(`hubs/${handle}/`);
  if (!hub.ok) {
    if (hub.status === 404) return null;
    throw new Error(hub.message);
  }
  const spaces = await api<Space[]>(`spaces/?page_size=${HUB_SPACES}`);
  const list: PageOfList<Space> = spaces.ok
    ? {
        data: spaces.data,
        count: spaces.count ?? null,
        page: 1,
        hasMore: spaces.data.length === HUB_SPACES,
        error: null,
      }
    : { data: [], count: null, page: 1, hasMore: false, error: spaces.message };
  const [recent, shared] = await Promise.all([
    recentItems(api, list.data),
    hub.data.my_role === 'guest' ? loadShared(api) : null,
  ]);
  return { hub: hub.data, spaces: list, recent, shared };
}

async function recentItems(api: PageVisit['api'], spaces: Space[]): Promise<RecentItem[] | null> {
  const filled = spaces.filter(({ counts }) => counts.items > 0).slice(0, LOOKED_THROUGH);
  const lists = await Promise.all(
    filled.map(async ({ id, slug, name }): Promise<RecentItem[] | null> => {
      const answer = await api<Item[]>(
        `spaces/${encodeURIComponent(slug)}/items/?sort=-updated_at&page_size=${RECENT}`,
      );
      return answer.ok ? answer.data.map((item) => ({ item, space: { id, slug, name } })) : null;
    }),
  );
  const known = lists.filter((list) => list !== null);
  if (lists.length > 0 && known.length === 0) return null;
  return known
    .flat()
    .filter(({ item }) => item.kind !== 'folder')
    .sort((one, other) => other.item.updated_at.localeCompare(one.item.updated_at))
    .slice(0, RECENT);
}
