import { type Kysely, sql } from 'kysely';

/** The currency of new columns of amounts; that of existing columns stays. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table hub add column currency text not null default 'INR'`.execute(database);
}
