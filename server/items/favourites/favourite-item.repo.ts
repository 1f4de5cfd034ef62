import { sql } from 'kysely';
import { FAVOURITE_ITEMS_MAX } from '#lib/contract/favourite-item.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Adds an item after the other favourites. @returns false where the maximum is reached. */
export async function addFavouriteItem(database: Database, userId: string, itemId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with own as (select item_id, position from favourite_item where user_id = ${userId}),
      added as (
        insert into favourite_item (user_id, item_id, position)
        select ${userId}, ${itemId}, coalesce(max(own.position), 0) + 1
        from own having count(*) < ${FAVOURITE_ITEMS_MAX}
        on conflict do nothing returning 1)
    select (select count(*) from added) + count(*) filter (where item_id = ${itemId}) as count from own`.execute(
    database,
  );
  return (rows[0]?.count ?? 0) > 0;
}

export async function removeFavouriteItem(database: Database, userId: string, itemId: string): Promise<void> {
  await database
    .deleteFrom('favourite_item')
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .execute();
}

/** Sorts a user's favourites of a hub by the given ids; the others follow in their previous order. */
export async function reorderFavouriteItems(
  database: Database,
  { userId, hubId }: { userId: string; hubId: string },
  ids: readonly string[],
): Promise<void> {
  await sql`
    update favourite_item set position = ranked.position
    from (
      select item.id, row_number() over (
        order by array_position(${ids}::uuid[], item.id) nulls last, favourite.position, item.id) as position
      from favourite_item favourite join item on item.id = favourite.item_id
      where favourite.user_id = ${userId} and item.hub_id = ${hubId}
    ) as ranked
    where favourite_item.user_id = ${userId} and favourite_item.item_id = ranked.id`.execute(database);
}
