import { type Kysely, sql } from 'kysely';

/** A hub that waits to be purged, and a log that is found fast, told by rights, and ends with its hub alone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  'alter table hub add column deleted_by uuid',
  'create index hub_deleted on hub (deleted_at) where deleted_at is not null',

  // Whether the hub's admins could see the thing when it happened: decides once the thing itself is gone.
  'alter table audit_entry add column was_open boolean not null default true',
  'create index audit_entry_of_action on audit_entry (hub_id, action, created_at desc, id desc)',
  `create index audit_entry_words on audit_entry using gin
    (hub_id, lower(actor_name || ' ' || actor_email || ' ' || target_name || ' ' || coalesce(details ->> 'person', ''))
      gin_trgm_ops)`,

  // Entries go when their hub is gone, and never before. The function names the table's own schema, so that no
  // search path can put another table of that name before it.
  'drop trigger audit_entry_is_kept on audit_entry',
  `create trigger audit_entry_is_kept before update or truncate on audit_entry
    for each statement execute function refuse_change()`,
  `create function refuse_while_hub_lives() returns trigger language plpgsql as $$
  declare
    lives boolean;
  begin
    execute format('select exists (select from %I.hub where id = $1)', tg_table_schema) into lives using old.hub_id;
    if lives then
      raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
    end if;
    return old;
  end $$`,
  `create trigger audit_entry_outlives_no_hub before delete on audit_entry
    for each row execute function refuse_while_hub_lives()`,
  // Also where a session pretends to be a replica, in which ordinary triggers rest.
  'alter table audit_entry enable always trigger audit_entry_is_kept',
  'alter table audit_entry enable always trigger audit_entry_outlives_no_hub',
  // A role that is no superuser has no such right either, though the table is its own.
  'revoke update, truncate on audit_entry from current_user, public',
];
