import { type Kysely, sql } from 'kysely';

/** A new table to which a row was added before it was indexed was never ready: nothing waits for it any more. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`update item set processing_state = 'ready'
    where processing_state = 'queued' and file_sha256 is null
      and not exists (select from index_outbox entry where entry.target_id = item.id and entry.kind = 'item')`.execute(
    database,
  );
}
