/** The audit log, which the database itself protects from change (docs/decisions/0014). */
export const audit = [
  // No reference to a hub, an account or a target: an entry outlives all of them, so it holds their names as they were.
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
    -- The private space or item that the entry is about: shown only to who may see it.
    scope_id uuid,
    -- Whether the hub's admins could see the target when it happened: decides once the target itself is deleted.
    was_open boolean not null default true,
    details jsonb not null default '{}',
    address text not null default '',
    user_agent text not null default '',
    created_at timestamptz not null default now()
  )`,
  'create index audit_entry_of_hub on audit_entry (hub_id, created_at desc, id desc)',
  'create index audit_entry_of_actor on audit_entry (hub_id, actor_id, created_at desc)',
  'create index audit_entry_of_target on audit_entry (target_id, created_at desc)',
  'create index audit_entry_of_action on audit_entry (hub_id, action, created_at desc, id desc)',
  `create index audit_entry_words on audit_entry using gin
    (hub_id, lower(actor_name || ' ' || actor_email || ' ' || target_name || ' ' || coalesce(details ->> 'person', ''))
      gin_trgm_ops)`,

  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
  end $$`,
  `create trigger audit_entry_is_kept before update or truncate on audit_entry
    for each statement execute function refuse_change()`,
  // Entries are deleted once their hub is, and never before. The function names the table's own schema, so that no
  // search path can put another table of that name before it.
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
  // Also where a session claims to be a replica, in which ordinary triggers do not run.
  'alter table audit_entry enable always trigger audit_entry_is_kept',
  'alter table audit_entry enable always trigger audit_entry_outlives_no_hub',
  // A role that is no superuser has no such privilege either, though it owns the table.
  'revoke update, truncate on audit_entry from current_user, public',

  // Actions that outsiders may repeat: after the first entry they are counted for an hour, instead of an entry each.
  `create table audit_repeat (
    -- Hub, action, target and account; all who are signed out count as one account.
    key text primary key,
    hub_id uuid not null references hub on delete cascade,
    count integer not null default 0,
    ends_at timestamptz not null,
    -- The last one, and who did it.
    event jsonb not null
  )`,
  'create index audit_repeat_ended on audit_repeat (ends_at)',
];
