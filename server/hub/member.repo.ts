import { sql } from 'kysely';
import { normalizedEmail } from '#lib/email.ts';
import type { Database, Transaction } from '../database/database.ts';

type Either = Database | Transaction;

/**
 * Keeps a hub there, and its people's roles as they are, until the transaction ends; others may hold them too.
 * @returns false for a hub that is gone.
 */
export async function holdPeople(trx: Transaction, hubId: string): Promise<boolean> {
  const { rows } = await sql`select from hub where id = ${hubId} and deleted_at is null for share`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Takes a hub's people for a change of their roles: one such change at a time, and nobody comes in meanwhile.
 * @returns false for a hub that is gone.
 */
export async function lockPeople(trx: Transaction, hubId: string): Promise<boolean> {
  const { rows } = await sql`
    select from hub where id = ${hubId} and deleted_at is null for no key update`.execute(trx);
  return rows.length > 0;
}

/** An account by name, or by address where it gave none. */
export async function nameOfAccount(database: Either, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
    from app_user where id = ${userId}`.execute(database);
  return rows[0]?.name ?? '';
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
