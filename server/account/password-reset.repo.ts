import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';

const TOKEN_BYTES = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A new token for setting a password anew, kept as a hash; the ones before it end. */
export async function makeResetToken(
  database: Database | Transaction,
  userId: string,
  lifetimeSeconds: number,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await database.deleteFrom('password_reset').where('user_id', '=', userId).execute();
  await database
    .insertInto('password_reset')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      expires_at: new Date(Date.now() + lifetimeSeconds * 1000),
    })
    .execute();
  return token;
}

/** Whose token this is, while it can be used. */
export async function ownerOfResetToken(database: Database, token: string): Promise<string | null> {
  const row = await database
    .selectFrom('password_reset')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Uses a token up; of several who try at once, one gets the account's id. */
export async function takeResetToken(trx: Transaction, token: string): Promise<string | null> {
  const row = await trx
    .deleteFrom('password_reset')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}
