import { type RawBuilder, sql } from 'kysely';
import type { CommentAnchor } from '#lib/contract/comment.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Exporter } from './export.repo.ts';
import { inBatches } from './export-batches.ts';

/** Rows per query. */
const BATCH = 500;

/** Whether the exporter takes part in what is said in a scope: not by what everybody may see. */
export function takesPart(exporter: Exporter, scopeId: string): RawBuilder<boolean> {
  if (exporter.everything) return sql<boolean>`true`;
  const own = exporter.principals.filter((principal) => principal !== '*');
  return sql<boolean>`exists (select from scope_access list
    where list.scope_id = ${sql.ref(scopeId)} and list.principal = any(${own}))`;
}

const REACTIONS = (kind: 'comment' | 'post') => sql`coalesce((
  select json_agg(json_build_object('emoji', emoji, 'user_id', user_id) order by created_at)
  from ${sql.table(`${kind}_reaction`)} reaction where reaction.${sql.id(`${kind}_id`)} = ${sql.ref(`${kind}.id`)}), '[]')`;

/** A post's poll with how many chose what: who did is shown to nobody; null without one. */
const POLL = sql`(
  select json_build_object('multiple', poll.is_multiple, 'closes_at', least(poll.closes_at, poll.closed_at),
    'options', (select json_agg(json_build_object('text', option.text, 'votes', option.imported_votes + (select count(*) from poll_vote vote
        where vote.post_id = option.post_id and vote.number = option.number)) order by option.number)
      from poll_option option where option.post_id = poll.post_id))
  from poll where poll.post_id = post.id)`;

export type ExportedComment = {
  id: string;
  item_id: string | null;
  post_id: string | null;
  parent_id: string | null;
  anchor: CommentAnchor | null;
  body: string;
  created_by: string | null;
  /** Who wrote it elsewhere, of a text that was imported. */
  imported_author: string | null;
  created_at: Date;
  edited_at: Date | null;
  resolved_at: Date | null;
  reactions: { emoji: string; user_id: string }[];
};

/** The comments on items and the replies in discussions that the exporter may read, in order of creation. */
export function exportedComments(database: Database, exporter: Exporter): AsyncGenerator<ExportedComment> {
  return inBatches(BATCH, async (after) => {
    const { rows } = await sql<ExportedComment>`
      select comment.id, comment.item_id, comment.post_id, comment.parent_id, comment.anchor, comment.body,
        comment.created_by, comment.imported_author, comment.created_at, comment.edited_at, comment.resolved_at,
        ${REACTIONS('comment')} as reactions
      from comment
        left join item on item.id = comment.item_id
        left join post on post.id = comment.post_id
        join space on space.id = coalesce(item.space_id, post.space_id) and space.deleted_at is null
        cross join lateral (select coalesce(item.scope_id, space.scope_id) as scope_id) as place
      where comment.hub_id = ${exporter.hubId} and comment.id > ${after} and comment.deleted_at is null
        and coalesce(item.trashed_at, post.trashed_at) is null and ${takesPart(exporter, 'place.scope_id')}
      order by comment.id limit ${sql.lit(BATCH)}`.execute(database);
    return rows;
  });
}

export type ExportedPost = {
  id: string;
  space_id: string;
  title: string;
  body: string;
  created_by: string | null;
  /** Who wrote it elsewhere, of a text that was imported. */
  imported_author: string | null;
  created_at: Date;
  edited_at: Date | null;
  pinned_at: Date | null;
  locked_at: Date | null;
  reactions: { emoji: string; user_id: string }[];
  poll: {
    multiple: boolean;
    closes_at: string | null;
    options: { text: string; votes: number }[];
  } | null;
};

/** The discussions that the exporter may read, in order of creation. */
export function exportedPosts(database: Database, exporter: Exporter): AsyncGenerator<ExportedPost> {
  return inBatches(BATCH, async (after) => {
    const { rows } = await sql<ExportedPost>`
      select post.id, post.space_id, post.title, post.body, post.created_by, post.imported_author, post.created_at, post.edited_at,
        post.pinned_at, post.locked_at, ${REACTIONS('post')} as reactions, ${POLL} as poll
      from post join space on space.id = post.space_id and space.deleted_at is null
      where post.hub_id = ${exporter.hubId} and post.id > ${after} and post.trashed_at is null
        and ${takesPart(exporter, 'space.scope_id')}
      order by post.id limit ${sql.lit(BATCH)}`.execute(database);
    return rows;
  });
}

export type ExportedPicture = { id: string; file_sha256: string; size: number; created_at: Date };

/** The pictures in comments and discussions that the exporter may read; not those that no text has. */
export function exportedDiscussionPictures(
  database: Database,
  exporter: Exporter,
): AsyncGenerator<ExportedPicture> {
  const has = (text: 'comment' | 'post') => sql`strpos(${sql.ref(`${text}.body`)}, picture.id::text) > 0`;
  return inBatches(BATCH, async (after) => {
    const { rows } = await sql<ExportedPicture>`
      select picture.id, picture.file_sha256, picture.size, picture.created_at
      from discussion_picture picture
        left join item on item.id = picture.item_id
        join space on space.id = coalesce(item.space_id, picture.space_id) and space.deleted_at is null
        cross join lateral (select coalesce(item.scope_id, space.scope_id) as scope_id) as place
      where space.hub_id = ${exporter.hubId} and picture.id > ${after} and item.trashed_at is null
        and ${takesPart(exporter, 'place.scope_id')}
        and (exists (select from comment where comment.item_id = picture.item_id and comment.deleted_at is null and ${has('comment')})
          or exists (select from post where post.space_id = picture.space_id and post.trashed_at is null and (${has('post')}
            or exists (select from comment where comment.post_id = post.id and comment.deleted_at is null and ${has('comment')}))))
      order by picture.id limit ${sql.lit(BATCH)}`.execute(database);
    return rows;
  });
}
