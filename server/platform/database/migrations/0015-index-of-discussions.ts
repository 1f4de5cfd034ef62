import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // Permissions are asked of the item or the space, in the query itself.
  `create table discussion_passage (
    id bigint generated always as identity primary key,
    hub_id uuid not null references hub on delete cascade,
    comment_id uuid references comment on delete cascade,
    post_id uuid references post on delete cascade,
    body text not null,
    lexemes tsvector not null,
    check (num_nonnulls(comment_id, post_id) = 1)
  )`,
  'create index discussion_passage_of_hub on discussion_passage (hub_id)',
  'create unique index discussion_passage_of_comment on discussion_passage (comment_id) where comment_id is not null',
  'create unique index discussion_passage_of_post on discussion_passage (post_id) where post_id is not null',
  `create index discussion_passage_lexemes on discussion_passage using gin (lexemes)
    with (fastupdate = on, gin_pending_list_limit = 1024)`,
  // What was written before search found discussions.
  `insert into index_outbox (hub_id, kind, target_id, bulk)
    select hub_id, 'post', id, true from post
    union all select hub_id, 'comments', coalesce(item_id, post_id), true from comment group by 1, 3`,
];

/** Comments and posts in the search index (docs/decisions/0137). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}
