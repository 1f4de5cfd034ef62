import { type Selectable, sql, type Updateable } from 'kysely';
import type { HubRole } from '#lib/access/roles.ts';
import { normalizedEmail } from '#lib/text/email.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { notFound } from '#server/platform/http/api-error.ts';

type Either = Database | Transaction;
export type Account = Selectable<Schema['app_user']>;
export type AccountChange = Pick<
  Updateable<Schema['app_user']>,
  'first_name' | 'last_name' | 'about' | 'profile_role' | 'avatar_sha256'
>;

/** A hub as the account's screens name it. */
export type HubReference = { id: string; name: string; handle: string };
export type HubMembership = HubReference & { role: HubRole };

/** The account of an address in any of its spellings. */
export function accountByEmail(database: Either, email: string): Promise<Account | undefined> {
  return database
    .selectFrom('app_user')
    .selectAll()
    .where('email_key', '=', normalizedEmail(email))
    .executeTakeFirst();
}

export function accountById(database: Either, id: string): Promise<Account | undefined> {
  return database.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Makes an account, without a password for who signs in elsewhere; undefined when its address has one already. */
export function insertAccount(
  database: Either,
  account: { email: string; passwordHash: string | null; firstName: string; lastName: string },
): Promise<Account | undefined> {
  return database
    .insertInto('app_user')
    .values({
      id: newId(),
      email: account.email,
      email_key: normalizedEmail(account.email),
      password_hash: account.passwordHash,
      first_name: account.firstName,
      last_name: account.lastName,
    })
    .onConflict((on) => on.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updateAccount(database: Either, id: string, change: AccountChange): Promise<void> {
  await database
    .updateTable('app_user')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Sets the password of an account, or (with null) takes it away. */
export async function setPassword(database: Either, id: string, passwordHash: string | null): Promise<void> {
  await database
    .updateTable('app_user')
    .set({ password_hash: passwordHash, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function setEmailVerified(database: Either, id: string): Promise<void> {
  await database
    .updateTable('app_user')
    .set({ is_email_verified: true, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

const UNIQUE_VIOLATION = '23505';

/**
 * Changes an account's address to one that its user has verified or that can't be verified; false where
 * another account took it at the same time, which aborts the transaction.
 */
export async function setEmail(
  trx: Transaction,
  id: string,
  { email, isVerified }: { email: string; isVerified: boolean },
): Promise<boolean> {
  try {
    await trx
      .updateTable('app_user')
      .set({
        email,
        email_key: normalizedEmail(email),
        is_email_verified: isVerified,
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

export async function setActiveHub(database: Either, id: string, hubId: string | null): Promise<void> {
  await database.updateTable('app_user').set({ active_hub_id: hubId }).where('id', '=', id).execute();
}

/** The hubs that an account belongs to, in the order in which it joined them. */
export function hubMembershipsOf(database: Either, userId: string): Promise<HubMembership[]> {
  return database
    .selectFrom('membership')
    .innerJoin('hub', 'hub.id', 'membership.hub_id')
    .select(['hub.id', 'hub.name', 'hub.handle', 'membership.role'])
    .where('membership.user_id', '=', userId)
    .where('membership.suspended_at', 'is', null)
    .where('hub.deleted_at', 'is', null)
    .orderBy('membership.joined_at')
    .orderBy('hub.id')
    .execute();
}

/** The picture of a person, if `viewerId` is that person or shares a hub with them. */
export async function avatarFor(database: Database, id: string, viewerId: string): Promise<string | null> {
  const row = await database
    .selectFrom('app_user')
    .select('avatar_sha256')
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('id', '=', viewerId),
        where.exists(
          where
            .selectFrom('membership as theirs')
            .innerJoin('membership as own', 'own.hub_id', 'theirs.hub_id')
            .innerJoin('hub', (join) =>
              join.onRef('hub.id', '=', 'own.hub_id').on('hub.deleted_at', 'is', null),
            )
            .select('own.hub_id')
            .where('theirs.user_id', '=', id)
            .where('own.user_id', '=', viewerId)
            .where('theirs.suspended_at', 'is', null)
            .where('own.suspended_at', 'is', null),
        ),
      ]),
    )
    .executeTakeFirst();
  return row?.avatar_sha256 ?? null;
}

/** Hubs where this account is the only active owner, and how many others belong to them. */
export async function soleOwnedHubs(
  trx: Transaction,
  userId: string,
): Promise<{ hub_id: string; name: string; others: number }[]> {
  const { rows } = await sql<{ hub_id: string; name: string; others: number }>`
    select m.hub_id, h.name,
      (select count(*) from membership o where o.hub_id = m.hub_id and o.user_id <> m.user_id) as others
    from membership m join hub h on h.id = m.hub_id
    where m.user_id = ${userId} and m.role = 'owner' and h.deleted_at is null
      and not exists (
        select from membership o
        where o.hub_id = m.hub_id and o.user_id <> m.user_id and o.role = 'owner' and o.suspended_at is null
      )
    order by h.name
    for update of h`.execute(trx);
  return rows;
}

/** Data about the user alone, deleted with the account. */
const OF_THE_PERSON = [
  'session',
  'known_device',
  'password_reset',
  'email_proof',
  'second_factor',
  'recovery_code',
  'identity',
  'membership',
  'join_request',
] as const;

/**
 * Deletes an account: nobody can sign in, and no name is left. The row stays, because what the user made for
 * others still refers to it.
 */
export async function anonymizeAccount(trx: Transaction, id: string): Promise<void> {
  for (const table of OF_THE_PERSON) {
    await trx.deleteFrom(table).where('user_id', '=', id).execute();
  }
  await trx.deleteFrom('invite').where('invited_by', '=', id).where('ended_at', 'is', null).execute();
  const nowhere = `${id}@deleted.invalid`;
  await trx
    .updateTable('app_user')
    .set({
      email: nowhere,
      email_key: nowhere,
      password_hash: null,
      first_name: '',
      last_name: '',
      about: '',
      profile_role: null,
      avatar_sha256: null,
      is_email_verified: false,
      active_hub_id: null,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * The account of a signed-in caller.
 * @throws ApiError 404 where it was deleted.
 */
export async function requireAccount({ database }: { database: Database }, userId: string): Promise<Account> {
  const account = await accountById(database, userId);
  if (!account) throw notFound('This account');
  return account;
}
