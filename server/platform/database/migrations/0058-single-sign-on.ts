import { type Kysely, sql } from 'kysely';

/** Identities of accounts at a provider of single sign-on, their claims, and groups' rules by them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table identity (
    id uuid primary key,
    user_id uuid not null references app_user on delete cascade,
    issuer text not null,
    subject text not null,
    -- As the provider said at the last sign-in.
    email text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    -- Null until the owner of the account has proved that it is theirs.
    confirmed_at timestamptz,
    unique (issuer, subject)
  )`.execute(database);
  await sql`create index identity_of_user on identity (user_id)`.execute(database);
  await sql`create table identity_claim (
    identity_id uuid not null references identity on delete cascade,
    name text not null,
    value text not null,
    primary key (identity_id, name, value)
  )`.execute(database);
  await sql`create index identity_claim_value on identity_claim (name, value)`.execute(database);
  await sql`create table group_claim (
    group_id uuid not null references hub_group on delete cascade,
    name text not null,
    value text not null,
    primary key (group_id, name, value)
  )`.execute(database);
  await sql`create index group_claim_value on group_claim (name, value)`.execute(database);
  // Who is in a group at this moment: by name, by a verified address, or by what the provider says about them.
  await sql`create or replace view group_person as
    select hub_id, group_id, user_id from group_member
    union
    select membership.hub_id, hub_group.id, membership.user_id
    from membership
      join hub_group on hub_group.hub_id = membership.hub_id and hub_group.join_domains <> '{}'
      join app_user on app_user.id = membership.user_id and app_user.is_email_verified
        and split_part(app_user.email_key, '@', 2) = any(hub_group.join_domains)
    union
    select membership.hub_id, hub_group.id, membership.user_id
    from membership
      join app_user on app_user.id = membership.user_id and app_user.is_email_verified
      join identity on identity.user_id = membership.user_id and identity.confirmed_at is not null
      join identity_claim on identity_claim.identity_id = identity.id
      join group_claim on group_claim.name = identity_claim.name and group_claim.value = identity_claim.value
      join hub_group on hub_group.id = group_claim.group_id and hub_group.hub_id = membership.hub_id`.execute(
    database,
  );
}
