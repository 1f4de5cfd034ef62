import { type Kysely, sql } from 'kysely';

/** The slugs that spaces had before: their old addresses lead to the new ones. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table former_space_slug (
    hub_id uuid not null references hub on delete cascade,
    -- In lower case.
    slug text not null,
    space_id uuid not null references space on delete cascade,
    primary key (hub_id, slug)
  )`.execute(database);
  await sql`create index former_space_slug_of_space on former_space_slug (space_id)`.execute(database);
}
