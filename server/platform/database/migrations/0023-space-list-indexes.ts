import { type Kysely, sql } from 'kysely';

/** The orders of the list of spaces. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index space_by_name on space (hub_id, lower(name), id) where deleted_at is null`.execute(
    database,
  );
  await sql`create index space_made on space (hub_id, id) where deleted_at is null`.execute(database);
  await sql`create index space_changed on space (hub_id, updated_at, id) where deleted_at is null`.execute(
    database,
  );
}
