import { sql } from 'kysely';
import { FAVOURITE_ITEMS_MAX, type FavouriteItem } from '#lib/contract/favourite-item.ts';
import { mayView, readableBy } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';

type Person = HubCaller & { user: NonNullable<HubCaller['user']> };

/** The items of a hub that somebody starred and may still see, in their order; none in the trash. */
export async function favouriteItemsOf(database: Database, caller: Person): Promise<FavouriteItem[]> {
  const { principals } = caller;
  const { rows } = await sql<FavouriteItem>`
    select item.id, item.kind, item.title,
      case when item.scope_id = space.scope_id or ${mayView('space.scope_id', principals)} then space.slug
        else '' end as space_slug
    from favourite_item favourite
      join item on item.id = favourite.item_id and item.hub_id = ${caller.hub.id} and item.trashed_at is null
      join space on space.id = item.space_id and space.deleted_at is null
      cross join ${readableBy('item.scope_id', principals)} readable
    where favourite.user_id = ${caller.user.id}
    order by favourite.position, item.id limit ${FAVOURITE_ITEMS_MAX}`.execute(database);
  return rows;
}
