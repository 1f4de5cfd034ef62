import { type Kysely, sql } from 'kysely';

/** A word that very many submissions have is searched in the newest ones of the hub. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index form_passage_of_hub on form_passage (hub_id, id)`.execute(database);
}
