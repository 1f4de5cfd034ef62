import { type Kysely, sql } from 'kysely';

/** Items that somebody starred, for themselves alone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table favourite_item (
    user_id uuid not null references app_user on delete cascade,
    item_id uuid not null references item on delete cascade,
    position integer not null,
    primary key (user_id, item_id)
  )`.execute(database);
  await sql`create index favourite_item_of_item on favourite_item (item_id)`.execute(database);
}
