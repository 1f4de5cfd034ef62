import { type Kysely, sql } from 'kysely';

/** How a hub writes numbers and days, and whose clocks its times are of; null where nobody has said. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `alter table hub add column locale text, add column time_zone text`,
  // How a file's numbers and days are written, where whoever imports it says so.
  `alter table table_import add column decimal_mark text, add column date_order text`,
];
