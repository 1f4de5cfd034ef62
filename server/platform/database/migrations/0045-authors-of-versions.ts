import { type Kysely, sql } from 'kysely';

/** Versions of documents have all who wrote in them together. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table document_version_author (
    item_id uuid not null,
    number integer not null,
    user_id uuid not null references app_user on delete cascade,
    -- False for somebody who wrote with these authors in the version before, and not yet in this one.
    has_written boolean not null,
    primary key (item_id, number, user_id),
    foreign key (item_id, number) references document_version on delete cascade
  )`.execute(database);
  await sql`create index document_version_author_of_user on document_version_author (user_id)`.execute(
    database,
  );
  await sql`insert into document_version_author (item_id, number, user_id, has_written)
    select item_id, number, created_by, true from document_version where created_by is not null`.execute(
    database,
  );
}
