import { type Kysely, sql } from 'kysely';

/** Who in general could see an item when it went into the trash: its holder may be opened before it is restored. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table trashed_readers (
    item_id uuid primary key references item on delete cascade,
    -- Of everybody, the hub's members and its admins.
    principals text[] not null
  )`,
];
