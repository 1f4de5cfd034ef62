import { sql } from 'kysely';
import type { Creator, CreatorsQuery } from '#lib/contract/item.ts';
import { readableScopes } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';

/**
 * The creators of what the caller may see in a space, by name. From one person to the next in an index, so
 * that the time depends on the number of people, not of items.
 */
export async function creatorsInSpace(
  database: Database,
  caller: HubCaller,
  spaceId: string,
  { q, page, page_size }: CreatorsQuery,
): Promise<Creator[]> {
  // A caller outside the hub sees nothing of its people.
  if (caller.hubRole === null) return [];
  const { rows } = await sql<Creator>`
    with recursive found as (
      select readable.scope_id, first.created_by
      from ${readableScopes(caller.hub.id, caller.principals, spaceId)} readable
        cross join lateral (select item.created_by from item
          where item.scope_id = readable.scope_id and item.trashed_at is null
          order by item.created_by limit 1) as first
      union all
      select found.scope_id, next.created_by
      from found cross join lateral (select item.created_by from item
        where item.scope_id = found.scope_id and item.trashed_at is null and item.created_by > found.created_by
        order by item.created_by limit 1) as next
    ), people as (
      select creator.id, trim(creator.first_name || ' ' || creator.last_name) as name
      from app_user creator where creator.id in (select created_by from found)
    )
    select id, name from people
    where name <> '' and (${q ?? null}::text is null or strpos(lower(name), lower(${q ?? null})) > 0)
    order by name collate natural_order, id
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows;
}
