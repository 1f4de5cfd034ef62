import { type Kysely, sql } from 'kysely';

/** Why a webhook was turned off, and by whom. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `alter table webhook
    add column disabled_reason text check (disabled_reason in ('failing', 'maker_lost_access', 'by_hand')),
    add column disabled_by uuid references app_user`,
];
