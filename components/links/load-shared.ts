import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { SharedResource } from '#lib/contract/access.ts';
import type { ListPage } from '#services/http.ts';
import { SHARED_PAGE_SIZE } from '#services/sharing.ts';

/**
 * The first page of what was shared with the user in a hub; with the reason where it can't be loaded.
 * @throws PageFailure when the API failed
 */
export async function loadShared(api: PageVisit['api']): Promise<ListPage<SharedResource>> {
  const response = await api(`shared/?page_size=${SHARED_PAGE_SIZE}`);
  const data = dataOrNull(response);
  if (!response.ok || !data)
    return { data: [], count: null, page: 1, hasMore: false, error: response.ok ? null : response.message };
  const hasMore = data.length === SHARED_PAGE_SIZE;
  return { data, count: response.count ?? null, page: 1, hasMore, error: null };
}
