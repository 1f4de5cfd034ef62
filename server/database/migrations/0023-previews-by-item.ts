import { type Kysely, sql } from 'kysely';

/** Items that are there already keep the previews that were made for all files of the same bytes; no new one has them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

// Two steps: the first writes no row, the second makes the default of those to come.
const STATEMENTS = [
  'alter table item add column has_shared_preview boolean not null default true',
  'alter table item alter column has_shared_preview set default false',
];
