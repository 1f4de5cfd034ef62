import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CommentAnchor } from '#lib/contract/comment.ts';
import { INDEX_COMMENT, INDEX_POST } from '#server/items/discussions/indexing/queue-discussion-indexing.ts';
import type { ArchivedPost } from '#server/platform/archives/discussion-lines.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { queueIndexing } from '#server/platform/indexing/outbox.ts';

const ID_BYTES = 16;
/** The bytes of an id that are its time, and with its version the beginning that keeps an order. */
const TIME_BYTES = 6;
const ORDER_BYTES = 8;

/**
 * The id of an imported text: always the same one in a place, and in the order of the source, since lists are in the order
 * of ids. One from the future is the first: a time that passes would give it another id in each run.
 */
export function idInPlace(place: string, sourceId: string): string {
  const source = Buffer.from(sourceId.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha256').update(`${place} ${sourceId}`).digest().subarray(0, ID_BYTES);
  source.copy(bytes, 0, 0, ORDER_BYTES);
  const at = source.readUIntBE(0, TIME_BYTES);
  bytes.writeUIntBE(at > Date.now() ? 0 : at, 0, TIME_BYTES);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Which of these comments or posts are here already. */
export async function textsAmong(
  trx: Transaction,
  kind: 'comment' | 'post',
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(kind)} where id = any(${ids}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

export type ImportedAuthor = { created_by: string | null; imported_author: string };

type Reaction = { emoji: string; userId: string };

export type ImportedComment = ImportedAuthor & {
  id: string;
  item_id: string | null;
  post_id: string | null;
  parent_id: string | null;
  anchor: CommentAnchor | null;
  body: string;
  html: string;
  created_at: Date;
  edited_at: Date | null;
  resolved_at: Date | null;
  resolved_by: string | null;
  deleted_at: Date | null;
};

/** Stores comments and replies that are not here, and has them found. */
export async function insertComments(
  trx: Transaction,
  hubId: string,
  comments: readonly ImportedComment[],
): Promise<void> {
  if (comments.length === 0) return;
  const rows = comments.map((one) => ({
    ...one,
    hub_id: hubId,
    anchor: one.anchor && JSON.stringify(one.anchor),
  }));
  await trx.insertInto('comment').values(rows).execute();
  const found = comments.filter(({ deleted_at }) => deleted_at === null);
  await queueIndexing(
    trx,
    found.map(({ id }) => ({ hubId, kind: INDEX_COMMENT, targetId: id, bulk: true })),
  );
  const posts = [...new Set(comments.flatMap(({ post_id }) => post_id ?? []))];
  await sql`update post set replies = counted.count, active_at = greatest(post.active_at, counted.latest)
    from (select post_id, count(*)::int as count, max(created_at) as latest from comment
      where post_id = any(${posts}::uuid[]) group by post_id) as counted
    where post.id = counted.post_id`.execute(trx);
}

export type ImportedPost = ImportedAuthor &
  Pick<ArchivedPost, 'title' | 'body' | 'created_at' | 'edited_at' | 'pinned_at' | 'locked_at' | 'poll'> & {
    id: string;
    html: string;
  };

/** Stores posts that are not here, with their polls, and has them found. Nobody has them to read. */
export async function insertPosts(
  trx: Transaction,
  { hubId, spaceId }: { hubId: string; spaceId: string },
  posts: readonly ImportedPost[],
): Promise<void> {
  for (const { poll, ...post } of posts) {
    const place = {
      hub_id: hubId,
      space_id: spaceId,
      active_at: post.created_at,
      imported_at: sql<Date>`now()`,
    };
    await trx
      .insertInto('post')
      .values({ ...post, ...place })
      .execute();
    if (poll) await insertImportedPoll(trx, post.id, poll);
  }
  await queueIndexing(
    trx,
    posts.map(({ id }) => ({ hubId, kind: INDEX_POST, targetId: id, bulk: true })),
  );
}

/** A poll with its result. It is closed: who voted there would vote again. */
async function insertImportedPoll(
  trx: Transaction,
  postId: string,
  { multiple, closes_at, voters, options }: NonNullable<ArchivedPost['poll']>,
): Promise<void> {
  await sql`insert into poll (post_id, is_multiple, closes_at, closed_at, imported_voters)
    values (${postId}, ${multiple}, ${closes_at}, coalesce(${closes_at}, now()), ${voters})`.execute(trx);
  await sql`insert into poll_option (post_id, number, text, imported_votes)
    select ${postId}, number - 1, text, votes
    from unnest(${options.map(({ text }) => text)}::text[], ${options.map(({ votes }) => votes)}::int[])
      with ordinality as option (text, votes, number)`.execute(trx);
}

/** Stores who reacted to new texts, in the order of the source. */
export async function insertReactions(
  trx: Transaction,
  kind: 'comment' | 'post',
  texts: readonly { id: string; created_at: Date; reactions: readonly Reaction[] }[],
): Promise<void> {
  const rows = texts.flatMap(({ id, created_at, reactions }) =>
    reactions.map((one, at) => ({ ...one, id, at: new Date(created_at.getTime() + at) })),
  );
  if (rows.length === 0) return;
  await sql`insert into ${sql.table(`${kind}_reaction`)} (${sql.id(`${kind}_id`)}, emoji, user_id, created_at)
    select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ emoji }) => emoji)}::text[],
      ${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ at }) => at)}::timestamptz[])
    on conflict do nothing`.execute(trx);
}

/** Of these comments, those that others reply to: threads on an item, by their ids with the item. */
export async function threadsAmong(
  trx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; item_id: string }>`
    select id, item_id from comment where id = any(${ids}::uuid[]) and parent_id is null and item_id is not null`.execute(
    trx,
  );
  return new Map(rows.map(({ id, item_id }) => [id, item_id]));
}
