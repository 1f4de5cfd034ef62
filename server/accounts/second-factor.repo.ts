import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

type Either = Database | Transaction;

export type SecondFactor = { secret: string; used_step: number; confirmed_at: Date | null };

export function secondFactorOf(database: Either, userId: string): Promise<SecondFactor | undefined> {
  return database
    .selectFrom('second_factor')
    .select(['secret', 'used_step', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores an unconfirmed secret, replacing the previous one; false where a confirmed one exists. */
export async function insertPendingFactor(
  database: Either,
  userId: string,
  secret: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('second_factor')
    .values({ user_id: userId, secret })
    .onConflict((on) =>
      on
        .column('user_id')
        .doUpdateSet({ secret, used_step: 0, created_at: sql`now()` })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records that the code of this time step was used; false when it, or a later one, was used before. */
export async function consumeTotpStep(database: Either, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('second_factor')
    .set({ used_step: step })
    .where('user_id', '=', userId)
    .where('used_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Activates a secret; false where one is active already. */
export async function confirmSecondFactorRow(trx: Transaction, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factor')
    .set({ confirmed_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an account's second factor and its recovery codes; false when it had none. */
export async function deleteSecondFactor(trx: Transaction, userId: string): Promise<boolean> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores the hashes of new recovery codes; the previous codes become invalid. */
export async function setRecoveryCodes(trx: Transaction, userId: string, hashes: string[]): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses a recovery code up; of several concurrent calls, one succeeds. */
export async function consumeRecoveryCode(database: Either, userId: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('recovery_code')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(database: Either, userId: string): Promise<number> {
  const { left } = await database
    .selectFrom('recovery_code')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}
