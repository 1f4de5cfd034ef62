import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { Notification } from '#lib/contract/notification.ts';
import type { ListPage } from '#services/http.ts';
import { NOTIFICATIONS_PAGE_SIZE } from '#services/notifications.ts';

/**
 * The first page of the viewer's notifications; with the reason where it can't be loaded.
 * @throws PageFailure when the API failed
 */
export async function loadNotifications(
  api: PageVisit['api'],
  unread: boolean,
): Promise<ListPage<Notification>> {
  const response = await api(`notifications/?page_size=${NOTIFICATIONS_PAGE_SIZE}&unread=${unread}`);
  const data = dataOrNull(response);
  if (!response.ok || !data)
    return { data: [], count: null, page: 1, hasMore: false, error: response.ok ? null : response.message };
  const next = response.next ?? null;
  return { data, count: null, page: 1, hasMore: next !== null, next, error: null };
}
