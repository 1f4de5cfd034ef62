import { type RawBuilder, sql } from 'kysely';
import {
  type CommentAnchor,
  type CommentListQuery,
  REPLIES_SHOWN,
  type ReplyListQuery,
} from '#lib/contract/comment.ts';
import type { DiscussionAccess } from '#server/access/policy/discussion-policy.ts';
import { IS_PURGED } from '#server/access/policy/is-purged.ts';
import { roleBesidesAnyone, roleByLink, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { queueCommentIndexing } from '#server/items/discussions/indexing/queue-discussion-indexing.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';

type Either = Database | Transaction;

/** A comment or a reply, with the names of its author and of who resolved it. */
export type CommentRow = {
  id: string;
  hub_id: string;
  item_id: string | null;
  post_id: string | null;
  parent_id: string | null;
  anchor: CommentAnchor | null;
  body: string;
  html: string;
  /** Null for who wrote it elsewhere and is not known here. */
  created_by: string | null;
  is_imported: boolean;
  author_name: string;
  author_avatar: string | null;
  created_at: Date;
  edited_at: Date | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  resolver_name: string | null;
  resolver_avatar: string | null;
  deleted_at: Date | null;
};

/** What a comment is about, and what the caller may do in its discussion. */
export type DiscussionPlace = DiscussionAccess & {
  hub_id: string;
  space_id: string;
  scope_id: string;
  /** The item's or post's. */
  title: string;
  /** Nobody replies to a post since then; null for an item. */
  locked_at: Date | null;
  is_outsider: boolean;
};
export type CommentView = CommentRow & DiscussionPlace;

/** The name of who wrote it: as the account `author` has it, or as it came with an archive. */
export const authorName = (text: 'comment' | 'post'): RawBuilder<string> =>
  sql`coalesce(trim(author.first_name || ' ' || author.last_name), ${sql.ref(`${text}.imported_author`)})`;

const COLUMNS = sql`comment.id, comment.hub_id, comment.item_id, comment.post_id, comment.parent_id, comment.anchor,
  comment.body, comment.html, comment.created_by, comment.imported_author is not null as is_imported,
  ${authorName('comment')} as author_name,
  author.avatar_sha256 as author_avatar, comment.created_at, comment.edited_at, comment.resolved_at,
  comment.resolved_by, trim(resolver.first_name || ' ' || resolver.last_name) as resolver_name,
  resolver.avatar_sha256 as resolver_avatar, comment.deleted_at`;
const PEOPLE = sql`left join app_user author on author.id = comment.created_by
  left join app_user resolver on resolver.id = comment.resolved_by`;

/** The caller's roles on a scope, as a lateral subquery `ranks`; `requester` has `user_id` and `links`. */
export const RANKS = (scopeId: string): RawBuilder<unknown> =>
  sql`lateral (select ${roleOnScope(scopeId, 'me')} as own, ${roleByLink(scopeId, 'requester', 'me')} as by_link,
    ${roleBesidesAnyone(scopeId, 'me')} as as_member) as ranks`;
/** What `ranks` and `me` say of the caller, as columns. */
export const STANDING = sql`ranks.own as own_rank, greatest(ranks.own, ranks.by_link) as rank,
  ranks.as_member as member_rank, me.role is null or me.suspended_at is not null as is_outsider`;
/** The caller, as the subquery `requester`. */
export const requester = (caller: Caller) =>
  sql`(select ${caller.user?.id ?? null}::uuid as user_id, ${caller.links.join()}::text as links) as requester`;

/** A comment by its id, with what it is about and the caller's roles there; even if they have none. */
export async function commentById(
  database: Either,
  caller: Caller,
  id: string,
): Promise<CommentView | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<CommentView>`
    select ${COLUMNS}, space.id as space_id, place.scope_id, place.title, place.locked_at, place.trashed_at,
      space.archived_at as space_archived_at, item.archived_at, ${STANDING}
    from comment
      ${PEOPLE}
      left join item on item.id = comment.item_id and not ${IS_PURGED}
      left join post on post.id = comment.post_id
      join space on space.id = coalesce(item.space_id, post.space_id) and space.deleted_at is null
      join hub on hub.id = space.hub_id and hub.deleted_at is null
      cross join lateral (select coalesce(item.scope_id, space.scope_id) as scope_id,
        coalesce(item.title, post.title) as title, post.locked_at,
        coalesce(item.trashed_at, post.trashed_at) as trashed_at) as place
      cross join ${requester(caller)}
      left join membership me on me.hub_id = space.hub_id and me.user_id = requester.user_id
      cross join ${RANKS('place.scope_id')}
    where comment.id = ${id}`.execute(database);
  return rows[0];
}

/** An item whose comments are asked for. */
export type DiscussedItem = ItemView & DiscussionPlace;

