import { sql } from 'kysely';
import { FAVOURITES_MAX, type SpaceShortcuts, type SpaceSummary } from '#lib/contract/space.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { countUnread } from '#server/hubs/notifications/notification.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { favouriteItemsOf } from './favourite-item.repo.ts';
import { spaceRanks } from './space.repo.ts';
import { spacesOf } from './space-list.repo.ts';
import { unreadItemsOf } from './unread-item.repo.ts';

type Person = HubCaller & { user: NonNullable<HubCaller['user']> };

const SUMMARY = sql.raw('space.id, space.slug, space.name, space.visibility');
/** The number of recently opened spaces. */
const RECENT = 8;
/** Up to this many spaces, the sidebar lists all of them. */
const LISTED = 30;
/** Visits that are stored per user, over all hubs. */
const STORED_VISITS = 200;

/** Spaces of the caller's hub that the caller can see, neither deleted nor archived. */
const seen = (caller: HubCaller) => sql`
  space join ${spaceRanks(caller)} readable on readable.scope_id = space.scope_id
  where space.hub_id = ${caller.hub.id} and space.deleted_at is null and space.archived_at is null`;

export async function favouritesOf(database: Database, caller: Person): Promise<SpaceSummary[]> {
  const { rows } = await sql<SpaceSummary>`
    select ${SUMMARY} from favourite_space favourite cross join lateral (
        select space.* from ${seen(caller)} and space.id = favourite.space_id
      ) as space
    where favourite.user_id = ${caller.user.id}
    order by favourite.position, space.id limit ${FAVOURITES_MAX}`.execute(database);
  return rows;
}

export async function recentSpacesOf(database: Database, caller: Person): Promise<SpaceSummary[]> {
  const { rows } = await sql<SpaceSummary>`
    select ${SUMMARY} from space_visit visit cross join lateral (
        select space.* from ${seen(caller)} and space.id = visit.space_id
      ) as space
    where visit.user_id = ${caller.user.id}
    order by visit.visited_at desc limit ${RECENT}`.execute(database);
  return rows;
}

/** A user's favourites, recent spaces and short list, loaded concurrently; each query checks access. */
export async function shortcutsOf(database: Database, caller: Person): Promise<SpaceShortcuts> {
  const [favourites, items, unread, recent, { spaces, count }, notifications] = await Promise.all([
    favouritesOf(database, caller),
    favouriteItemsOf(database, caller),
    unreadItemsOf(database, caller),
    recentSpacesOf(database, caller),
    spacesOf(database, caller, { page: 1, page_size: LISTED, archived: false, writable: false }),
    countUnread(database, caller.user.id),
  ]);
  const summaries = spaces.map(({ id, slug, name, visibility }) => ({ id, slug, name, visibility }));
  return { favourites, items, unread, recent, spaces: summaries, count, notifications };
}

/** Adds a space after the other favourites. @returns false where the maximum is reached. */
export async function addFavourite(database: Database, userId: string, spaceId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with own as (select space_id, position from favourite_space where user_id = ${userId}),
      added as (
        insert into favourite_space (user_id, space_id, position)
        select ${userId}, ${spaceId}, coalesce(max(own.position), 0) + 1 from own having count(*) < ${FAVOURITES_MAX}
        on conflict do nothing returning 1)
    select (select count(*) from added) + count(*) filter (where space_id = ${spaceId}) as count from own`.execute(
    database,
  );
  return (rows[0]?.count ?? 0) > 0;
}

export async function removeFavourite(database: Database, userId: string, spaceId: string): Promise<void> {
  await database
    .deleteFrom('favourite_space')
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .execute();
}

/** Sorts a user's favourites of this hub by the given slugs; the others follow in their previous order. */
export async function reorderFavourites(
  database: Database | Transaction,
  caller: Person,
  slugs: readonly string[],
): Promise<void> {
  const order = slugs.map((slug) => slug.toLowerCase());
  await sql`
    update favourite_space set position = ranked.position
    from (
      select space.id, row_number() over (
        order by array_position(${order}::text[], lower(space.slug)) nulls last, favourite.position, space.id) as position
      from favourite_space favourite join space on space.id = favourite.space_id
      where favourite.user_id = ${caller.user.id} and space.hub_id = ${caller.hub.id}
    ) as ranked
    where favourite_space.user_id = ${caller.user.id} and favourite_space.space_id = ranked.id`.execute(
    database,
  );
}

/** Records a visit to a space; the oldest visits are deleted. */
export async function recordVisit(database: Database, userId: string, spaceId: string): Promise<void> {
  await sql`
    insert into space_visit (user_id, space_id) values (${userId}, ${spaceId})
    on conflict (user_id, space_id) do update set visited_at = now()`.execute(database);
  await sql`
    delete from space_visit where user_id = ${userId} and visited_at < (
      select visited_at from space_visit where user_id = ${userId}
      order by visited_at desc offset ${STORED_VISITS} limit 1)`.execute(database);
}
