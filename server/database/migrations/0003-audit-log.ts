import { type Kysely, sql } from 'kysely';

/** Who did what to which, when, from where; kept by the database itself from being changed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // No reference to a hub, an account or a thing: an entry outlives all of them, so it holds their names as they were.
  `create table audit_entry (
    id uuid primary key,
    hub_id uuid not null,
    actor_id uuid,
    actor_name text not null default '',
    actor_email text not null default '',
    action text not null,
    target_kind text not null,
    target_id uuid,
    target_name text not null default '',
    -- The private space or item that the entry is about: told only to who may see it.
    scope_id uuid,
    details jsonb not null default '{}',
    address text not null default '',
    user_agent text not null default '',
    created_at timestamptz not null default now()
  )`,
  'create index audit_entry_of_hub on audit_entry (hub_id, created_at desc, id desc)',
  'create index audit_entry_of_actor on audit_entry (hub_id, actor_id, created_at desc)',
  'create index audit_entry_of_target on audit_entry (target_id, created_at desc)',

  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
  end $$`,
  `create trigger audit_entry_is_kept before update or delete or truncate on audit_entry
    for each statement execute function refuse_change()`,
];
