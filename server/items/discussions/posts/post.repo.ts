import { type RawBuilder, sql } from 'kysely';
import { type PostListQuery, UNREAD_POSTS_MAX, type UnreadPosts } from '#lib/contract/post.ts';
import type { DiscussionAccess } from '#server/access/policy/discussion-policy.ts';
import { roleBesidesAnyone, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { authorName } from '#server/items/discussions/comments/comment.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import { trashRetentionOver } from '#server/platform/database/trash-retention.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';

type Either = Database | Transaction;

/** Spaces of one response at most. */
const UNREAD_SPACES_MAX = 1_000;
/** Unread posts of a space are counted among so many, the newest and those that are pinned. */
const LOOKED_AT_IN_SPACE = 500;

export type PostRow = {
  id: string;
  hub_id: string;
  space_id: string;
  title: string;
  body: string;
  html: string;
  created_by: string | null;
  is_imported: boolean;
  author_name: string;
  author_avatar: string | null;
  created_at: Date;
  edited_at: Date | null;
  active_at: Date;
  replies: number;
  pinned_at: Date | null;
  locked_at: Date | null;
  trashed_at: Date | null;
  trashed_by: string | null;
  unread: boolean;
};

/** A post with its space, and what the caller may do in its discussions. */
export type PostView = PostRow &
  DiscussionAccess & { scope_id: string; space_slug: string; space_name: string; is_outsider: boolean };

const columns = (userId: string | null): RawBuilder<unknown> =>
  sql`post.id, post.hub_id, post.space_id, post.title, post.body, post.html, post.created_by,
  post.imported_author is not null as is_imported, ${authorName('post')} as author_name, author.avatar_sha256 as author_avatar,
  post.created_at, post.edited_at, post.active_at, post.replies, post.pinned_at, post.locked_at, post.trashed_at,
  post.trashed_by,
  post.active_at > greatest(coalesce((select read_at from post_read where post_id = post.id and user_id = ${userId}),
    (select joined_at from membership where hub_id = post.hub_id and user_id = ${userId}), 'infinity'),
    post.imported_at) as unread`;

/** A post by its id, with the caller's roles in its space; even if they have none. */
export async function postById(database: Either, caller: Caller, id: string): Promise<PostView | undefined> {
  if (!isId(id)) return undefined;
  const userId = caller.user?.id ?? null;
  const { rows } = await sql<PostView>`
    select ${columns(userId)}, space.scope_id, space.slug as space_slug, space.name as space_name,
      space.archived_at as space_archived_at, ${roleOnScope('space.scope_id', 'me')} as rank,
      ${roleOnScope('space.scope_id', 'me')} as own_rank, ${roleBesidesAnyone('space.scope_id', 'me')} as member_rank,
      me.role is null or me.suspended_at is not null as is_outsider
    from post
      left join app_user author on author.id = post.created_by
      join space on space.id = post.space_id and space.deleted_at is null
      join hub on hub.id = post.hub_id and hub.deleted_at is null
      left join membership me on me.hub_id = post.hub_id and me.user_id = ${userId}
    where post.id = ${id}`.execute(database);
  return rows[0];
}

/** A space with what the caller may do in its discussions. */
export type DiscussedSpace = SpaceView & DiscussionAccess & { is_outsider: boolean };

export async function discussedSpace(
  database: Either,
  caller: Caller,
  space: SpaceView | undefined,
): Promise<DiscussedSpace | undefined> {
  if (!space?.rank) return undefined;
  const { rows } = await sql<{ member_rank: number | null; is_outsider: boolean }>`
    select ${roleBesidesAnyone('space.scope_id', 'me')} as member_rank,
      me.role is null or me.suspended_at is not null as is_outsider
    from space left join membership me on me.hub_id = space.hub_id and me.user_id = ${caller.user?.id ?? null}
    where space.id = ${space.id}`.execute(database);
  const [found] = rows;
  return (
    found && {
      ...space,
      ...found,
      own_rank: space.rank,
      trashed_at: null,
      space_archived_at: space.archived_at,
    }
  );
}

/** Where the page after a post begins: pinned posts come first, then the newest activity. */
export const postCursor = (row: PostRow): string =>
  `${row.pinned_at ? 1 : 0}_${row.active_at.toISOString()}_${row.id}`;

const CURSOR = /^([01])_(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/;

function afterPost(after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql`true`;
  const [, pinned, at, id = ''] = CURSOR.exec(after) ?? [];
  if (!isId(id) || Number.isNaN(Date.parse(at ?? ''))) return sql`false`;
  return sql`((post.pinned_at is not null), post.active_at, post.id)
    < (${pinned === '1'}::boolean, ${at}::timestamptz, ${id}::uuid)`;
}

/** A page of a space's posts: pinned ones first, then those with the newest activity. */
export async function postsOfSpace(
  database: Either,
  caller: Caller,
  spaceId: string,
  { q, trashed, after, page, page_size }: PostListQuery,
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${columns(caller.user?.id ?? null)}
    from post left join app_user author on author.id = post.created_by
    where post.space_id = ${spaceId} and post.trashed_at is ${trashed ? sql`not null` : sql`null`}
      and (${q ?? null}::text is null or strpos(lower(post.title || ' ' || post.body), lower(${q ?? null})) > 0)
      and ${afterPost(after)}
    order by (post.pinned_at is not null) desc, post.active_at desc, post.id desc
    limit ${page_size} offset ${after === undefined ? (page - 1) * page_size : 0}`.execute(database);
  return rows;
}

/** So many of a hub's posts with the newest activity are looked through for those that the reader sees. */
const LATEST_LOOKED_AT = 2_000;

/** The posts of a hub with the newest activity whose discussions the caller reads. */
export async function latestPostsOf(
  database: Database,
  caller: HubCaller,
  limit: number,
): Promise<PostView[]> {
  const userId = caller.user?.id ?? null;
  const { rows } = await sql<PostView>`
    select ${columns(userId)}, space.scope_id, space.slug as space_slug, space.name as space_name,
      space.archived_at as space_archived_at, role.own_rank as rank, role.own_rank, role.member_rank, false as is_outsider
    from (
        select * from post where hub_id = ${caller.hub.id} and trashed_at is null
        order by active_at desc, id desc limit ${LATEST_LOOKED_AT}
      ) as post
      left join app_user author on author.id = post.created_by
      join space on space.id = post.space_id and space.deleted_at is null and space.archived_at is null
      join membership me on me.hub_id = post.hub_id and me.user_id = ${userId} and me.suspended_at is null
      cross join lateral (select ${roleOnScope('space.scope_id', 'me')} as own_rank,
        ${roleBesidesAnyone('space.scope_id', 'me')} as member_rank) as role
    where role.member_rank is not null
    order by post.active_at desc, post.id desc limit ${limit}`.execute(database);
  return rows;
}

/** @returns the id of the new post */
export async function insertPost(
  trx: Transaction,
  post: { hubId: string; spaceId: string; title: string; body: string; html: string; userId: string },
): Promise<string> {
  const id = newId();
  const { hubId: hub_id, spaceId: space_id, title, body, html, userId: created_by } = post;
  await trx.insertInto('post').values({ id, hub_id, space_id, title, body, html, created_by }).execute();
  await markPostRead(trx, id, created_by);
  return id;
}

/**
 * Notes that somebody has read a post: all of it, or up to a reply, null for none of them. Replies after that one may
 * have come while it was read, and stay unread.
 */
export async function markPostRead(
  database: Either,
  postId: string,
  userId: string,
  lastSeen?: string | null,
): Promise<void> {
  const isFurther =
    lastSeen === undefined
      ? sql`false`
      : sql`exists (select from comment later where later.post_id = post.id
          and (${lastSeen}::uuid is null or later.id > ${lastSeen}))`;
  const seenAt = sql`coalesce((select created_at from comment seen
    where seen.post_id = post.id and seen.id = ${lastSeen ?? null}), post.created_at)`;
  await sql`insert into post_read (post_id, user_id, read_at)
    select id, ${userId}, case when ${isFurther} then ${seenAt} else greatest(clock_timestamp(), active_at) end
    from post where id = ${postId}
    on conflict (post_id, user_id) do update set read_at = greatest(post_read.read_at, excluded.read_at)`.execute(
    database,
  );
}

/** Whether a post is newer than what the member `me` has read of it. */
const IS_UNREAD = sql`post.trashed_at is null and post.active_at > greatest(coalesce((select read_at from post_read
  where post_id = post.id and user_id = me.user_id), me.joined_at), post.imported_at)`;

/** Notes that somebody has read all posts of a space. */
export async function markSpaceRead(database: Either, spaceId: string, userId: string): Promise<void> {
  await sql`insert into post_read (post_id, user_id, read_at)
    select post.id, me.user_id, greatest(clock_timestamp(), post.active_at)
    from post join membership me on me.hub_id = post.hub_id and me.user_id = ${userId}
    where post.space_id = ${spaceId} and ${IS_UNREAD}
    on conflict (post_id, user_id) do update set read_at = greatest(post_read.read_at, excluded.read_at)`.execute(
    database,
  );
}

/**
 * How many posts are unread in each space of a hub whose discussions the user reads, among the first of its list; spaces with none
 * are left out.
 */
export async function unreadPostsOf(
  database: Database,
  { hubId, userId }: { hubId: string; userId: string },
): Promise<UnreadPosts[]> {
  const { rows } = await sql<UnreadPosts>`
    with readable as materialized (
      select space.id, space.slug, me.user_id, me.joined_at
      from membership me join space on space.hub_id = me.hub_id and space.deleted_at is null
      where me.hub_id = ${hubId} and me.user_id = ${userId} and me.suspended_at is null
        and ${roleBesidesAnyone('space.scope_id', 'me')} is not null
    )
    select me.slug as space_slug, unread.count
    from readable me cross join lateral (
      select count(*)::int as count from (
        select from (
          select id, active_at, trashed_at, imported_at from post where space_id = me.id and trashed_at is null
          order by (pinned_at is not null) desc, active_at desc, id desc limit ${LOOKED_AT_IN_SPACE}
        ) as post where ${IS_UNREAD} limit ${UNREAD_POSTS_MAX}
      ) as counted
    ) as unread
    where unread.count > 0 order by me.slug limit ${UNREAD_SPACES_MAX}`.execute(database);
  return rows;
}

/** Deletes posts whose time in the trash is over, some at a time. @returns how many */
export async function deleteOldPosts(database: Database): Promise<number> {
  const { rows } = await sql`
    delete from post where id in (
      select post.id from post join hub on hub.id = post.hub_id
      where post.trashed_at is not null and ${trashRetentionOver('post.trashed_at')} limit 100)
    returning id`.execute(database);
  return rows.length;
}
