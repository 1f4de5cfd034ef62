import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  DOCUMENT_CLOSE_CODES,
  type DocumentMessage,
  decodeMessage,
  encodeMessage,
  MESSAGE_MAX,
  PRESENCE_MAX,
} from '#lib/documents/protocol.ts';
import { authorizeItem, itemAllowed } from '#server/access/policy/item-policy.ts';
import { type Caller, callerOfUpgrade } from '#server/access/sessions/caller.ts';
import { type ItemView, itemById } from '#server/items/item/item.repo.ts';
import { hubTenant, withTenant } from '#server/platform/database/tenant.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';
import type { Services } from '#server/platform/services.ts';
import { ActiveDocument, type Writer } from './active-document.ts';
import { openDocument } from './open-document.ts';
import { seesPeople } from './sees-people.ts';
import { nameOfUser } from './user-name.ts';

/** Open documents of one session, and pages of one document. */
const PER_SESSION = 30;
const PER_DOCUMENT = 200;
/** Documents that are open in this process. */
const DOCUMENTS_MAX = 2_000;
/** Sockets are pinged and their rights checked this often, and soon after something changed, in milliseconds. */
const HEARTBEAT_MS = 30_000;
const GATHER_MS = 40;
/** What a socket may be behind with, in bytes; then it is ended and comes back. */
const BUFFERED_MAX = 32 * 1024 ** 2;

type Needed = Pick<Services, 'database' | 'jobs' | 'changeEvents' | 'log' | 'extraction' | 'signingKey'>;

type Connected = Writer & {
  socket: WebSocket;
  request: IncomingMessage;
  caller: Caller;
  name: string;
  item: ItemView;
  hasAnswered: boolean;
};

type Admitted = { caller: Caller; item: ItemView; name: string; isTold: boolean };

const mayWrite = (item: ItemView) => itemAllowed(item).includes('item.change');

/** The sockets on which documents are written together. */
export type DocumentSockets = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
};

