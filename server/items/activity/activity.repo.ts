import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { ActivityQuery } from '#lib/contract/activity.ts';
import { IS_PURGED } from '#server/access/policy/is-purged.ts';
import {
  fewReadableScopes,
  type ReadableScope,
  readableBy,
  readableScopes,
} from '#server/access/policy/role-on-scope.ts';
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

type Page = Pick<ActivityQuery, 'after' | 'contents'> & { limit: number };

/** The kinds of items that are listed. */
const listed = (contents: ActivityQuery['contents']) => (contents ? sql`item.kind <> 'folder'` : sql`true`);

/** What was trashed by itself: what went there with its folder is represented by the folder. */
const TRASHED_BY_ITSELF = sql`item.trashed_at is not null and not ${IS_PURGED} and not exists (
  select from item folder where folder.id = item.parent_id and folder.trashed_at = item.trashed_at)`;

/** The columns of rows (`latest`: id, at, rank), the latest first. */
const present = ({ principals }: HubCaller) => sql`
  select ${ITEM_COLUMNS}, latest.rank, ${canSeeFolder(principals)} as sees_folder, ${canSeeSpace(principals)} as sees_space,
    case when item.trashed_at is not null then 'trashed' when item.revision = 1 then 'created' else 'changed' end as act,
    to_char(latest.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment,
    actor.id as actor_id, trim(actor.first_name || ' ' || actor.last_name) as actor_name
  from latest
    join item on item.id = latest.id
    join space on space.id = item.space_id
    join app_user creator on creator.id = item.created_by
    join app_user actor on actor.id = coalesce(item.trashed_by, item.updated_by)
  order by latest.at desc, latest.id desc`;

/** Each readable scope's own last items, merged: for a reader of few scopes, or as many as there are. */
async function latestInScopes(
  database: Database,
  caller: HubCaller,
  scopes: readonly ReadableScope[] | null,
  { after, contents, limit }: Page,
): Promise<ActivityRow[]> {
  const isActive = (readable: string) =>
    sql`item.scope_id = ${sql.ref(`${readable}.scope_id`)} and item.trashed_at is null and item.archived_at is null and ${listed(contents)}
          and ${beforeCursor(after, { at: 'item.updated_at', id: 'item.id' })}`;
  const readable = scopes
    ? sql`unnest(${scopes.map(({ id }) => id)}::uuid[], ${scopes.map(({ rank }) => rank)}::smallint[]) as seen (scope_id, role)`
    : sql`${readableScopes(caller.hub.id, caller.principals)} seen`;
  const { rows } = await sql<ActivityRow>`
    with readable as materialized (
      select seen.scope_id, seen.role
      from ${readable} join scope on scope.id = seen.scope_id
        join space on space.id = scope.space_id and space.deleted_at is null
    ), newest as (
      -- Each scope by its last item: what is among the last of all lies in one of the scopes that come first.
      select readable.scope_id, readable.role
      from readable cross join lateral (
        select item.updated_at, item.id from item where ${isActive('readable')}
        order by item.updated_at desc, item.id desc limit 1
      ) as item
      order by item.updated_at desc, item.id desc limit ${limit}
    ), changed as (
      select item.id, item.updated_at as at, newest.role as rank
      from newest cross join lateral (
        select item.id, item.updated_at from item where ${isActive('newest')}
        order by item.updated_at desc, item.id desc limit ${limit}
      ) as item
      order by item.updated_at desc, item.id desc limit ${limit}
    ), trashed as (
      select item.id, item.trashed_at as at, readable.role as rank
      from item join readable on readable.scope_id = item.scope_id
      where not ${contents}::boolean and item.hub_id = ${caller.hub.id} and ${TRASHED_BY_ITSELF}
        and readable.role >= ${ROLE_RANK.editor} and ${beforeCursor(after, { at: 'item.trashed_at', id: 'item.id' })}
      order by item.trashed_at desc, item.id desc limit ${limit}
    ), latest as (
      select * from changed union all select * from trashed order by at desc, id desc limit ${limit}
    ) ${present(caller)}`.execute(database);
  return rows;
}

/** So many of the hub's last changes are checked one by one, before the scopes are asked instead. */
const WALKED = 1_000;

/**
 * The hub's last changes, the newest first, each checked until there are enough: for a reader of much.
 * @returns null where too few of the newest ones are the reader's to be sure of the page
 */
async function latestInHub(
  database: Database,
  caller: HubCaller,
  { after, contents, limit }: Page,
): Promise<ActivityRow[] | null> {
  const ofHub = sql`item.hub_id = ${caller.hub.id}`;
  const active = sql`${ofHub} and item.trashed_at is null and item.archived_at is null and ${beforeCursor(after, { at: 'item.updated_at', id: 'item.id' })}`;
  const trashed = sql`${ofHub} and item.trashed_at is not null and not ${contents}::boolean
    and ${beforeCursor(after, { at: 'item.trashed_at', id: 'item.id' })}`;
  const checked = sql`join space on space.id = item.space_id and space.deleted_at is null
    cross join ${readableBy('item.scope_id', caller.principals)} readable`;
  const { rows } = await sql<ActivityRow & { is_certain: boolean }>`
    with changed as (
      select item.id, item.updated_at as at, readable.role as rank
      from (select * from item where ${active} order by item.updated_at desc, item.id desc limit ${WALKED}) as item ${checked}
      where ${listed(contents)}
      order by item.updated_at desc, item.id desc limit ${limit}
    ), trashed as (
      select item.id, item.trashed_at as at, readable.role as rank
      from (select * from item where ${trashed} order by item.trashed_at desc, item.id desc limit ${WALKED}) as item ${checked}
      where ${TRASHED_BY_ITSELF} and readable.role >= ${ROLE_RANK.editor}
      order by item.trashed_at desc, item.id desc limit ${limit}
    ), latest as (
      select * from changed union all select * from trashed order by at desc, id desc limit ${limit}
    ), reach as (
      -- What was not looked at is older than these.
      select greatest(
        (select item.updated_at from item where ${active} order by item.updated_at desc, item.id desc offset ${WALKED} limit 1),
        (select item.trashed_at from item where ${trashed} order by item.trashed_at desc, item.id desc offset ${WALKED} limit 1)
      ) as at
    )
    select found.*, (select reach.at is null or (select count(*) = ${limit} and min(at) > reach.at from latest) from reach) as is_certain
    from (${present(caller)}) as found`.execute(database);
  if (rows.length === 0 || !rows[0]?.is_certain) return null;
  return rows.map(({ is_certain: _, ...row }) => row);
}

/**
 * The items that were created, changed or trashed last, each item once, as far as the caller may see them
 * now; what is in the trash is shown to those who may restore it.
 */
export async function activityOf(
  database: Database,
  caller: HubCaller,
  query: Pick<ActivityQuery, 'after' | 'contents'>,
  limit: number,
): Promise<ActivityRow[]> {
  const page = { ...query, limit };
  const scopes = await fewReadableScopes(database, { hubId: caller.hub.id, principals: caller.principals });
  const walked = scopes ? null : await latestInHub(database, caller, page);
  return walked ?? latestInScopes(database, caller, scopes, page);
}
