import { type RawBuilder, sql } from 'kysely';
import type { ItemListQuery } from '#lib/contract/item.ts';
import { isId } from '#server/platform/database/id.ts';
import { CREATOR_NAME, type OrderGroup } from './item-order.ts';

/** The items of one folder or space level, as a condition that an index supports. */
function locationOf(scopeId: string | null, parent: ItemListQuery['parent']): RawBuilder<unknown> {
  const scope = sql`item.scope_id = ${scopeId}::uuid and item.trashed_at is null`;
  if (parent === undefined) return scope;
  if (parent === 'root') return sql`${scope} and item.parent_id is null`;
  return isId(parent) ? sql`${scope} and item.parent_id = ${parent}::uuid` : sql`false`;
}

/**
 * The creators of items there: from one person to the next in an index, so many steps as there are people.
 */
const creatorIdsIn = (place: RawBuilder<unknown>) => sql`
  with recursive creators (id) as (
    (select item.created_by from item where ${place} order by item.created_by limit 1)
    union all
    select (select item.created_by from item where ${place} and item.created_by > creators.id
      order by item.created_by limit 1)
    from creators where creators.id is not null
  ) select id from creators where id is not null`;

/** Below and above every given id. */
const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type CreatorGroup = {
  scopeId: string | null;
  parent: ItemListQuery['parent'];
  /** Further conditions on the items. */
  where: RawBuilder<unknown>;
  group: OrderGroup;
  down: boolean;
  /** How many rows are read. */
  reach: RawBuilder<number>;
};

/**
 * The first rows of a scope in the order of their creators' names. Names are in no index with the items, and change: so
 * the few people are sorted, and each one's items are read from an index until there are enough.
 */
export function groupByCreator(options: CreatorGroup): RawBuilder<unknown> {
  const { scopeId, parent, where, group, down, reach } = options;
  const { is, after } = group;
  const place = locationOf(scopeId, parent);
  const direction = sql.raw(down ? 'desc' : 'asc');
  const beyond = sql.raw(down ? '<' : '>');
  const name = sql`${after?.keys[0] ?? ''}::text collate natural_order`;
  const people = after ? sql`where creator.name ${sql.raw(down ? '<=' : '>=')} ${name}` : sql``;
  // Of the creator at the cursor, the items after it; of later creators, all.
  const following = after
    ? sql`and item.id ${beyond} (case when creator.name = ${name} then ${after.id} else ${down ? HIGHEST : LOWEST} end)::uuid`
    : sql``;
  return sql`select own.id, (own.kind = 'folder')::int as is_folder, creator.name as key_0
    from (
        select * from (
          select creator.id, ${sql.raw(CREATOR_NAME)} as name
          from (${creatorIdsIn(place)}) as made join app_user creator on creator.id = made.id
        ) as creator ${people} order by creator.name ${direction} offset 0
      ) as creator
      cross join lateral (
        select item.id, item.kind from item
        where ${place} and item.created_by = creator.id and ${where} and ${is} ${following}
        order by item.id ${direction} limit ${reach}
      ) as own
    order by creator.name ${direction}, own.id ${direction} limit ${reach}`;
}
