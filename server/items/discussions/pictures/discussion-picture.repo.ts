import { sql } from 'kysely';
import { IS_PURGED } from '#server/access/policy/is-purged.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import {
  type DiscussionPlace,
  RANKS,
  requester,
  STANDING,
} from '#server/items/discussions/comments/comment.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';

/** What pictures belong to: the comments on an item, or the discussions of a space. */
export type PicturePlace = { item: string } | { space: string };

export type PictureView = DiscussionPlace & { id: string; hub_id: string; file_sha256: string; size: number };

/** A picture by its id, with the caller's roles on what it is about; even if they have none. */
export async function discussionPictureById(
  database: Database,
  caller: Caller,
  id: string,
): Promise<PictureView | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<PictureView>`
    select picture.id, picture.file_sha256, picture.size, space.hub_id, space.id as space_id, place.scope_id,
      coalesce(item.title, space.name) as title, null::timestamptz as locked_at, item.trashed_at,
      space.archived_at as space_archived_at, item.archived_at, ${STANDING}
    from discussion_picture picture
      left join item on item.id = picture.item_id and not ${IS_PURGED}
      join space on space.id = coalesce(item.space_id, picture.space_id) and space.deleted_at is null
      join hub on hub.id = space.hub_id and hub.deleted_at is null
      cross join lateral (select coalesce(item.scope_id, space.scope_id) as scope_id) as place
      cross join ${requester(caller)}
      left join membership me on me.hub_id = space.hub_id and me.user_id = requester.user_id
      cross join ${RANKS('place.scope_id')}
    where picture.id = ${id}`.execute(database);
  return rows[0];
}

const placeColumns = (place: PicturePlace) =>
  'item' in place ? { item_id: place.item, space_id: null } : { item_id: null, space_id: place.space };

export async function countDiscussionPictures(trx: Transaction, place: PicturePlace): Promise<number> {
  const { item_id, space_id } = placeColumns(place);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from discussion_picture
    where ${item_id === null ? sql`space_id = ${space_id}` : sql`item_id = ${item_id}`}`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function insertDiscussionPicture(
  trx: Transaction,
  place: PicturePlace,
  row: { id: string; file_sha256: string; size: number; created_by: string },
): Promise<void> {
  await trx
    .insertInto('discussion_picture')
    .values({ ...row, ...placeColumns(place) })
    .execute();
}

/** Pictures that no text has wait this long, in days: a draft may have them. */
const UNUSED_DAYS = 30;

/** Pictures that are looked at in one statement: each is searched in all texts of its item or space. */
const PURGE_BATCH = 100;

/** The posts of an old picture's space, also of the trash: two indexes have them. */
const POSTS = sql`(
  select id, body from post where space_id = old.space_id and trashed_at is null
  union all select id, body from post where space_id = old.space_id and trashed_at is not null) as post`;

/** The last picture that was looked at, in the order of `created_at` (as text, with all its digits) and `id`. */
export type PicturePurgeCursor = { created_at: string; id: string };

/**
 * Deletes those of the next old pictures after the cursor that no text has any more; their bytes are deleted by the
 * next purge.
 * @returns the cursor of the next batch; null after the last
 */
export async function deleteUnusedDiscussionPictures(
  database: Database,
  after: PicturePurgeCursor | null,
): Promise<PicturePurgeCursor | null> {
  const has = (text: 'comment' | 'post') => sql`strpos(${sql.ref(`${text}.body`)}, old.id::text) > 0`;
  const { rows } = await sql<PicturePurgeCursor>`
    with old as materialized (
      select id, item_id, space_id, created_at from discussion_picture
      where created_at < now() - make_interval(days => ${UNUSED_DAYS})
        ${after ? sql`and (created_at, id) > (${after.created_at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by created_at, id limit ${sql.lit(PURGE_BATCH)}
    ), unused as (
      delete from discussion_picture where id in (
        select old.id from old
        where not exists (select from comment where comment.item_id = old.item_id and ${has('comment')})
          and not exists (select from ${POSTS} join comment on comment.post_id = post.id where ${has('comment')})
          and not exists (select from ${POSTS} where ${has('post')}))
    )
    select created_at::text, id from old order by old.created_at desc, old.id desc limit 1`.execute(database);
  return rows[0] ?? null;
}
