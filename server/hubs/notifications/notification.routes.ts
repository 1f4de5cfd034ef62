import { z } from 'zod';
import {
  changeNotificationSettingsRequest,
  markNotificationRequest,
  notification,
  notificationListQuery,
  notificationParams,
  notificationSettings,
  unreadNotifications,
} from '#lib/contract/notification.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';
import { presentNotification } from './notification.presenter.ts';
import {
  countUnread,
  markAllRead,
  markNotification,
  notificationById,
  notificationsOf,
} from './notification.repo.ts';
import { changeNotificationSettings, notificationSettingsOf } from './notification-setting.repo.ts';

/** For the other pages of the same account. */
const ownEvent = (userId: string): ChangeEvent => ({ about: 'notifications', userId });

export const notificationRoutes = [
  route({
    method: 'GET',
    path: 'notifications/',
    summary:
      'What others did that concerns the caller, in all hubs, newest first; only of what the caller may see now',
    auth: 'user',
    query: notificationListQuery,
    handle: async ({ services, caller, query }) => {
      const rows = await notificationsOf(services.database, caller.user.id, query);
      const next = rows.length === query.page_size ? (rows.at(-1)?.id ?? null) : null;
      return { envelope: { ...listEnvelope(rows.map(presentNotification), query).envelope, next } };
    },
    response: z.array(notification),
  }),
  route({
    method: 'GET',
    path: 'notifications/unread-count/',
    summary: 'How many notifications of the caller are unread, up to 100',
    auth: 'user',
    handle: async ({ services, caller }) => ({ count: await countUnread(services.database, caller.user.id) }),
    response: unreadNotifications,
  }),
  route({
    method: 'POST',
    path: 'notifications/read-all/',
    summary: 'Mark all notifications of the caller as read, in all hubs',
    auth: 'user',
    authorize: async ({ caller }) => caller.user,
    handle: async ({ services, authorized }) => {
      await markAllRead(services.database, authorized.id);
      return messageEnvelope('All notifications are read.');
    },
    publishes: ({ authorized }) => [ownEvent(authorized.id)],
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'notifications/settings/',
    summary: 'What the caller is notified of, and how',
    auth: 'user',
    handle: ({ services, caller }) => notificationSettingsOf(services.database, caller.user.id),
    response: notificationSettings,
  }),
  route({
    method: 'PATCH',
    path: 'notifications/settings/',
    summary: 'Choose what to be notified of, and whether it is mailed too',
    auth: 'user',
    body: changeNotificationSettingsRequest,
    publishes: 'nothing',
    handle: async ({ services, caller, body }) => {
      await changeNotificationSettings(services.database, caller.user.id, body);
      return notificationSettingsOf(services.database, caller.user.id);
    },
    response: notificationSettings,
  }),
  route({
    method: 'PATCH',
    path: 'notifications/:id/',
    summary: 'Mark a notification as read, or as unread again',
    auth: 'user',
    params: notificationParams,
    body: markNotificationRequest,
    authorize: async ({ services, caller, params }) => {
      const row = await notificationById(services.database, caller.user.id, params.id);
      if (!row) throw notFound('This notification');
      return row;
    },
    handle: async ({ services, authorized, body }) => {
      await markNotification(services.database, authorized.id, body.read);
      return authorized.id;
    },
    present: async (id, { services, caller }) => {
      const row = await notificationById(services.database, caller.user.id, id);
      if (!row) throw notFound('This notification');
      return presentNotification(row);
    },
    publishes: ({ authorized }) => [ownEvent(authorized.user_id)],
    response: notification,
  }),
];
