import { type Kysely, sql } from 'kysely';

/** Groups of people of a hub, who is in them, and what they are granted. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table hub_group (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    name text not null,
    description text not null default '',
    -- Whoever of the hub has a verified address at one of these is in the group too.
    join_domains text[] not null default '{}',
    -- No reference: a group outlives the account of who created it.
    created_by uuid not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`.execute(database);
  await sql`create unique index hub_group_name on hub_group (hub_id, lower(name))`.execute(database);
  await sql`create table group_member (
    group_id uuid not null references hub_group on delete cascade,
    user_id uuid not null,
    hub_id uuid not null,
    added_by uuid,
    created_at timestamptz not null default now(),
    primary key (group_id, user_id),
    -- Whoever leaves the hub, or is removed from it, leaves its groups.
    foreign key (hub_id, user_id) references membership on delete cascade
  )`.execute(database);
  await sql`create index group_member_of_user on group_member (user_id, hub_id)`.execute(database);
  await sql`create table group_grant (
    group_id uuid not null references hub_group on delete cascade,
    space_id uuid references space on delete cascade,
    item_id uuid references item on delete cascade,
    form_id uuid references form on delete cascade,
    role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
    added_by uuid,
    created_at timestamptz not null default now(),
    check (num_nonnulls(space_id, item_id, form_id) = 1)
  )`.execute(database);
  await sql`create unique index group_grant_thing on group_grant (group_id, coalesce(space_id, item_id, form_id))`.execute(
    database,
  );
  for (const kind of ['space', 'item', 'form']) {
    const column = sql.ref(`${kind}_id`);
    await sql`create index ${sql.id(`group_grant_of_${kind}`)} on group_grant (${column}) where ${column} is not null`.execute(
      database,
    );
  }
  // Who is in a group at this moment: by name, or by a verified address.
  await sql`create view group_person as
    select hub_id, group_id, user_id from group_member
    union
    select membership.hub_id, hub_group.id, membership.user_id
    from membership
      join hub_group on hub_group.hub_id = membership.hub_id and hub_group.join_domains <> '{}'
      join app_user on app_user.id = membership.user_id and app_user.is_email_verified
        and split_part(app_user.email_key, '@', 2) = any(hub_group.join_domains)`.execute(database);
}
