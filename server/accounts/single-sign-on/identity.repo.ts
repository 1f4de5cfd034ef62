import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';

type Either = Database | Transaction;

/** Whom the provider knows an account as; not confirmed until the account's owner proved that it is theirs. */
export type Identity = {
  id: string;
  user_id: string;
  issuer: string;
  email: string;
  created_at: Date;
  last_used_at: Date;
  confirmed_at: Date | null;
};

const COLUMNS = ['id', 'user_id', 'issuer', 'email', 'created_at', 'last_used_at', 'confirmed_at'] as const;

export function identityOfSubject(
  database: Either,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<Identity | undefined> {
  return database
    .selectFrom('identity')
    .select(COLUMNS)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export function identityById(database: Either, id: string): Promise<Identity | undefined> {
  return database.selectFrom('identity').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The confirmed identities of an account, oldest first. */
export function identitiesOf(database: Either, userId: string): Promise<Identity[]> {
  return database
    .selectFrom('identity')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Notes an identity of an account; one that waits for its confirmation at another account moves to this one. */
export async function putIdentity(
  trx: Transaction,
  identity: { userId: string; issuer: string; subject: string; email: string; isConfirmed: boolean },
): Promise<string> {
  const values = {
    user_id: identity.userId,
    email: identity.email,
    confirmed_at: identity.isConfirmed ? new Date() : null,
  };
  const { id } = await trx
    .insertInto('identity')
    .values({ id: newId(), issuer: identity.issuer, subject: identity.subject, ...values })
    .onConflict((on) =>
      on
        .columns(['issuer', 'subject'])
        .doUpdateSet({ ...values, created_at: sql`now()`, last_used_at: sql`now()` })
        .where('identity.confirmed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function confirmIdentity(trx: Transaction, id: string): Promise<void> {
  await trx
    .updateTable('identity')
    .set({ confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where('id', '=', id)
    .execute();
}

/** Notes that an identity was used, with the address that the provider has now. */
export async function touchIdentity(trx: Transaction, id: string, email: string | null): Promise<void> {
  await trx
    .updateTable('identity')
    .set({ last_used_at: sql`now()`, ...(email === null ? {} : { email }) })
    .where('id', '=', id)
    .execute();
}

/** Removes an identity of an account; false where it has none with this id. */
export async function deleteIdentity(database: Either, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('identity')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether another person of the provider is connected with an account. */
export async function hasOtherIdentity(
  trx: Either,
  { userId, issuer, subject }: { userId: string; issuer: string; subject: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from identity where user_id = ${userId} and issuer = ${issuer} and subject <> ${subject}
      and confirmed_at is not null`.execute(trx);
  return rows.length > 0;
}
