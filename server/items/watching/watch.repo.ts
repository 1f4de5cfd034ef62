import { sql } from 'kysely';
import { WATCHED_MAX, type WatchState } from '#lib/contract/watch.ts';
import { roleBesidesAnyone } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Whether a user watches an item, and whether others changed it, or commented on it, since they saw it. */
export async function watchStateOf(database: Database, userId: string, itemId: string): Promise<WatchState> {
  const { rows } = await sql<{ unread: boolean }>`
    select coalesce(item.updated_at > watch.seen_at and item.updated_by <> ${userId}
      or ${roleBesidesAnyone('item.scope_id', 'me')} > 0 and exists (
        select from comment where comment.item_id = item.id and comment.created_at > watch.seen_at
          and comment.created_by <> ${userId} and comment.deleted_at is null
          and comment.imported_author is null), false) as unread
    from item_watch watch join item on item.id = watch.item_id
      left join membership me on me.hub_id = item.hub_id and me.user_id = watch.user_id
    where watch.user_id = ${userId} and watch.item_id = ${itemId}`.execute(database);
  return { watching: rows.length > 0, unread: rows[0]?.unread ?? false };
}

/** Watches an item from now on. @returns false where the maximum is reached */
export async function watchItem(database: Database, userId: string, itemId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with own as (select item_id from item_watch where user_id = ${userId}),
      added as (
        insert into item_watch (user_id, item_id)
        select ${userId}, ${itemId} from own having count(*) < ${WATCHED_MAX}
        on conflict do nothing returning 1)
    select (select count(*) from added) + count(*) filter (where item_id = ${itemId}) as count from own`.execute(
    database,
  );
  return (rows[0]?.count ?? 0) > 0;
}

export async function unwatchItem(database: Database, userId: string, itemId: string): Promise<void> {
  await database
    .deleteFrom('item_watch')
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .execute();
}

/** What was changed until now is read; nothing for who does not watch the item. */
export async function markWatchSeen(database: Database, userId: string, itemId: string): Promise<void> {
  await sql`update item_watch set seen_at = now()
    where user_id = ${userId} and item_id = ${itemId}`.execute(database);
}

export async function wantsWatchMails(database: Database, userId: string): Promise<boolean> {
  const off = await database
    .selectFrom('watch_mail_off')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return off === undefined;
}

/** Turns mails about watched items on or off. */
export async function setWatchMails(database: Database, userId: string, isWanted: boolean): Promise<void> {
  if (isWanted) await database.deleteFrom('watch_mail_off').where('user_id', '=', userId).execute();
  else
    await sql`insert into watch_mail_off (user_id) select id from app_user where id = ${userId}
      on conflict do nothing`.execute(database);
}
