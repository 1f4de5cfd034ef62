import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pageQuery } from '#lib/contract/pagination.ts';
import { choiceField, idField, queryFlag, queryText } from '#lib/contract/text-field.ts';

/** What people are notified of. */
export const NOTIFICATION_EVENTS = [
  'mentioned',
  'task',
  'replied',
  'commented',
  'access_requested',
  'access_granted',
  'access_refused',
  'shared',
  'join_granted',
  'join_refused',
  'joined',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** Unread notifications are counted up to this number. */
export const UNREAD_NOTIFICATIONS_MAX = 100;
/** Notifications are deleted after so many days. */
export const NOTIFICATION_DAYS = 90;

export const notificationListQuery = z.object({
  ...pageQuery,
  /** Only those that are not marked as read. */
  unread: queryFlag('Unread'),
  /** The `next` of the previous page: continues there; `page` is then ignored. */
  after: queryText('After', { max: 36 }).refine(
    (after) => after === undefined || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(after),
    'After is not a place in this list; begin again',
  ),
});
export type NotificationListQuery = z.output<typeof notificationListQuery>;

export const notificationParams = z.object({ id: idField('Notification') });

/** Something that somebody did and that concerns the reader. */
export const notification = z.object({
  id: z.string(),
  event: z.enum(NOTIFICATION_EVENTS),
  /** Who did it; null for who has no account any more, and where its reader is not to know. */
  actor: z.object({ id: z.string(), name: z.string(), avatar_url: z.string().nullable() }).nullable(),
  /** What it is about, and the hub that has it. */
  thing: z.object({
    kind: z.enum(['item', 'post', 'space', 'hub']),
    id: z.string(),
    title: z.string(),
    hub: z.object({ name: z.string(), domain_handle: z.string() }),
  }),
  /** The words around a mention, a task, or a comment; may be empty. */
  text: z.string(),
  /** Of a task: the day until which it is to be done, as in 2026-11-27. */
  due: z.string().nullable(),
  /** How many mentions, tasks or people who joined it stands for. */
  count: z.number(),
  /** The path of the page, at the very place; null where there is none that its reader may open. */
  url: z.string().nullable(),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
export type Notification = z.output<typeof notification>;

export const markNotificationRequest = z.strictObject({
  read: z.boolean({ error: 'Read must be true or false' }),
});

/** How many notifications are unread, at most {@link UNREAD_NOTIFICATIONS_MAX}. */
export const unreadNotifications = z.object({ count: z.number() });

/** Whether somebody sees a kind of notification, and gets it by mail too, with what they watch. */
export const NOTIFICATION_CHOICES = ['mail', 'app', 'off'] as const;
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number];

const choice = (label: string) => choiceField(label, NOTIFICATION_CHOICES);

export const notificationSettings = z.object({
  mentioned: choice('Mentioned'),
  task: choice('Task'),
  replied: choice('Replied'),
  commented: choice('Commented'),
  /** Requests for access to what one owns, of which there are mails of their own. */
  access: choiceField('Access', ['app', 'off']),
  /** Answers to one's requests for access, or to join a hub. */
  decided: choice('Decided'),
  shared: choice('Shared'),
  /** People who join by one's invitations. */
  joined: choice('Joined'),
});
export type NotificationSettings = z.output<typeof notificationSettings>;
export type NotificationSetting = keyof NotificationSettings;

export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  mentioned: 'mail',
  task: 'mail',
  replied: 'app',
  commented: 'app',
  access: 'app',
  decided: 'mail',
  shared: 'app',
  joined: 'app',
};

export const changeNotificationSettingsRequest = z
  .strictObject(notificationSettings.partial().shape)
  .meta({ examples: [{ replied: 'mail', shared: 'off' }] });
export type ChangeNotificationSettingsRequest = z.output<typeof changeNotificationSettingsRequest>;
