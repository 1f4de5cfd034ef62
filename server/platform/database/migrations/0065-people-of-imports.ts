import { type Kysely, sql } from 'kysely';

/** How many people an import into a contact list added, changed and left as they are; null for other imports. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import add column people_added integer, add column people_updated integer,
    add column people_unchanged integer`.execute(database);
}
