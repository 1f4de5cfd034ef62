import type { IncomingMessage } from 'node:http';
import { sessionIdOf } from '#server/platform/crypto/token.ts';
import { readCookie, SESSION_COOKIE } from '#server/platform/http/cookie.ts';
import { isSameOrigin } from '#server/platform/http/same-origin.ts';
import { listenerAccess } from './audience.ts';
import type { SocketServices } from './link-sockets.ts';

/** A member's socket: of which session, to which hub. */
export type AdmittedSocket = {
  sessionId: string;
  userId: string;
  hubId: string;
  /** Whether it replied to the last ping. */
  isAlive: boolean;
  /** For how many milliseconds before it was connected its page knows of no changes; null if it does not ask. */
  missedMs: number | null;
};

function tokenOf({ headers }: IncomingMessage): string | null {
  const [scheme, token] = headers.authorization?.split(' ') ?? [];
  return scheme === 'JWT' && token ? token : readCookie(headers, SESSION_COOKIE);
}

/** @returns what is known of a signed-in member's socket, or the HTTP status with which it is refused */
export async function admitSocket(
  { database, signingKey }: Pick<SocketServices, 'database' | 'signingKey'>,
  request: IncomingMessage,
): Promise<AdmittedSocket | string> {
  if (!isSameOrigin(request.headers)) return '403 Forbidden';
  const token = tokenOf(request);
  const sessionId = token && (await sessionIdOf(signingKey, token));
  if (!sessionId) return '401 Unauthorized';
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const handle = searchParams.get('hub') ?? '';
  const missed = searchParams.get('missed') ?? '';
  const missedMs = /^\d{1,12}$/.test(missed) ? Number(missed) : null;
  const hub = await database
    .selectFrom('hub')
    .select('id')
    .where((by) => by(by.fn('lower', ['handle']), '=', handle.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!hub) return '404 Not Found';
  const [standing] = await listenerAccess(database, [{ sessionId, hubId: hub.id }]);
  if (standing?.is === 'signed out') return '401 Unauthorized';
  if (standing?.is !== 'in') return '404 Not Found';
  return { sessionId, userId: standing.userId, hubId: hub.id, isAlive: true, missedMs };
}
