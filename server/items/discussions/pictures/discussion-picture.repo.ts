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
      left join membership me on me.hub_id = space.hub_id and me.user_id = asked.user_id
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

/** Deletes pictures that no text has any more, some at a time; their bytes are deleted by the next purge. @returns how many */
export async function deleteUnusedDiscussionPictures(database: Database): Promise<number> {
  const { rows } = await sql`
    delete from discussion_picture where id in (
      select picture.id from discussion_picture picture
      where picture.created_at < now() - make_interval(days => ${UNUSED_DAYS})
        and not exists (select from comment left join post on post.id = comment.post_id
          where (comment.item_id = picture.item_id or post.space_id = picture.space_id)
            and strpos(comment.body, picture.id::text) > 0)
        and not exists (select from post where post.space_id = picture.space_id
          and strpos(post.body, picture.id::text) > 0)
      limit 100)
    returning id`.execute(database);
  return rows.length;
}
