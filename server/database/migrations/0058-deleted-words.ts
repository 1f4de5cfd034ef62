import { type Kysely, sql } from 'kysely';

/** Words of texts that were deleted for ever: whether anything else has them is looked up after the deletion. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table deleted_word (
    hub_id uuid not null references hub on delete cascade,
    word text collate "C" not null,
    primary key (hub_id, word)
  )`,
];
