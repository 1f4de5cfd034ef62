import { type Kysely, sql } from 'kysely';

/** Pages of a form, what stands between its fields, its words in other languages, and the language of an answer. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // Defaults that are constants: no row is written anew.
  `alter table form add column layout jsonb not null default '{"pages": []}',
    add column translations jsonb not null default '{}'`,
  `alter table form_version add column layout jsonb not null default '{"pages": []}',
    add column translations jsonb not null default '{}',
    add column language text not null default 'en'`,
  'alter table submission add column language text',
];
