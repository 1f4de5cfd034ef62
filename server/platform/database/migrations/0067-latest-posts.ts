import { type Kysely, sql } from 'kysely';

/** The posts of a hub are found by their newest activity. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index post_latest_of_hub on post (hub_id, active_at desc, id desc)
    where trashed_at is null`.execute(database);
}
