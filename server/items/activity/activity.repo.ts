import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { ActivityQuery } from '#lib/contract/activity.ts';
import { IS_PURGED } from '#server/access/policy/is-purged.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { canSeeFolder, canSeeSpace, ITEM_COLUMNS, type ItemView } from '#server/items/item/item.repo.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';

/** An item with its last change. */
export type ActivityRow = ItemView & {
  act: 'created' | 'changed' | 'trashed';
  /** To the microsecond, as the next page begins by it. */
  moment: string;
  actor_id: string;
  actor_name: string;
};

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** Where the page after this row begins. */
export const activityCursor = (row: Pick<ActivityRow, 'moment' | 'id'>): string => `${row.moment}_${row.id}`;

/** Whether a row, by its time and id, comes after the previous page. */
export function beforeCursor(
  after: string | undefined,
  row: { at: string; id: string },
): RawBuilder<unknown> {
  if (after === undefined) return sql`true`;
  const [at = '', id = ''] = after.split('_');
  if (!MOMENT.test(at) || !isId(id)) return sql`false`;
  return sql`(${sql.ref(row.at)}, ${sql.ref(row.id)}) < (${at}::timestamptz, ${id}::uuid)`;
}

/**
 * The items that were created, changed or trashed last, each item once, as far as the caller may see them
 * now. Each readable scope's own last items are merged; what is in the trash is shown to those who may
 * restore it.
 */
export async function activityOf(
  database: Database,
  caller: HubCaller,
  { after, contents }: Pick<ActivityQuery, 'after' | 'contents'>,
  limit: number,
): Promise<ActivityRow[]> {
  const kinds = contents ? sql`item.kind <> 'folder'` : sql`true`;
  const isActive = (scopes: string) =>
    sql`item.scope_id = ${sql.ref(`${scopes}.scope_id`)} and item.trashed_at is null and ${kinds}
          and ${beforeCursor(after, { at: 'item.updated_at', id: 'item.id' })}`;
  const { rows } = await sql<ActivityRow>`
    with readable as materialized (
      select list.scope_id, max(list.role) as role
      from scope_access list join space on space.id = list.space_id and space.deleted_at is null
      where list.hub_id = ${caller.hub.id} and list.principal = any(${caller.principals})
      group by list.scope_id
    ), newest as (
      -- Each scope by its last item: what is among the last of all lies in one of the scopes that come first.
      select readable.scope_id, readable.role
      from readable cross join lateral (
        select item.updated_at, item.id from item where ${isActive('readable')}
        order by item.updated_at desc, item.id desc limit 1
      ) as item
      order by item.updated_at desc, item.id desc limit ${limit}
    ), living as (
      select item.id, item.updated_at as at, newest.role as rank
      from newest cross join lateral (
        select item.id, item.updated_at from item where ${isActive('newest')}
        order by item.updated_at desc, item.id desc limit ${limit}
      ) as item
      order by item.updated_at desc, item.id desc limit ${limit}
    ), trashed as (
      select item.id, item.trashed_at as at, readable.role as rank
      from item join readable on readable.scope_id = item.scope_id
      where not ${contents}::boolean and item.hub_id = ${caller.hub.id} and item.trashed_at is not null
        and not ${IS_PURGED} and readable.role >= ${ROLE_RANK.editor} and ${beforeCursor(after, { at: 'item.trashed_at', id: 'item.id' })}
        -- What went there with its folder is told by the folder.
        and not exists (select from item folder where folder.id = item.parent_id and folder.trashed_at = item.trashed_at)
      order by item.trashed_at desc, item.id desc limit ${limit}
    ), latest as (
      select * from living union all select * from trashed order by at desc, id desc limit ${limit}
    )
    select ${ITEM_COLUMNS}, latest.rank, ${canSeeFolder(caller.principals)} as sees_folder,
      ${canSeeSpace(caller.principals)} as sees_space,
      case when item.trashed_at is not null then 'trashed' when item.revision = 1 then 'created' else 'changed' end as act,
      to_char(latest.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment,
      actor.id as actor_id, trim(actor.first_name || ' ' || actor.last_name) as actor_name
    from latest
      join item on item.id = latest.id
      join space on space.id = item.space_id
      join app_user creator on creator.id = item.created_by
      join app_user actor on actor.id = coalesce(item.trashed_by, item.updated_by)
    order by latest.at desc, latest.id desc`.execute(database);
  return rows;
}
