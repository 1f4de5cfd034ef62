import { type Kysely, sql } from 'kysely';

/** How the text of a file is read where not as detected; and whether its first line names the columns, as null does. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import add column encoding text,
    add column delimiter text check (delimiter in ('comma', 'semicolon', 'tab', 'pipe')),
    add column has_header boolean`.execute(database);
}
