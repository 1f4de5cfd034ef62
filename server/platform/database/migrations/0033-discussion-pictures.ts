import { type Kysely, sql } from 'kysely';

/** Pictures in comments on an item, or in the posts and replies of a space. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table discussion_picture (
    id uuid primary key,
    item_id uuid references item on delete cascade,
    space_id uuid references space on delete cascade,
    file_sha256 text not null references file,
    size bigint not null,
    created_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    check ((item_id is null) <> (space_id is null))
  )`.execute(database);
  await sql`create index discussion_picture_of_item on discussion_picture (item_id)`.execute(database);
  await sql`create index discussion_picture_of_space on discussion_picture (space_id)`.execute(database);
  await sql`create index discussion_picture_file on discussion_picture (file_sha256)`.execute(database);
  await sql`create index discussion_picture_old on discussion_picture (created_at)`.execute(database);
}
