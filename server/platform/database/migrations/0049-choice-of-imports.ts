import { type Kysely, sql } from 'kysely';

/**
 * What an import does with documents that are here already. One that waits for that choice has its plan, and is planned
 * again when the choice is made.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table document_import add column existing text not null default 'update'
    check (existing in ('update', 'add', 'choose'))`.execute(database);
}
