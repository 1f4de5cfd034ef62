import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { activeLinksOfRequest } from '#server/access/links/request-links.ts';
import type { LinkPrincipal } from '#server/access/policy/principals.ts';
import { sessionIdOf } from '#server/platform/crypto/token.ts';
import { createBatchLoader } from '#server/platform/database/batch-loader.ts';
import { sessionExpired, unauthenticated } from '#server/platform/http/api-error.ts';
import { readCookie, SESSION_COOKIE } from '#server/platform/http/cookie.ts';
import { isSameOrigin } from '#server/platform/http/same-origin.ts';
import type { Services } from '#server/platform/services.ts';
import { sessionEndReason, touchSession } from './session.repo.ts';

/** Who sent a request, and from where: an account by one of its sessions, or a visitor. */
export type Caller = {
  user: { id: string; email: string; isEmailVerified: boolean; activeHubId: string | null } | null;
  sessionId: string | null;
  /** The active share links that the caller holds. */
  links: readonly LinkPrincipal[];
  /** The client's address (as trusted proxies report it) and its browser's or program's own name. */
  origin: { address: string; userAgent: string };
};

/** A session in use is noted this often, in seconds: not a write for every read. */
const SEEN_SECONDS = 600;

/** Maximum stored bytes of a client's user agent. */
const USER_AGENT_MAX = 400;

/** Where a request was sent from. */
export function originOf(request: FastifyRequest): Caller['origin'] {
  return { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX) };
}

/** Which uses of the session cookie a route accepts. */
export type CookieUse = boolean | 'download';

export type CallerOptions = {
  cookie: CookieUse;
  linkCookie?: boolean;
  /** The request was posted by a page of this app, without a script. */
  ownPage?: boolean;
};

function tokenOf(request: FastifyRequest, { cookie, ownPage }: CallerOptions): string | null {
  const { authorization } = request.headers;
  if (authorization) {
    const [scheme, token] = authorization.split(' ');
    if (scheme !== 'JWT' || !token)
      throw unauthenticated('The Authorization header must be “JWT” and a token.');
    return token;
  }
  const isPosted = ownPage === true && isSameOrigin(request.headers);
  const isRead = cookie && request.method === 'GET' && isSameSite(request);
  if (isPosted || (isRead && !(cookie === 'download' && isEmbedded(request))))
    return readCookie(request.headers, SESSION_COOKIE);
  return null;
}

/** What `<img>` and downloads send: from the site's own pages, or by an address that was typed. */
function isSameSite(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'same-site' || isSameOrigin(request.headers);
}

/**
 * What a page requests by itself to show it (Fetch Metadata): no user chose that, and texts of others may
 * contain pictures.
 */
const EMBEDDED = new Set('audio embed font frame iframe image object script style track video'.split(' '));

/**
 * Whether it is such a request; browsers that send no Fetch Metadata over plain HTTP send the picture types
 * they accept.
 */
function isEmbedded({ headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'];
  if (typeof destination === 'string') return EMBEDDED.has(destination);
  return /^(?:image|video|audio)\//.test(headers.accept ?? '');
}

/** An active session with its account. */
export type SessionRow = {
  session_id: string;
  id: string;
  email: string;
  is_email_verified: boolean;
  active_hub_id: string | null;
  is_stale: boolean;
};

/** Of `session` and its `app_user`. */
export const SESSION_COLUMNS = sql`session.id as session_id, app_user.id, app_user.email, app_user.is_email_verified,
  app_user.active_hub_id, session.last_seen_at < now() - make_interval(secs => ${SEEN_SECONDS}) as is_stale`;

const sessionById = createBatchLoader<string, SessionRow>(async (database, ids) => {
  const { rows } = await sql<SessionRow>`
    select ${SESSION_COLUMNS} from session join app_user on app_user.id = session.user_id
    where session.id = any(${ids}::uuid[]) and session.expires_at > now()`.execute(database);
  const found = new Map(rows.map((row) => [row.session_id, row]));
  return ids.map((id) => found.get(id));
});

/** Loads a session that has not ended, in a batch with others; `links` are the active ones that its request holds. */
type SessionLoader<Row> = (
  database: Services['database'],
  sessionId: string,
  links: readonly LinkPrincipal[],
) => Promise<Row | undefined>;

/**
 * The caller of a request by its `Authorization` header, or, where the route allows it, the session's cookie.
 * The session is read each time, so that a revoked one stops working immediately. With `linkCookie`, the
 * site's own pages also write by the links that their visitor opened: what a form accepts from anybody. With
 * `ownPage`, the session's cookie is accepted for what such a page posts. A cookie with an ended session, or
 * with none, is treated as no cookie.
 * @throws ApiError 401 when the sent token is not, or no longer, a session's.
 */
export async function callerOf(
  services: Services,
  request: FastifyRequest,
  options: CallerOptions,
): Promise<Caller> {
  return (await callerBySession(services, request, options, sessionById)).caller;
}

/** The same, with the row of the session where there is one: `load` may find more than the session by its statement. */
export async function callerBySession<Row extends SessionRow>(
  services: Services,
  request: FastifyRequest,
  options: CallerOptions,
  load: SessionLoader<Row>,
): Promise<{ caller: Caller; row: Row | null }> {
  const token = tokenOf(request, options);
  const takesCookie =
    (request.method === 'GET' && isSameSite(request)) ||
    (options.linkCookie === true && isSameOrigin(request.headers));
  const links = await activeLinksOfRequest(services, request, takesCookie);
  const anybody: Caller = { user: null, sessionId: null, links, origin: originOf(request) };
  if (!token) return { caller: anybody, row: null };
  const sessionId = await sessionIdOf(services.signingKey, token);
  const row = sessionId ? await load(services.database, sessionId, links) : undefined;
  if (!row) {
    if (!request.headers.authorization) return { caller: anybody, row: null };
    throw sessionExpired(sessionId ? await sessionEndReason(services.database, sessionId) : 'ended');
  }
  if (sessionId && row.is_stale) await touchSession(services.database, sessionId);
  return { caller: { user: userOf(row), sessionId, links, origin: anybody.origin }, row };
}

const userOf = (row: SessionRow): NonNullable<Caller['user']> => ({
  id: row.id,
  email: row.email,
  isEmailVerified: row.is_email_verified,
  activeHubId: row.active_hub_id,
});

/**
 * Who opens a socket, by the session's token or cookie and the links opened in this browser; a page of
 * another site is nobody. Asked again with the same request, it says who it is now.
 */
export async function callerOfUpgrade(
  services: Pick<Services, 'database' | 'signingKey'>,
  request: IncomingMessage,
): Promise<Caller | null> {
  const { headers } = request;
  if (!isSameOrigin(headers)) return null;
  const [scheme, credentials] = headers.authorization?.split(' ') ?? [];
  const token = scheme === 'JWT' && credentials ? credentials : readCookie(headers, SESSION_COOKIE);
  const sessionId = token ? await sessionIdOf(services.signingKey, token) : null;
  const row = sessionId ? await sessionById(services.database, sessionId) : undefined;
  const origin = {
    address: request.socket.remoteAddress ?? '',
    userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  };
  const links = await activeLinksOfRequest(services, request, true);
  if (!row) return { user: null, sessionId: null, links, origin };
  return { user: userOf(row), sessionId, links, origin };
}
