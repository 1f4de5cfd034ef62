import { type Kysely, sql } from 'kysely';

/** The spaces that somebody starred, in their order, and those that they opened last. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table favourite_space (
    user_id uuid not null references app_user on delete cascade,
    space_id uuid not null references space on delete cascade,
    position integer not null,
    primary key (user_id, space_id)
  )`,
  'create index favourite_space_of_space on favourite_space (space_id)',
  `create table space_visit (
    user_id uuid not null references app_user on delete cascade,
    space_id uuid not null references space on delete cascade,
    visited_at timestamptz not null default now(),
    primary key (user_id, space_id)
  )`,
  'create index space_visit_latest on space_visit (user_id, visited_at desc)',
  'create index space_visit_of_space on space_visit (space_id)',
];
