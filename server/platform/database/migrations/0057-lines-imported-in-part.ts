import { type Kysely, sql } from 'kysely';

/** How many lines an import took without a number or an address that can't be read. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import add column partial integer not null default 0`.execute(database);
}
