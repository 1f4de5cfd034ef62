import { type RawBuilder, sql } from 'kysely';
import type { CommentAnchor } from '#lib/contract/comment.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Exporter, namesPeople } from './export.repo.ts';
import { takesPart } from './export-discussions.repo.ts';

/** Rows per query. */
const ROWS = 500;

export type SpacePerson = { name: string; email?: string };

type Written = {
  id: string;
  body: string;
  author: SpacePerson;
  created_at: Date;
  edited_at: Date | null;
  reactions: { emoji: string; by: SpacePerson }[];
};

export type SpaceComment = Written & {
  item: string | null;
  post: string | null;
  parent: string | null;
  anchor: CommentAnchor | null;
  resolved_at: Date | null;
  resolved_by: SpacePerson | null;
  deleted_at: Date | null;
};

export type SpacePost = Written & {
  title: string;
  pinned_at: Date | null;
  locked_at: Date | null;
  poll: {
    multiple: boolean;
    closes_at: string | null;
    voters: number;
    options: { text: string; votes: number }[];
  } | null;
};

/** Somebody by name, with an address that they proved to be theirs where the exporter may know it. */
export const personOf = (
  account: string,
  exporter: Exporter,
  name?: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const own = sql`trim(${sql.ref(`${account}.first_name`)} || ' ' || ${sql.ref(`${account}.last_name`)})`;
  const email = namesPeople(exporter)
    ? sql`case when ${sql.ref(`${account}.is_email_verified`)} then ${sql.ref(`${account}.email`)} end`
    : sql`null`;
  return sql`json_strip_nulls(json_build_object('name', coalesce(${own}, ${name ?? sql`''`}), 'email', ${email}))`;
};

const reactionsOf = (kind: 'comment' | 'post', exporter: Exporter) => sql`coalesce((
  select json_agg(json_build_object('emoji', reaction.emoji, 'by', ${personOf('reader', exporter)})
    order by reaction.created_at, reaction.emoji, reader.id)
  from ${sql.table(`${kind}_reaction`)} reaction join app_user reader on reader.id = reaction.user_id
  where reaction.${sql.id(`${kind}_id`)} = ${sql.ref(`${kind}.id`)}), '[]')`;

const POLL = sql`(
  select json_build_object('multiple', poll.is_multiple, 'closes_at', date_trunc('milliseconds', least(poll.closes_at, poll.closed_at)),
    'voters', poll.imported_voters + (select count(distinct user_id) from poll_vote where post_id = poll.post_id),
    'options', (select json_agg(json_build_object('text', option.text,
        'votes', option.imported_votes + (select count(*) from poll_vote vote
          where vote.post_id = option.post_id and vote.number = option.number)) order by option.number)
      from poll_option option where option.post_id = poll.post_id))
  from poll where poll.post_id = post.id)`;

/** The next posts of a space, in order of creation, that the exporter may read. */
export async function postsOfSpace(
  database: Database,
  exporter: Exporter,
  { spaceId, after }: { spaceId: string; after: string },
): Promise<SpacePost[]> {
  const { rows } = await sql<SpacePost>`
    select post.id, post.title, post.body, ${personOf('author', exporter, sql`post.imported_author`)} as author,
      post.created_at, post.edited_at, post.pinned_at, post.locked_at, ${reactionsOf('post', exporter)} as reactions,
      ${POLL} as poll
    from post join space on space.id = post.space_id and space.deleted_at is null
      left join app_user author on author.id = post.created_by
    where post.space_id = ${spaceId} and post.hub_id = ${exporter.hubId} and post.id > ${after}
      and post.trashed_at is null and ${takesPart(exporter, 'space.scope_id')}
    order by post.id limit ${sql.lit(ROWS)}`.execute(database);
  return rows;
}

/** The next comments on items of a space, and replies to its posts, in order of creation, that the exporter may read. */
export async function commentsOfSpace(
  database: Database,
  exporter: Exporter,
  { spaceId, after }: { spaceId: string; after: string },
): Promise<SpaceComment[]> {
  const { rows } = await sql<SpaceComment>`
    select comment.id, comment.item_id as item, comment.post_id as post, comment.parent_id as parent, comment.anchor,
      comment.body, ${personOf('author', exporter, sql`comment.imported_author`)} as author, comment.created_at,
      comment.edited_at, comment.resolved_at, comment.deleted_at,
      case when resolver.id is not null then ${personOf('resolver', exporter)} end as resolved_by,
      ${reactionsOf('comment', exporter)} as reactions
    from comment
      left join item on item.id = comment.item_id
      left join post on post.id = comment.post_id
      join space on space.id = coalesce(item.space_id, post.space_id) and space.deleted_at is null
      cross join lateral (select coalesce(item.scope_id, space.scope_id) as scope_id) as place
      left join app_user author on author.id = comment.created_by
      left join app_user resolver on resolver.id = comment.resolved_by
    where comment.hub_id = ${exporter.hubId} and comment.id > ${after} and space.id = ${spaceId}
      and coalesce(item.trashed_at, post.trashed_at) is null and ${takesPart(exporter, 'place.scope_id')}
      and (comment.deleted_at is null or exists (select from comment reply where reply.parent_id = comment.id))
    order by comment.id limit ${sql.lit(ROWS)}`.execute(database);
  return rows;
}

/** The names and addresses of people whom texts mention, by their ids: of those who have an account. */
export async function peopleById(
  database: Database,
  exporter: Exporter,
  ids: readonly string[],
): Promise<Map<string, SpacePerson>> {
  if (ids.length === 0 || !namesPeople(exporter)) return new Map();
  const { rows } = await sql<{ id: string; person: SpacePerson }>`
    select person.id, ${personOf('person', exporter)} as person
    from app_user person join membership on membership.user_id = person.id and membership.hub_id = ${exporter.hubId}
    where person.id = any(${ids}::uuid[])`.execute(database);
  return new Map(rows.map((row) => [row.id, row.person]));
}

export type SpacePicture = { id: string; file_sha256: string; size: number; created_at: Date };

/** Which of these are pictures in discussions of a space that the exporter may read. */
export async function picturesAmong(
  database: Database,
  exporter: Exporter,
  { spaceId, ids }: { spaceId: string; ids: readonly string[] },
): Promise<SpacePicture[]> {
  const { rows } = await sql<SpacePicture>`
    select picture.id, picture.file_sha256, picture.size, picture.created_at
    from discussion_picture picture
      left join item on item.id = picture.item_id
      join space on space.id = coalesce(item.space_id, picture.space_id) and space.deleted_at is null
      cross join lateral (select coalesce(item.scope_id, space.scope_id) as scope_id) as place
    where picture.id = any(${ids}::uuid[]) and space.id = ${spaceId} and space.hub_id = ${exporter.hubId}
      and item.trashed_at is null and ${takesPart(exporter, 'place.scope_id')}
    order by picture.id`.execute(database);
  return rows;
}

/** The space of a folder. */
export async function spaceOfFolder(database: Database, folderId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('item')
    .select('space_id')
    .where('id', '=', folderId)
    .executeTakeFirst();
  return row?.space_id;
}
