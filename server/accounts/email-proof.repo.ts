import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

type Either = Database | Transaction;

/** Attempts after which a code is invalid, regardless of who made them. */
const MAX_TRIES = 10;

/** An address whose verification is pending. */
export type EmailProof = { email: string; sent_at: Date; expires_at: Date };

/** The address that an account has to verify, while its code is valid. */
export function emailProofOf(database: Either, userId: string): Promise<EmailProof | undefined> {
  return database
    .selectFrom('email_proof')
    .select(['email', 'created_at as sent_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Stores a new code; replaces the previous one and its address. */
export async function upsertEmailProof(
  database: Either,
  proof: { userId: string; email: string; codeHash: string; expiresAt: Date },
): Promise<void> {
  const values = { email: proof.email, code_hash: proof.codeHash, expires_at: proof.expiresAt };
  await database
    .insertInto('email_proof')
    .values({ user_id: proof.userId, ...values })
    .onConflict((on) => on.column('user_id').doUpdateSet({ ...values, tries: 0, created_at: sql`now()` }))
    .execute();
}

/** Counts an attempt on an account's code and returns its hash; undefined where there is no valid code. */
export async function countProofAttempt(database: Either, userId: string): Promise<string | undefined> {
  const row = await database
    .updateTable('email_proof')
    .set((update) => ({ tries: update('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', MAX_TRIES)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Uses a code up; of several concurrent calls, one gets the address that it verifies. */
export async function consumeEmailProof(
  trx: Transaction,
  userId: string,
  hash: string,
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('email_proof')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

export async function deleteEmailProof(database: Either, userId: string): Promise<void> {
  await database.deleteFrom('email_proof').where('user_id', '=', userId).execute();
}
