import { type Kysely, sql } from 'kysely';

/** A poll in a post: its options, and who chose which of them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table poll (
    post_id uuid primary key references post on delete cascade,
    is_multiple boolean not null,
    -- When it closes by itself, and when it was closed by somebody.
    closes_at timestamptz,
    closed_at timestamptz
  )`.execute(database);
  await sql`create table poll_option (
    post_id uuid not null references poll on delete cascade,
    number smallint not null,
    text text not null,
    primary key (post_id, number)
  )`.execute(database);
  await sql`create table poll_vote (
    post_id uuid not null,
    number smallint not null,
    user_id uuid not null references app_user on delete cascade,
    primary key (post_id, user_id, number),
    foreign key (post_id, number) references poll_option on delete cascade
  )`.execute(database);
  await sql`create index poll_vote_of_option on poll_vote (post_id, number)`.execute(database);
  await sql`create index poll_vote_of_user on poll_vote (user_id)`.execute(database);
}