/** The item as the caller may see and read it now; null where they may not. */
async function readableItem(services: Needed, caller: Caller, id: string): Promise<ItemView | null> {
  const item = await itemById(services.database, caller, id);
  try {
    const readable = authorizeItem(item, 'item.download');
    return readable.kind === 'document' && readable.file_sha256 === null ? readable : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Opens sockets for those who may read a document; what they write is taken only from those who may change it,
 * checked again for everything that is written. A right that ends closes the socket at once.
 */
export function createDocumentSockets(services: Needed): DocumentSockets {
  const { log, changeEvents } = services;
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX, clientTracking: false });
  const documents = new Map<string, Promise<ActiveDocument | null>>();
  const opened = new Map<string, ActiveDocument>();
  const connected = new Set<Connected>();
  let doubtful = new Set<Connected>();
  let waiting: NodeJS.Timeout | null = null;
  let nextNumber = 1;
  let isClosed = false;

  const closeSocket = (one: Connected, code: keyof typeof DOCUMENT_CLOSE_CODES, reason: string) => {
    one.canWrite = false;
    one.socket.close(DOCUMENT_CLOSE_CODES[code], reason);
  };

  /** Asks anew what a page may; ends its socket where that is nothing. @returns whether it may write */
  async function recheck(one: Connected): Promise<boolean> {
    const caller = await callerOfUpgrade(services, one.request);
    if (!caller || (one.caller.user && !caller.user)) {
      closeSocket(one, 'signedOut', 'The session has ended.');
      return false;
    }
    const item = await readableItem(services, caller, one.item.id);
    if (!item) {
      closeSocket(one, 'gone', 'This document is not there for you.');
      return false;
    }
    const canWrite = mayWrite(item);
    if (canWrite !== one.canWrite) one.send(encodeMessage({ kind: 'access', canWrite }));
    one.canWrite = canWrite;
    one.seesPeople = await seesPeople(services.database, caller, item);
    one.caller = caller;
    one.item = item;
    return canWrite;
  }

  async function refusedWriters(writers: readonly Writer[]): Promise<ReadonlySet<Writer>> {
    const doubted = [...connected].filter((one) => writers.includes(one));
    const may = await Promise.all(doubted.map((one) => recheck(one)));
    const refused = new Set<Writer>(writers.filter((writer) => !doubted.includes(writer as Connected)));
    for (const [at, one] of doubted.entries()) {
      if (may[at]) continue;
      refused.add(one);
      closeSocket(one, 'readOnly', 'You can not change this document.');
    }
    return refused;
  }

  function doubt(some: Iterable<Connected>): void {
    for (const one of some) doubtful.add(one);
    if (doubtful.size === 0) return;
    waiting ??= setTimeout(() => {
      waiting = null;
      const doubted = doubtful;
      doubtful = new Set();
      for (const one of doubted)
        if (connected.has(one))
          withTenant(hubTenant(one.item.hub_id), () => recheck(one)).catch((error) => {
            log.error({ err: error }, 'the rights of an open document could not be checked');
          });
    }, GATHER_MS);
  }

  const unsubscribe = changeEvents.subscribe((events: readonly ChangeEvent[]) => {
    if (connected.size === 0) return;
    for (const event of events) {
      if (event.about === 'document') void opened.get(event.documentId)?.readNewUpdates();
      else if (event.about === 'account')
        doubt([...connected].filter(({ userId }) => event.userId === null || userId === event.userId));
      else {
        doubt([...connected].filter(({ item }) => item.hub_id === event.hubId));
        if (event.about === 'item') void opened.get(event.id)?.readNewUpdates();
      }
      // After a gap, what other processes wrote is not known either.
      if (event.about === 'account' && event.userId === null)
        for (const document of opened.values()) void document.readNewUpdates();
    }
  });

  const heartbeat = setInterval(() => {
    for (const one of connected) {
      if (one.hasAnswered) one.socket.ping();
      else one.socket.terminate();
      one.hasAnswered = false;
    }
    doubt(connected);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  async function activeDocument(item: ItemView): Promise<ActiveDocument | null> {
    const known = documents.get(item.id);
    if (known) return known;
    const opening = openDocument(services, item.id).then((stored) => {
      if (!stored) return null;
      const document = new ActiveDocument(
        services,
        { id: item.id, hubId: item.hub_id },
        stored,
        refusedWriters,
      );
      opened.set(item.id, document);
      // What was written elsewhere while it was read.
      void document.readNewUpdates();
      return document;
    });
    documents.set(item.id, opening);
    opening.catch(() => documents.delete(item.id));
    return opening;
  }

  function release(itemId: string, document: ActiveDocument): void {
    if (document.writers.size > 0 || opened.get(itemId) !== document) return;
    if (!document.isIdle) {
      // The last words of whoever left are still on their way to the database.
      setTimeout(() => release(itemId, document), GATHER_MS).unref();
      return;
    }
    document.close();
    opened.delete(itemId);
    documents.delete(itemId);
  }

  function receive(one: Connected, document: ActiveDocument, data: Buffer): void {
    let message: DocumentMessage;
    try {
      message = decodeMessage(data);
      if (message.kind === 'presence') message = ownPresence(one, message);
    } catch {
      closeSocket(one, 'unreadable', 'This is not a message of a document.');
      return;
    }
    withTenant(hubTenant(one.item.hub_id), () => {
      try {
        document.receive(one, message);
      } catch (error) {
        log.warn({ err: error }, 'a message of a document was refused');
        closeSocket(one, 'unreadable', 'This is not a message of a document.');
      }
    });
  }

  async function connect(
    socket: WebSocket,
    request: IncomingMessage,
    { caller, item, name, isTold }: Admitted,
  ) {
    let pending = 0;
    const one: Connected = {
      number: nextNumber,
      userId: caller.user?.id ?? null,
      canWrite: mayWrite(item),
      seesPeople: isTold,
      presence: null,
      socket,
      request,
      caller,
      item,
      name,
      hasAnswered: true,
      send(bytes) {
        if (socket.bufferedAmount > BUFFERED_MAX) socket.terminate();
        else socket.send(bytes);
      },
      hold(isHeld) {
        pending = isHeld ? pending + 1 : 0;
        // Whoever sends without pause is read at the pace of the database.
        if (pending > 64) socket.pause();
        else if (socket.isPaused) socket.resume();
      },
      close: (code) => closeSocket(one, code, 'The document is closed.'),
    };
    nextNumber += 1;
    connected.add(one);
    const early: Buffer[] = [];
    let document: ActiveDocument | null = null;
    socket.on('pong', () => {
      one.hasAnswered = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('message', (data: Buffer) => {
      if (document) receive(one, document, data);
      else if (early.length < 10) early.push(data);
    });
    socket.on('close', () => {
      connected.delete(one);
      if (!document) return;
      document.leave(one);
      release(item.id, document);
    });
    document = await activeDocument(item);
    if (!document) return closeSocket(one, 'gone', 'This document is not there for you.');
    if (socket.readyState !== socket.OPEN) return release(item.id, document);
    if (document.writers.size >= PER_DOCUMENT)
      return closeSocket(one, 'tooMany', 'Too many have this document open.');
    document.join(one);
    for (const data of early) receive(one, document, data);
    // What ended between the check and this line was reported to nobody.
    doubt([one]);
  }

  async function admit(request: IncomingMessage): Promise<Admitted | string> {
    if (isClosed || opened.size >= DOCUMENTS_MAX) return '503 Service Unavailable';
    const caller = await callerOfUpgrade(services, request);
    if (!caller) return '403 Forbidden';
    if (!caller.user && caller.links.length === 0) return '401 Unauthorized';
    // Whoever holds a link has no session: they are told apart by where they come from.
    const sessions = [...connected].filter(
      ({ caller: other }) =>
        other.sessionId === caller.sessionId &&
        (caller.sessionId !== null || other.origin.address === caller.origin.address),
    );
    if (sessions.length >= PER_SESSION) return '429 Too Many Requests';
    const id = new URL(request.url ?? '/', 'http://localhost').searchParams.get('id') ?? '';
    const item = await readableItem(services, caller, id);
    if (!item) return '404 Not Found';
    const name = await nameOfUser(services.database, caller.user?.id ?? null);
    return { caller, item, name, isTold: await seesPeople(services.database, caller, item) };
  }

  return {
    upgrade(request, raw, head) {
      raw.on('error', () => raw.destroy());
      admit(request)
        .then((admitted) => {
          if (typeof admitted === 'string') return refuse(raw, admitted);
          server.handleUpgrade(request, raw, head, (socket) => {
            withTenant(hubTenant(admitted.item.hub_id), () => connect(socket, request, admitted)).catch(
              (error) => {
                log.error({ err: error }, 'a document could not be opened');
                socket.close(1011, 'The document could not be opened.');
              },
            );
          });
        })
        .catch((error) => {
          log.error({ err: error }, 'a document could not be opened');
          refuse(raw, '500 Internal Server Error');
        });
    },
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      if (waiting) clearTimeout(waiting);
      unsubscribe();
      for (const { socket } of connected) socket.close(1001, 'The server stops.');
    },
  };
}

/** A cursor with the name of its account, whatever the page says. */
function ownPresence(
  one: Connected,
  message: DocumentMessage & { kind: 'presence' },
): DocumentMessage & { kind: 'presence' } {
  if (message.state === null) return message;
  if (message.state.length > PRESENCE_MAX) throw new RangeError('a cursor with too much to say');
  const state: unknown = JSON.parse(message.state);
  const cursor = typeof state === 'object' && state !== null && 'cursor' in state ? state.cursor : null;
  return {
    ...message,
    state: JSON.stringify({ cursor, user: { id: one.userId, name: one.name } }),
  };
}
