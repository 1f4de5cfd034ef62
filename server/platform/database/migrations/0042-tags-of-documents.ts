import { type Kysely, sql } from 'kysely';

/** Documents whose source has tags are indexed again, so that they are found by them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`insert into index_outbox (hub_id, kind, target_id, bulk)
    select hub_id, 'item', id, true from item
    where content is not null and jsonb_typeof(meta -> 'source' -> 'tags') = 'array'
      and meta -> 'source' -> 'tags' <> '[]'`.execute(database);
}
