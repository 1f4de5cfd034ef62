import { type Kysely, sql } from 'kysely';

/** Acts of the audit log that outsiders may repeat: counted for an hour after the first, instead of an entry each. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table audit_repeat (
    -- Hub, act, thing and account; nobody in particular is one.
    key text primary key,
    hub_id uuid not null references hub on delete cascade,
    count integer not null default 0,
    ends_at timestamptz not null,
    -- The act as it was done last, and by whom.
    event jsonb not null
  )`,
  'create index audit_repeat_ended on audit_repeat (ends_at)',
];
