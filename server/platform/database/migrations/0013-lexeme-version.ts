import { type Kysely, sql } from 'kysely';

/**
 * How the lexemes in the search index are made. What made those that are there is not known: the first start has every hub
 * indexed anew, of which a new database has none.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table search_index (
    is_only boolean primary key default true check (is_only),
    lexeme_version integer not null
  )`.execute(database);
  await sql`insert into search_index (lexeme_version) values (0)`.execute(database);
}
