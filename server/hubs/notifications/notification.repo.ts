import { type RawBuilder, sql } from 'kysely';
import { type HubRole, ROLE_RANK } from '#lib/access/roles.ts';
import {
  NOTIFICATION_DAYS,
  type NotificationEvent,
  type NotificationListQuery,
  UNREAD_NOTIFICATIONS_MAX,
} from '#lib/contract/notification.ts';
import { roleBesidesAnyone, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { isId } from '#server/platform/database/id.ts';

export type NotificationRow = {
  id: string;
  user_id: string;
  event: NotificationEvent;
  actor_id: string | null;
  actor_name: string | null;
  actor_avatar: string | null;
  item_id: string | null;
  post_id: string | null;
  comment_id: string | null;
  /** Null where it is about the hub as a whole. */
  space_id: string | null;
  hub_id: string;
  /** The reader's role in the hub; null where they do not belong to it. */
  hub_role: HubRole | null;
  title: string;
  hub: string;
  handle: string;
  /** Empty where the reader can't see the space. */
  space_slug: string;
  text: string;
  /** The Markdown of the comment or post; null where the text is the notification's own. */
  body: string | null;
  place: string;
  due: string | null;
  count: number;
  created_at: Date;
  read_at: Date | null;
};

/**
 * The notifications (`notice`) with what they are about, as far as it is neither in the trash nor deleted, and their
 * readers' membership (`me`), where that is not suspended. Asked for each by key, while a list is read in its order.
 */
export const readableNotifications: RawBuilder<unknown> = sql`notification notice
  left join membership me on me.hub_id = notice.hub_id and me.user_id = notice.user_id and me.suspended_at is null
  join hub on hub.id = notice.hub_id and hub.deleted_at is null
  left join item on item.id = notice.item_id and item.trashed_at is null
  left join post on post.id = notice.post_id and post.trashed_at is null
  left join comment on comment.id = notice.comment_id and comment.deleted_at is null
  left join space on space.id = coalesce(item.space_id, post.space_id, notice.space_id) and space.deleted_at is null
  cross join lateral (select coalesce(item.scope_id, space.scope_id) as scope_id) as place`;

/**
 * Of a hub that they asked to join, people know as long as it lets others ask. Of who joined they know as of any member: not as guests,
 * nor of who left or was suspended.
 */
const MAY_READ_OF_HUB = sql<boolean>`case notice.event
  when 'join_refused' then me.user_id is not null or hub.visibility <> 'private'
  when 'joined' then me.role <> 'guest' and exists (select from membership other
    where other.hub_id = notice.hub_id and other.user_id = notice.actor_id and other.suspended_at is null)
  else me.user_id is not null end`;

const MAY_READ_OF_CONTENT = sql<boolean>`me.user_id is not null and space.id is not null and (notice.comment_id is null or comment.id is not null)
  and case when notice.comment_id is null and notice.post_id is null then ${roleOnScope('place.scope_id', 'me')} > 0
    else ${roleBesidesAnyone('place.scope_id', 'me')} > 0 end
  and (notice.event <> 'access_requested' or ${roleOnScope('place.scope_id', 'me')} >= ${sql.lit(ROLE_RANK.owner)})`;

/** Whether the reader may see now what a notification is about. */
export const MAY_READ: RawBuilder<boolean> = sql<boolean>`case
  when coalesce(notice.item_id, notice.post_id, notice.space_id) is null then ${MAY_READ_OF_HUB}
  else ${MAY_READ_OF_CONTENT} end`;

export const COLUMNS = sql`notice.id, notice.user_id, notice.event, notice.actor_id,
  trim(actor.first_name || ' ' || actor.last_name) as actor_name, actor.avatar_sha256 as actor_avatar,
  notice.item_id, notice.post_id, notice.comment_id, space.id as space_id, coalesce(item.title, post.title, space.name, hub.name) as title,
  notice.hub_id, me.role as hub_role,
  hub.name as hub, hub.handle,
  case when place.scope_id = space.scope_id or ${roleOnScope('space.scope_id', 'me')} > 0 then space.slug else '' end as space_slug,
  notice.text, coalesce(comment.body, case when notice.comment_id is null then post.body end) as body,
  notice.place, notice.due, notice.count, notice.created_at, notice.read_at`;

const ACTOR = sql`left join app_user actor on actor.id = notice.actor_id`;

/**
 * A page of somebody's notifications in all hubs, the newest first. Rights are asked of the newest alone, and of more only where too few
 * of these may be read: they are what takes long.
 */
export async function notificationsOf(
  database: Database,
  userId: string,
  { unread, after, page, page_size }: NotificationListQuery,
): Promise<NotificationRow[]> {
  const skipped = after === undefined ? (page - 1) * page_size : 0;
  const wanted = skipped + page_size;
  const readable: NotificationRow[] = [];
  for (let before = after, count = 2 * wanted; ; count *= 2) {
    const ids = await newestIds(database, userId, { unread, before, count });
    const { rows } = await sql<NotificationRow>`
      select ${COLUMNS} from ${readableNotifications} ${ACTOR}
      where notice.id = any(${ids}::uuid[]) and ${MAY_READ} order by notice.id desc`.execute(database);
    readable.push(...rows);
    before = ids.at(-1);
    if (readable.length >= wanted || ids.length < count) return readable.slice(skipped, wanted);
  }
}

async function newestIds(
  database: Database,
  userId: string,
  { unread, before, count }: { unread: boolean; before: string | undefined; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from notification
    where user_id = ${userId} and ${unread ? sql`read_at is null` : sql`true`}
      and ${before === undefined ? sql`true` : sql`id < ${before}::uuid`}
    order by id desc limit ${count}`.execute(database);
  return rows.map(({ id }) => id);
}

/** One of somebody's notifications; undefined where they have none with this id, or may not see any more what it is about. */
export async function notificationById(
  database: Database,
  userId: string,
  id: string,
): Promise<NotificationRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<NotificationRow>`
    select ${COLUMNS} from ${readableNotifications} ${ACTOR}
    where notice.id = ${id} and notice.user_id = ${userId} and ${MAY_READ}`.execute(database);
  return rows[0];
}

/** How many of somebody's notifications are unread, up to a maximum. */
export async function countUnread(database: Database | Transaction, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${readableNotifications}
      where notice.user_id = ${userId} and notice.read_at is null and ${MAY_READ}
      order by notice.id desc limit ${UNREAD_NOTIFICATIONS_MAX}) as unread`.execute(database);
  return rows[0]?.count ?? 0;
}

export async function markNotification(database: Database, id: string, isRead: boolean): Promise<void> {
  await sql`update notification set read_at = ${isRead ? sql`coalesce(read_at, now())` : sql`null`}
    where id = ${id}`.execute(database);
}

/** Marks all of somebody's notifications as read, in all hubs. */
export async function markAllRead(database: Database, userId: string): Promise<void> {
  await sql`update notification set read_at = now() where user_id = ${userId} and read_at is null`.execute(
    database,
  );
}

/** Deletes notifications whose time is over. */
export const deleteOldNotifications = (database: Database, signal: AbortSignal): Promise<void> =>
  deleteInBatches(
    database,
    'notification',
    sql`created_at < now() - make_interval(days => ${NOTIFICATION_DAYS})`,
    signal,
  );
