import { type Kysely, sql } from 'kysely';

/**
 * Forms are shared by name and by link as items are; a hub says how long its trash is kept; who asks to join is told of
 * once.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  'alter table pending_grant add column form_id uuid references form on delete cascade',
  'alter table pending_grant drop constraint pending_grant_check',
  'alter table pending_grant add check (num_nonnulls(space_id, item_id, form_id) = 1)',
  'drop index pending_grant_thing',
  `create unique index pending_grant_thing on pending_grant
    (invite_id, coalesce(space_id, item_id, form_id))`,
  'create index pending_grant_of_form on pending_grant (form_id) where form_id is not null',

  'alter table share_link alter column item_id drop not null',
  'alter table share_link add column form_id uuid references form on delete cascade',
  'alter table share_link add check (num_nonnulls(item_id, form_id) = 1)',
  // Nobody writes answers or fields by a link.
  `alter table share_link add check (form_id is null or role in ('viewer', 'commenter'))`,
  'create index share_link_of_form on share_link (form_id, created_at) where form_id is not null',

  'alter table hub add column trash_days integer not null default 30 check (trash_days between 1 and 365)',

  // When the hub's admins were written to of it.
  'alter table join_request add column told_at timestamptz',
];
