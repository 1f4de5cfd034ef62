import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import { newId } from '../database/id.ts';
import { SESSION_SECONDS } from './token.ts';

/** A device that is signed in. */
export type Session = {
  id: string;
  user_agent: string;
  address: string;
  created_at: Date;
  last_seen_at: Date;
};

const MAX_USER_AGENT = 300;

/** Opens a session of `userId`; returns its id, which the token carries. */
export async function openSession(
  database: Database | Transaction,
  session: { userId: string; userAgent: string; address: string },
): Promise<string> {
  const id = newId();
  await database
    .insertInto('session')
    .values({
      id,
      user_id: session.userId,
      user_agent: session.userAgent.slice(0, MAX_USER_AGENT),
      address: session.address,
      expires_at: new Date(Date.now() + SESSION_SECONDS * 1000),
    })
    .execute();
  return id;
}

/** Says that a session is in use, and lets it live on from now. */
export async function touchSession(database: Database, id: string): Promise<void> {
  await database
    .updateTable('session')
    .set({ last_seen_at: sql`now()`, expires_at: sql`now() + make_interval(secs => ${SESSION_SECONDS})` })
    .where('id', '=', id)
    .execute();
}

/** The sessions of an account that have not ended, last used first. */
export function sessionsOf(database: Database, userId: string): Promise<Session[]> {
  return database
    .selectFrom('session')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends one session of this account; false when it has none of that id. */
export async function endSession(
  database: Database | Transaction,
  userId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends every session of an account, but for the one that asks. */
export async function endSessions(
  database: Database | Transaction,
  userId: string,
  but: string | null = null,
): Promise<void> {
  const all = database.deleteFrom('session').where('user_id', '=', userId);
  await (but ? all.where('id', '!=', but) : all).execute();
}
