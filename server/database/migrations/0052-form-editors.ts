import { type Kysely, sql } from 'kysely';

/** Who works on a form's draft just now. Nothing of it outlives a crash: whoever is still there says so again. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table form_editor (
    form_id uuid not null references form on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    seen_at timestamptz not null default now(),
    primary key (form_id, user_id)
  )`.execute(database);
  await sql`create index form_editor_of_user on form_editor (user_id)`.execute(database);
}
