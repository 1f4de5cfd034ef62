import { type Kysely, sql } from 'kysely';

/** In whose name answers are mailed to a form's team. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  'alter table form add column notify_by uuid references app_user',
  // Lists that nobody wrote but who may read the answers: a hub's other admins change forms that they don't read.
  `update form set notify_by = created_by
    where jsonb_array_length(coalesce(settings -> 'notify', '[]')) > 0 and not exists (
      select from membership other
      where other.hub_id = form.hub_id and other.role in ('owner', 'admin') and other.user_id <> form.created_by)`,
];
