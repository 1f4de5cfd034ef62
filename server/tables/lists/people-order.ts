import { type RawBuilder, sql } from 'kysely';
import type { Table } from '../table/table.ts';
import type { SortKey } from './row-order.ts';
import { isOfPeople } from './sort-key.ts';

/**
 * What comes before a statement that compares rows by these columns: `people_order`, the places of a hub's people by
 * their names as they are shown, those who left under the name that they had then.
 */
export function withPeopleOrder(
  { item }: Pick<Table, 'item'>,
  keys: readonly Pick<SortKey, 'column' | 'compared'>[],
): RawBuilder<unknown> {
  if (!keys.some(({ column, compared = column }) => isOfPeople(compared))) return sql``;
  const hub = item.hub_id;
  return sql`with people_order as materialized (
    select coalesce(jsonb_object_agg(id, place), '{}') as ranks from (
      select id, row_number() over (order by name collate natural_order, id) as place from (
        select person.id, trim(person.first_name || ' ' || person.last_name) as name
        from membership join app_user person on person.id = membership.user_id
        where membership.hub_id = ${hub}
        union all
        select * from (
          select distinct on (target_id) target_id, target_name from audit_entry
          where hub_id = ${hub} and action in ('member.left', 'member.removed') and target_id is not null
            and not exists (
              select from membership own where own.hub_id = ${hub} and own.user_id = audit_entry.target_id)
          order by target_id, created_at desc
        ) former
      ) known (id, name)
    ) ordered
  )`;
}
