import { sql } from 'kysely';
import type { FavouriteItem } from '#lib/contract/favourite-item.ts';
import type { WatchedItem, WatchedListQuery } from '#lib/contract/watch.ts';
import { mayView, readableBy } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';

type Person = HubCaller & { user: NonNullable<HubCaller['user']> };

/** Unread items in the sidebar. */
const UNREAD_LISTED = 10;

/** Those of a hub's items (`item`) that somebody watches (`watch`) and may still see. */
const watched = ({ hub, user, principals }: Person) => sql`
  item_watch watch
    join item on item.id = watch.item_id and item.hub_id = ${hub.id} and item.trashed_at is null
    join space on space.id = item.space_id and space.deleted_at is null
    cross join ${readableBy('item.scope_id', principals)} readable
  where watch.user_id = ${user.id}`;

/**
 * Whether somebody else changed the item, or commented on it, after the watcher saw it. Comments count for anybody who
 * takes part in them (docs/decisions/0135).
 */
const isUnread = ({ user, principals }: Person) => sql<boolean>`(
  item.updated_at > watch.seen_at and item.updated_by <> ${user.id}
  or ${mayView(
    'item.scope_id',
    principals.filter((principal) => principal !== '*'),
  )} and exists (
    select from comment where comment.item_id = item.id and comment.created_at > watch.seen_at
      and comment.created_by <> ${user.id} and comment.deleted_at is null
      and comment.imported_author is null))`;

const columns = ({ principals }: Person) => sql`item.id, item.kind, item.title,
  case when item.scope_id = space.scope_id or ${mayView('space.scope_id', principals)} then space.slug
    else '' end as space_slug`;

/** The watched items of a hub that changed since the caller saw them, last changed first; a few. */
export async function unreadItemsOf(database: Database, caller: Person): Promise<FavouriteItem[]> {
  const { rows } = await sql<FavouriteItem>`
    select ${columns(caller)} from ${watched(caller)} and ${isUnread(caller)}
    order by item.updated_at desc, item.id desc limit ${UNREAD_LISTED}`.execute(database);
  return rows;
}

/** The items of a hub that the caller watches, unread ones first. */
export async function watchedItemsOf(
  database: Database,
  caller: Person,
  { page, page_size }: WatchedListQuery,
): Promise<WatchedItem[]> {
  const { rows } = await sql<WatchedItem>`
    select ${columns(caller)}, coalesce(${isUnread(caller)}, false) as unread from ${watched(caller)}
    order by unread desc, item.updated_at desc, item.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows;
}
