import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { sql } from 'kysely';
import { type WebSocket, WebSocketServer } from 'ws';
import { SHARE_LINK_COOKIE, SHARE_LINK_COOKIE_SEPARATOR } from '#lib/contract/share-link.ts';
import { passwordFingerprint, verifyLinkPass } from '#server/access/links/link-pass.ts';
import { activeLinks } from '#server/access/links/share-link.repo.ts';
import { isId } from '#server/platform/database/id.ts';
import { readCookie } from '#server/platform/http/cookie.ts';
import { isSameOrigin } from '#server/platform/http/same-origin.ts';
import { refuseUpgrade } from '#server/platform/http/upgrades.ts';
import type { ChangeEvents } from '#server/platform/realtime/change-events.ts';
import type { Services } from '#server/platform/services.ts';

/** Why the server ended the socket of a link's holder (RFC 6455 §7.4.2). */
export const LINK_CLOSE_CODES = { ended: 4404, writes: 4405, tooMany: 4429 } as const;

/** Open pages of one link; its holder needs few. */
const PER_LINK = 200;

/** Links are checked this often, and soon after something changed in their hub. */
const HEARTBEAT_MS = 30_000;
const GATHER_MS = 40;
/** The longest delay that a timer supports. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type Holder = {
  socket: WebSocket;
  linkId: string;
  /** Of the password that the holder entered. */
  mark: string;
  hubId: string;
  isAlive: boolean;
  expiry: NodeJS.Timeout | null;
};

/** Sockets of pages that a share link opened: they send one event, that the link was revoked. */
export type LinkSockets = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, linkId: string): void;
  close(): void;
};

/** What sockets need of the process. */
export type SocketServices = Pick<Services, 'database' | 'log' | 'signingKey'> & {
  changeEvents: Pick<ChangeEvents, 'subscribe'>;
};

/** The pass that a browser has for this link, in the cookie of the link's page. */
async function passFor(services: SocketServices, request: IncomingMessage, linkId: string) {
  const tokens = readCookie(request.headers, SHARE_LINK_COOKIE)?.split(SHARE_LINK_COOKIE_SEPARATOR) ?? [];
  const passes = await Promise.all(tokens.map((token) => verifyLinkPass(services.signingKey, token)));
  return passes.find((pass) => pass?.linkId === linkId) ?? null;
}

/**
 * Opens sockets for holders of a share link, and closes them when the link is revoked, expires or gets
 * another password, when its resource is deleted, or when its creator may not share it any more.
 */
export function createLinkSockets(services: SocketServices): LinkSockets {
  const { database, log, changeEvents } = services;
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024, clientTracking: false });
  const holders = new Set<Holder>();
  let hubs = new Set<string>();
  let waiting: NodeJS.Timeout | null = null;
  let closed = false;
  const complain = (error: unknown) => log.error({ err: error }, 'share links could not be asked for');

  async function closeRevoked(some: readonly Holder[]): Promise<void> {
    if (some.length === 0) return;
    const links = await activeLinks(database, [...new Set(some.map(({ linkId }) => linkId))]);
    const markOf = new Map(links.map(({ id, password_hash }) => [id, passwordFingerprint(password_hash)]));
    for (const one of some) {
      if (markOf.get(one.linkId) !== one.mark)
        one.socket.close(LINK_CLOSE_CODES.ended, 'The link has ended.');
    }
  }

  function askSoon(hubId: string): void {
    hubs.add(hubId);
    waiting ??= setTimeout(() => {
      const affected = hubs;
      hubs = new Set();
      waiting = null;
      closeRevoked([...holders].filter((one) => affected.has(one.hubId))).catch(complain);
    }, GATHER_MS);
  }

  const unlisten = changeEvents.subscribe((all) => {
    const known = new Set([...holders].map(({ hubId }) => hubId));
    for (const one of all) {
      if ('hubId' in one) {
        if (known.has(one.hubId)) askSoon(one.hubId);
      } else if (one.about === 'account' && one.userId === null) for (const hubId of known) askSoon(hubId);
    }
  });
  const heartbeat = setInterval(() => {
    for (const one of holders) {
      if (one.isAlive) one.socket.ping();
      else one.socket.terminate();
      one.isAlive = false;
    }
    closeRevoked([...holders]).catch(complain);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  function track(one: Holder, expiresAt: Date | null): void {
    const { socket } = one;
    if ([...holders].filter(({ linkId }) => linkId === one.linkId).length >= PER_LINK) {
      socket.close(LINK_CLOSE_CODES.tooMany, 'Too many sockets of one link.');
      return;
    }
    holders.add(one);
    const left = expiresAt ? expiresAt.getTime() - Date.now() : null;
    if (left !== null && left < LONGEST_TIMER_MS) {
      one.expiry = setTimeout(() => closeRevoked([one]).catch(complain), Math.max(0, left) + 1);
      one.expiry.unref();
    }
    socket.on('close', () => {
      holders.delete(one);
      if (one.expiry) clearTimeout(one.expiry);
    });
    socket.on('error', () => socket.terminate());
    socket.on('message', () =>
      socket.close(LINK_CLOSE_CODES.writes, 'This socket tells; it does not listen.'),
    );
    socket.on('pong', () => {
      one.isAlive = true;
    });
    // What ended between the check and this line was reported to nobody.
    closeRevoked([one]).catch(complain);
  }

  async function admit(request: IncomingMessage, linkId: string) {
    if (!isSameOrigin(request.headers) || !isId(linkId)) return null;
    const pass = await passFor(services, request, linkId);
    if (!pass) return null;
    const { rows } = await sql<{ hub_id: string; expires_at: Date | null }>`
      select hub_id, expires_at from share_link where id = ${linkId}`.execute(database);
    return rows[0] ? { mark: pass.passwordMark, ...rows[0] } : null;
  }

  return {
    upgrade(request, raw, head, linkId) {
      admit(request, linkId)
        .then((found) => {
          if (closed || !found) {
            const status = closed ? '503 Service Unavailable' : '404 Not Found';
            refuseUpgrade(raw, status);
            return;
          }
          server.handleUpgrade(request, raw, head, (socket) => {
            const { mark, hub_id: hubId, expires_at: expiresAt } = found;
            track({ socket, linkId, mark, hubId, isAlive: true, expiry: null }, expiresAt);
          });
        })
        .catch((error) => {
          complain(error);
          raw.destroy();
        });
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      if (waiting) clearTimeout(waiting);
      unlisten();
      for (const { socket } of holders) socket.close(1001, 'The server stops.');
    },
  };
}
