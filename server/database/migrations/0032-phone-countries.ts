import { type Kysely, sql } from 'kysely';

/** The country in which a hub's phone numbers without a country's code are, and what was typed for what is stored otherwise. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  "alter table hub add column country text check (country ~ '^[A-Z]{2}$')",
  // By path: what was typed for a value that is stored in another form. Null where all is as it was typed.
  'alter table submission add column typed jsonb',
  'alter table submission_edit add column typed jsonb',
];
