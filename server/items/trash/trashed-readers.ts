import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** Principals that are groups of people, as named in `scope_access`. */
const GENERAL = ['*', 'members', 'admins'];

type Trashed = { id: string; scope_id: string };

/** Records which groups can see items that are about to be trashed. */
export async function recordTrashReaders(trx: Transaction, items: readonly Trashed[]): Promise<void> {
  await sql`insert into trashed_readers (item_id, principals)
    select input.id, coalesce(array_agg(distinct list.principal) filter (where list.principal is not null), '{}')
    from unnest(${items.map((one) => one.id)}::uuid[], ${items.map((one) => one.scope_id)}::uuid[])
        as input (id, scope_id)
      left join scope_access list on list.scope_id = input.scope_id and list.principal = any(${GENERAL})
    group by input.id
    on conflict (item_id) do update set principals = excluded.principals`.execute(trx);
}

/**
 * Of the principals that may see an item in the trash now, those that may have known it: the groups that
 * could see it when it, or the folder with which it was trashed, was trashed, and everybody named. The record
 * is deleted.
 * @param now all who are on its list
 */
export async function trashReaders(
  trx: Transaction,
  { id, scope_id }: Trashed,
  now: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ principals: string[] }>`
    with recursive above as (
      select id, parent_id, scope_id, trashed_at, 0 as height from item where id = ${id}
      union all
      select item.id, item.parent_id, item.scope_id, item.trashed_at, above.height + 1
      from item join above on item.id = above.parent_id and item.trashed_at = above.trashed_at
    )
    select noted.principals from above join trashed_readers noted on noted.item_id = above.id
    where above.scope_id = ${scope_id} order by above.height limit 1`.execute(trx);
  await sql`delete from trashed_readers where item_id = ${id}`.execute(trx);
  const [noted] = rows;
  // What was trashed before this was recorded is compared with the current state.
  if (!noted) return [...now];
  return now.filter((one) => !GENERAL.includes(one) || noted.principals.includes(one));
}
