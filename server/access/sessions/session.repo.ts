import { sql } from 'kysely';
import { parseSessionEndReason, type SessionEndReason } from '#lib/contract/session-end.ts';
import { SESSION_SECONDS } from '#server/platform/crypto/token.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { newId } from '#server/platform/database/id.ts';

/** A device that is signed in. */
export type Session = {
  id: string;
  user_agent: string;
  address: string;
  created_at: Date;
  last_seen_at: Date;
};

const MAX_USER_AGENT = 300;

/** Opens a session of `userId`; returns its id, which the token contains. */
export async function insertSession(
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

/** Records that a session is in use, and extends its lifetime. */
export async function touchSession(database: Database, id: string): Promise<void> {
  await database
    .updateTable('session')
    .set({ last_seen_at: sql`now()`, expires_at: sql`now() + make_interval(secs => ${SESSION_SECONDS})` })
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

/** The active sessions of an account, last used first. */
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

/** The reason why a session was revoked. */
type EndedSession = Exclude<SessionEndReason, 'expired' | 'ended'>;

/** Of an ended session only the reason is stored, and for as long as `deleteEndedSessions` defines. */
const revokedValues = (reason: EndedSession) => ({
  expires_at: sql<Date>`now()`,
  ended_because: reason,
  user_agent: '',
  address: '',
});

/** Revokes one session of this account; false where it has no active session with that id. */
export async function revokeSession(
  database: Database | Transaction,
  { userId, id, reason }: { userId: string; id: string; reason: EndedSession },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('session')
    .set(revokedValues(reason))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes every session of an account, except the requester's. */
export async function revokeSessions(
  database: Database | Transaction,
  { userId, reason, except = null }: { userId: string; reason: EndedSession; except?: string | null },
): Promise<void> {
  const all = database
    .updateTable('session')
    .set(revokedValues(reason))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`);
  await (except ? all.where('id', '!=', except) : all).execute();
}

/** Why an inactive session ended. */
export async function sessionEndReason(database: Database, id: string): Promise<SessionEndReason> {
  const row = await database
    .selectFrom('session')
    .select('ended_because')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return 'ended';
  return row.ended_because === null ? 'expired' : (parseSessionEndReason(row.ended_because) ?? 'ended');
}

/** Days for which the end reason of a session is stored. */
const REASON_DAYS = 30;

/** Deletes ended sessions whose end reason has expired. */
export async function deleteEndedSessions(database: Database, signal: AbortSignal): Promise<void> {
  const isOver = sql`expires_at < now() - make_interval(days => ${REASON_DAYS})`;
  await deleteInBatches(database, 'session', isOver, signal);
}