/** An item with what the caller may do in its discussion. */
export async function discussedItem(
  database: Either,
  caller: Caller,
  item: ItemView | undefined,
): Promise<DiscussedItem | undefined> {
  if (!item?.rank) return undefined;
  const { rows } = await sql<{ member_rank: number | null; own_rank: number | null; is_outsider: boolean }>`
    select ${roleBesidesAnyone('place.id', 'me')} as member_rank, ${roleOnScope('place.id', 'me')} as own_rank,
      me.role is null or me.suspended_at is not null as is_outsider
    from (select ${item.scope_id}::uuid as id, ${item.hub_id}::uuid as hub_id) as place
      left join membership me on me.hub_id = place.hub_id and me.user_id = ${caller.user?.id ?? null}`.execute(
    database,
  );
  const [found] = rows;
  return found && { ...item, ...found, locked_at: null };
}

const before = (after: string | undefined) =>
  after === undefined ? sql`true` : isId(after) ? sql`comment.id < ${after}` : sql`false`;

/** A page of an item's threads, the newest first. */
export async function threadsOfItem(
  database: Either,
  itemId: string,
  { state, row, after, page, page_size }: CommentListQuery,
): Promise<CommentRow[]> {
  const states = { open: sql`comment.resolved_at is null`, resolved: sql`comment.resolved_at is not null` };
  const { rows } = await sql<CommentRow>`
    select ${COLUMNS} from comment ${PEOPLE}
    where comment.item_id = ${itemId} and comment.parent_id is null and ${before(after)}
      and ${state ? states[state] : sql`true`}
      and ${row === undefined ? sql`true` : sql`comment.anchor @> ${JSON.stringify({ type: 'row', row_id: row })}::jsonb`}
    order by comment.id desc
    limit ${page_size} offset ${after === undefined ? (page - 1) * page_size : 0}`.execute(database);
  return rows;
}

/** The latest replies of each of some threads, oldest first, and how many each has. */
export async function latestReplies(
  database: Either,
  threadIds: readonly string[],
): Promise<Map<string, { replies: CommentRow[]; count: number }>> {
  const { rows } = await sql<CommentRow & { thread_id: string; total: number }>`
    select thread.id as thread_id, counted.total, ${COLUMNS}
    from unnest(${threadIds}::uuid[]) as thread (id)
      cross join lateral (select count(*)::int as total from comment where parent_id = thread.id) as counted
      cross join lateral (select * from comment where parent_id = thread.id
        order by id desc limit ${sql.lit(REPLIES_SHOWN)}) as comment
      ${PEOPLE}
    order by comment.id`.execute(database);
  return new Map(
    [...Map.groupBy(rows, (row) => row.thread_id)].map(([id, replies]) => [
      id,
      { replies, count: replies[0]?.total ?? 0 },
    ]),
  );
}

/** A page of the replies to a comment or to a post, oldest first; of those before one, newest first. */
export async function repliesTo(
  database: Either,
  to: { comment: string } | { post: string },
  { after, before, page, page_size }: ReplyListQuery,
): Promise<CommentRow[]> {
  const whose = 'post' in to ? sql`comment.post_id = ${to.post}` : sql`comment.parent_id = ${to.comment}`;
  const cursor = before ?? after;
  const isBefore = before !== undefined;
  if (cursor !== undefined && !isId(cursor)) return [];
  const from =
    cursor === undefined ? sql`true` : isBefore ? sql`comment.id < ${cursor}` : sql`comment.id > ${cursor}`;
  const { rows } = await sql<CommentRow>`
    select ${COLUMNS} from comment ${PEOPLE} where ${whose} and ${from}
    order by comment.id ${isBefore ? sql`desc` : sql`asc`} limit ${page_size}
    offset ${cursor === undefined ? (page - 1) * page_size : 0}`.execute(database);
  return rows;
}

export type NewComment = {
  hubId: string;
  itemId: string | null;
  postId: string | null;
  parentId: string | null;
  anchor: CommentAnchor | null;
  body: string;
  html: string;
  userId: string;
};

/** Stores a comment, to be found soon after. @returns its id */
export async function insertComment(trx: Transaction, comment: NewComment): Promise<string> {
  const id = newId();
  await trx
    .insertInto('comment')
    .values({
      id,
      hub_id: comment.hubId,
      item_id: comment.itemId,
      post_id: comment.postId,
      parent_id: comment.parentId,
      anchor: comment.anchor && JSON.stringify(comment.anchor),
      body: comment.body,
      html: comment.html,
      created_by: comment.userId,
    })
    .execute();
  await queueCommentIndexing(trx, comment.hubId, id);
  return id;
}

/** Locks a thread, so that a reply and its deletion don't pass each other. @returns whether it still is there */
export async function lockThread(trx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`select from comment where id = ${id} for update`.execute(trx);
  return rows.length > 0;
}
