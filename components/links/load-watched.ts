import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { WatchedItem } from '#lib/contract/watch.ts';
import type { ListPage } from '#services/http.ts';
import { WATCHED_PAGE_SIZE } from '#services/watching.ts';

/**
 * The first page of what the user watches in a hub; with the reason where it can't be loaded.
 * @throws PageFailure when the API failed
 */
export async function loadWatched(api: PageVisit['api']): Promise<ListPage<WatchedItem>> {
  const response = await api(`watched-items/?page_size=${WATCHED_PAGE_SIZE}`);
  const data = dataOrNull(response);
  if (!response.ok || !data)
    return { data: [], count: null, page: 1, hasMore: false, error: response.ok ? null : response.message };
  const hasMore = data.length === WATCHED_PAGE_SIZE;
  return { data, count: response.count ?? null, page: 1, hasMore, error: null };
}
