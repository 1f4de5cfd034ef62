import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import {
  type DiscussionText,
  prepareDiscussionTexts,
  writeDiscussionTexts,
} from '#server/platform/indexing/index-discussion.ts';
import type { IndexSource, OutboxEntry } from '#server/platform/indexing/index-source.ts';

/** Comments or posts that are indexed in one transaction; each is a few thousand characters at most. */
const BATCH = 200;
const INDEXES = ['discussion_passage_lexemes'];
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

async function readComments(database: Database, where: RawBuilder<unknown>): Promise<DiscussionText[]> {
  const { rows } = await sql<DiscussionText>`
    select 'comment' as kind, comment.id, comment.hub_id, coalesce(item.space_id, post.space_id) as space_id,
      null as title, comment.body
    from comment left join item on item.id = comment.item_id left join post on post.id = comment.post_id
    where comment.deleted_at is null and ${where} order by comment.id limit ${BATCH}`.execute(database);
  return rows;
}

async function readPosts(database: Database, ids: readonly string[]): Promise<DiscussionText[]> {
  const { rows } = await sql<DiscussionText>`
    select 'post' as kind, id, hub_id, space_id, title, body from post where id = any(${ids}::uuid[]) order by id`.execute(
    database,
  );
  return rows;
}

/** Entries that each name one comment or post. */
function singleSource(
  read: (database: Database, ids: readonly string[]) => Promise<DiscussionText[]>,
): IndexSource {
  return {
    batch: BATCH,
    indexes: INDEXES,
    async prepare(database, _hubId, entries, signal) {
      const ids = [...new Set(entries.map(({ target_id }) => target_id))];
      const prepared = await prepareDiscussionTexts(database, await read(database, ids), signal);
      return {
        async write(trx) {
          const left = await writeDiscussionTexts(trx, prepared);
          return { done: entries.filter(({ target_id }) => !left.has(target_id)).map(({ id }) => id) };
        },
      };
    },
  };
}

/** Comments and replies that were written or changed. */
export const commentSource = (): IndexSource =>
  singleSource((database, ids) => readComments(database, sql`comment.id = any(${ids}::uuid[])`));

/** Posts that were written or changed. */
export const postSource = (): IndexSource => singleSource(readPosts);

/** All comments on an item, or replies to a post, some at a time. */
export function commentsSource(): IndexSource {
  return {
    batch: 1,
    indexes: INDEXES,
    async prepare(database, _hubId, [entry], signal) {
      const texts = entry ? await readComments(database, ofPlace(entry)) : [];
      const prepared = await prepareDiscussionTexts(database, texts, signal);
      const last = texts.length === BATCH ? texts.at(-1)?.id : undefined;
      return {
        async write(trx) {
          if (!entry) return { done: [] };
          if ((await writeDiscussionTexts(trx, prepared)).size > 0) return { done: [] };
          return last === undefined
            ? { done: [entry.id] }
            : { done: [], continued: new Map([[entry.id, last]]) };
        },
      };
    },
  };
}

const ofPlace = ({ target_id: id, progress }: OutboxEntry) =>
  sql`(comment.item_id = ${id} or comment.post_id = ${id}) and comment.id > ${progress ?? FIRST_ID}`;
