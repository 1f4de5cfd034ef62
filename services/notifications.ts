import type { ChangeNotificationSettingsRequest } from '#lib/contract/notification.ts';
import { get, getPage, patch, post } from './api.ts';

export const NOTIFICATIONS_PAGE_SIZE = 30;

/** How many notifications are unread, up to 100. */
export const countUnreadNotifications = async () => (await get('notifications/unread-count/')).data.count;

/** One page of the user's notifications in all hubs; never throws, returns the error instead. */
export const listNotifications = (
  { after, unread }: { after: string | null; unread: boolean },
  signal: AbortSignal,
) => {
  const params = { page_size: NOTIFICATIONS_PAGE_SIZE, ...(unread ? { unread: 'true' } : {}) };
  return getPage('notifications/', { ...params, ...(after ? { after } : {}) }, { signal });
};

export const markNotification = (id: string, read: boolean) => patch(`notifications/${id}/`, { read });
export const markAllNotificationsRead = () => post('notifications/read-all/');
export const changeNotificationSettings = (changes: ChangeNotificationSettingsRequest) =>
  patch('notifications/settings/', changes);
