import { type Kysely, sql } from 'kysely';

/** The handles that hubs had before: their old addresses lead to the new ones. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table former_hub_handle (
    -- In lower case.
    handle text primary key,
    hub_id uuid not null references hub on delete cascade
  )`.execute(database);
  await sql`create index former_hub_handle_of_hub on former_hub_handle (hub_id)`.execute(database);
}
