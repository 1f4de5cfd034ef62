import { sql } from 'kysely';
import type { HubRole } from '#lib/access/roles.ts';
import type { MembersQuery } from '#lib/contract/member.ts';
import { normalizedEmail } from '#lib/text/email.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

type Either = Database | Transaction;

/**
 * Locks a hub and the roles of its members, shared: nobody changes them until the transaction ends.
 * @returns false for a deleted hub.
 */
export async function lockMembersShared(trx: Transaction, hubId: string): Promise<boolean> {
  const { rows } = await sql`select from hub where id = ${hubId} and deleted_at is null for share`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Locks a hub's members exclusively, to change their roles: one such change at a time, and nobody joins
 * meanwhile.
 * @returns false for a deleted hub.
 */
export async function lockMembersExclusive(trx: Transaction, hubId: string): Promise<boolean> {
  const { rows } = await sql`
    select from hub where id = ${hubId} and deleted_at is null for no key update`.execute(trx);
  return rows.length > 0;
}

/** The name of an account, or its address where it has none. */
export async function accountName(database: Either, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
    from app_user where id = ${userId}`.execute(database);
  return rows[0]?.name ?? '';
}

/** Used in mails for users who gave no name. */
export const UNNAMED_MEMBER = 'Somebody';

/**
 * The name of an account in mails. These also go to guests and to people outside the hub, so that an address
 * never replaces a missing name.
 */
export async function accountNameForMail(database: Either, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from app_user where id = ${userId}`.execute(database);
  return rows[0]?.name || UNNAMED_MEMBER;
}

/** The names of those among some accounts who belong to a hub, by their ids. */
export async function memberNames(
  database: Either,
  hubId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select person.id, trim(first_name || ' ' || last_name) as name
    from membership join app_user person on person.id = membership.user_id
    where membership.hub_id = ${hubId} and person.id = any(${[...ids]}::uuid[])`.execute(database);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The names of those among some accounts who belong to a hub, or did: of who left, the name that they had then. Accounts that
 * never were in it are not named, even to callers who know their ids.
 */
export async function namesInHub(
  database: Either,
  hubId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(await memberNames(database, hubId, ids));
  const others = ids.filter((id) => !names.has(id));
  if (others.length === 0) return names;
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct on (target_id) target_id as id, target_name as name from audit_entry
    where target_id = any(${others}::uuid[]) and hub_id = ${hubId} and action in ('member.left', 'member.removed')
    order by target_id, created_at desc`.execute(database);
  for (const { id, name } of rows) names.set(id, name);
  return names;
}

/** Whether an account is only a guest, who sees the names of members, without addresses. */
export async function isHubGuest(database: Either, hubId: string, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('membership')
    .select('role')
    .where('hub_id', '=', hubId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined || row.role === 'guest';
}

/** The account of an address, if it belongs to the hub (also while suspended). */
export async function memberByAddress(
  database: Either,
  hubId: string,
  email: string,
): Promise<string | null> {
  const row = await database
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('membership.user_id')
    .where('membership.hub_id', '=', hubId)
    .where('app_user.email_key', '=', normalizedEmail(email))
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** A member of a hub. */
export type MemberRow = {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  profile_role: string | null;
  avatar_sha256: string | null;
  role: HubRole;
  suspended_at: Date | null;
  joined_at: Date;
  last_seen_at: Date | null;
  groups: { id: string; name: string }[];
};

const COLUMNS = sql.raw(
  `membership.user_id, person.email, person.first_name, person.last_name, person.profile_role, person.avatar_sha256,
   membership.role, membership.suspended_at, membership.joined_at, membership.last_seen_at,
   (select coalesce(jsonb_agg(jsonb_build_object('id', hub_group.id, 'name', hub_group.name)
       order by lower(hub_group.name), hub_group.id), '[]')
     from group_person joined join hub_group on hub_group.id = joined.group_id
     where joined.hub_id = membership.hub_id and joined.user_id = membership.user_id) as groups`,
);

const NAME = "lower(coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.email))";
const RANK = "array_position(array['owner','admin','member','guest'], membership.role)";

const ORDER: Record<NonNullable<MembersQuery['sort']>, string> = {
  name: NAME,
  '-name': `${NAME} desc`,
  role: `${RANK}, ${NAME}`,
  '-role': `${RANK} desc, ${NAME}`,
  joined_at: 'membership.joined_at',
  '-joined_at': 'membership.joined_at desc',
  last_seen_at: 'membership.last_seen_at nulls first',
  '-last_seen_at': 'membership.last_seen_at desc nulls last',
};

/** A page of a hub's members whose name or address contains `q`, and their total number. */
export async function membersOf(
  database: Either,
  hubId: string,
  { page, page_size, sort = 'name', ...query }: MembersQuery,
): Promise<{ members: MemberRow[]; count: number }> {
  const [q, role, state] = [query.q ?? null, query.role ?? null, query.state ?? null];
  const emails = query.emails?.map(normalizedEmail) ?? null;
  const wanted = sql`
    from membership join app_user person on person.id = membership.user_id
    where membership.hub_id = ${hubId}
      and (${q}::text is null or strpos(lower(person.first_name || ' ' || person.last_name), lower(${q})) > 0
        or strpos(lower(person.email), lower(${q})) > 0)
      and (${role}::text is null or membership.role = ${role})
      and (${state}::text is null or (membership.suspended_at is not null) = (${state} = 'suspended'))
      and (${emails}::text[] is null or (person.email_key = any(${emails}::text[]) and person.is_email_verified))`;
  const [{ rows: members }, { rows: counted }] = await Promise.all([
    sql<MemberRow>`select ${COLUMNS} ${wanted} order by ${sql.raw(ORDER[sort])}, membership.user_id
      limit ${page_size} offset ${(page - 1) * page_size}`.execute(database),
    sql<{ count: number }>`select count(*) ${wanted}`.execute(database),
  ]);
  return { members, count: counted[0]?.count ?? 0 };
}

export async function memberById(
  database: Either,
  hubId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select ${COLUMNS} from membership join app_user person on person.id = membership.user_id
    where membership.hub_id = ${hubId} and membership.user_id = ${userId}`.execute(database);
  return rows[0];
}

/** Whether another user owns the hub and can act. */
export async function hasOtherOwner(database: Either, hubId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from membership where hub_id = ${hubId} and user_id <> ${userId}
      and role = 'owner' and suspended_at is null limit 1`.execute(database);
  return rows.length > 0;
}

export async function setMemberRole(
  trx: Transaction,
  { hubId, userId, role }: { hubId: string; userId: string; role: HubRole },
): Promise<void> {
  await trx
    .updateTable('membership')
    .set({ role })
    .where('hub_id', '=', hubId)
    .where('user_id', '=', userId)
    .execute();
}

export async function setSuspended(
  trx: Transaction,
  { hubId, userId, suspended }: { hubId: string; userId: string; suspended: boolean },
): Promise<void> {
  await trx
    .updateTable('membership')
    .set({ suspended_at: suspended ? sql<Date>`now()` : null })
    .where('hub_id', '=', hubId)
    .where('user_id', '=', userId)
    .execute();
}

/** Switches a user who lost access to this hub to the next one of theirs, if there is one. */
export async function clearActiveHub(trx: Transaction, hubId: string, userId: string): Promise<void> {
  await sql`update app_user set active_hub_id = (
      select m.hub_id from membership m join hub on hub.id = m.hub_id and hub.deleted_at is null
      where m.user_id = app_user.id and m.hub_id <> ${hubId} and m.suspended_at is null
      order by m.joined_at limit 1)
    where id = ${userId} and active_hub_id = ${hubId}`.execute(trx);
}
