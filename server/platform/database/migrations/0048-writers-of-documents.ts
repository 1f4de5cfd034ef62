import { type Kysely, sql } from 'kysely';

/** Who writes in a document now, as each process knows it. A crash may empty it: whoever still writes is noted again. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table document_writer (
    item_id uuid not null references item on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    process_id uuid not null,
    seen_at timestamptz not null default now(),
    primary key (item_id, user_id, process_id)
  )`.execute(database);
  await sql`create index document_writer_of_user on document_writer (user_id)`.execute(database);
  await sql`create index document_writer_of_process on document_writer (process_id)`.execute(database);
}
