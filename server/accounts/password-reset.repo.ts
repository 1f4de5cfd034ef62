import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

const TOKEN_BYTES = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

type Either = Database | Transaction;

/**
 * Creates a token for resetting a password, stored as a hash. One that the administrator hands over revokes
 * the earlier ones; mailed ones are valid side by side, since a user may open the first of two mails.
 */
export async function insertResetToken(
  database: Either,
  userId: string,
  { seconds, wasMailed }: { seconds: number; wasMailed: boolean },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  if (!wasMailed) await deleteResetTokens(database, userId);
  await database
    .insertInto('password_reset')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      expires_at: new Date(Date.now() + seconds * 1000),
      was_mailed: wasMailed,
    })
    .execute();
  return token;
}

export async function deleteResetTokens(database: Either, userId: string): Promise<void> {
  await database.deleteFrom('password_reset').where('user_id', '=', userId).execute();
}

/** Whether a token can be used. */
export async function isValidResetToken(database: Database, token: string): Promise<boolean> {
  const row = await database
    .selectFrom('password_reset')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses a token up; of several concurrent calls, one gets its user, and whether it was mailed to their
 * address.
 */
export async function consumeResetToken(
  trx: Transaction,
  token: string,
): Promise<{ userId: string; wasMailed: boolean } | null> {
  const row = await trx
    .deleteFrom('password_reset')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'was_mailed'])
    .executeTakeFirst();
  return row ? { userId: row.user_id, wasMailed: row.was_mailed } : null;
}
