import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { type DocumentMessage, decodeMessage, MESSAGE_MAX } from '#lib/documents/protocol.ts';
import { DOCUMENT_SCHEMA } from '#lib/documents/socket-path.ts';
import { callerOfUpgrade } from '#server/access/sessions/caller.ts';
import { hubTenant, withTenant } from '#server/platform/database/tenant.ts';
import { refuseUpgrade, type Upgrade } from '#server/platform/http/upgrades.ts';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';
import type { Services } from '#server/platform/services.ts';
import type { ActiveDocument } from './active-document.ts';
import {
  type Admitted,
  type Connected,
  closeSocket,
  connectedWriter,
  ownPresence,
} from './connected-writer.ts';
import { EarlyMessages } from './early-messages.ts';
import { createOpenDocuments, type OpenDocuments } from './open-documents.ts';
import { seesPeople } from './sees-people.ts';
import { nameOfUser } from './user-name.ts';
import { createWriterAccess, readableItem, type WriterAccess } from './writer-access.ts';
import { createWritersNow } from './writers-now.ts';

/** Open documents of one session, and pages of one document. */
const PER_SESSION = 30;
const PER_DOCUMENT = 200;
/** Documents that are open in this process. */
const DOCUMENTS_MAX = 2_000;
/** Sockets are pinged and their rights checked this often, and soon after something changed, in milliseconds. */
const HEARTBEAT_MS = 30_000;

type Needed = Pick<Services, 'database' | 'jobs' | 'changeEvents' | 'log' | 'extraction' | 'signingKey'>;

/** The sockets on which documents are written together. */
export type DocumentSockets = {
  upgrade: Upgrade;
  close(): void;
};

const parametersOf = ({ url }: IncomingMessage): URLSearchParams =>
  new URL(url ?? '/', 'http://localhost').searchParams;

/** Whether a page knows all that a document can have; the first ones did not say so. */
const knowsSchema = (request: IncomingMessage): boolean =>
  Number(parametersOf(request).get('schema') ?? '1') >= DOCUMENT_SCHEMA;

/** What a page that opens a document's socket early (`all=1`) would ask for first. */
const HAVE_NOTHING: DocumentMessage = { kind: 'have', vector: new Uint8Array([0]) };

/** Passes change events on: to documents that others wrote in, and to the check of rights. */
function followChangeEvents(
  connected: ReadonlySet<Connected>,
  documents: OpenDocuments,
  access: WriterAccess,
): (events: readonly ChangeEvent[]) => void {
  return (events) => {
    if (connected.size === 0) return;
    for (const event of events) {
      if (event.about === 'document') documents.readNewUpdates(event.documentId);
      else if (event.about === 'presence') documents.receivePresence(event);
      else if (event.about === 'account')
        access.recheckSoon(
          [...connected].filter(({ userId }) => event.userId === null || userId === event.userId),
        );
      else if (event.about === 'people')
        access.recheckSoon([...connected].filter(({ item }) => item.hub_id === event.hubId));
      else if (event.about === 'space')
        access.recheckSoon([...connected].filter(({ item }) => item.space_id === event.id));
      else if (event.about === 'item') {
        access.recheckBelow(event.hubId, event.id);
        documents.readNewUpdates(event.id);
      }
      // Comments, cursors, forms and their answers change nobody's rights.
      // After a gap, what other processes wrote is not known either.
      if (event.about === 'account' && event.userId === null) documents.readNewUpdates();
    }
  };
}

/** Removes the sockets that have closed, and checks the rights of the others, again and again. */
function startHeartbeat(connected: ReadonlySet<Connected>, access: WriterAccess): NodeJS.Timeout {
  const heartbeat = setInterval(() => {
    for (const one of connected) {
      if (one.isAlive) one.socket.ping();
      else one.socket.terminate();
      one.isAlive = false;
    }
    access.recheckSoon(connected);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return heartbeat;
}

/** The sockets of a session. Anybody who has a link has no session: they are distinguished by where they come from. */
const socketsOf = (connected: Iterable<Connected>, { sessionId, origin }: Connected['caller']) =>
  [...connected].filter(
    ({ caller }) =>
      caller.sessionId === sessionId && (sessionId !== null || caller.origin.address === origin.address),
  );

/**
 * Opens sockets for those who may read a document; what they write is taken only from those who may change it,
 * checked again for everything that is written. A right that ends closes the socket at once.
 */
export function createDocumentSockets(services: Needed): DocumentSockets {
  const { log } = services;
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX, clientTracking: false });
  const connected = new Set<Connected>();
  const access = createWriterAccess(services, connected);
  const documents = createOpenDocuments(services, access.refusedWriters);
  const writersNow = createWritersNow(services);
  const unsubscribe = services.changeEvents.subscribe(followChangeEvents(connected, documents, access));
  const heartbeat = startHeartbeat(connected, access);
  let nextNumber = 1;
  let isClosed = false;

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
        if (message.kind === 'presence') writersNow.note(one);
      } catch (error) {
        log.warn({ err: error }, 'a message of a document was refused');
        closeSocket(one, 'unreadable', 'This is not a message of a document.');
      }
    });
  }

  async function connect(socket: WebSocket, request: IncomingMessage, admitted: Admitted) {
    // Before anything else: a broken frame is an error also of a socket that is being closed.
    socket.on('error', () => socket.terminate());
    const { item } = admitted;
    const one = connectedWriter(socket, request, admitted, nextNumber);
    nextNumber += 1;
    if (!knowsSchema(request)) return closeSocket(one, 'outdated', 'Reload the page.');
    connected.add(one);
    const early = new EarlyMessages();
    let document: ActiveDocument | null = null;
    socket.on('pong', () => {
      one.isAlive = true;
    });
    socket.on('message', (data: Buffer) => {
      // What a page sends after its end, which it may not know of yet, is nobody's any more.
      if (socket.readyState !== socket.OPEN) return;
      if (document) receive(one, document, data);
      else if (!early.take(data)) closeSocket(one, 'tooOften', 'Wait until the document is there.');
    });
    socket.on('close', () => {
      connected.delete(one);
      writersNow.note(one);
      if (!document) return;
      document.leave(one);
      documents.release(item.id, document);
    });
    document = await documents.open(item);
    if (!document) return closeSocket(one, 'gone', 'This document is not there for you.');
    if (socket.readyState !== socket.OPEN) return documents.release(item.id, document);
    if (document.writers.size >= PER_DOCUMENT)
      return closeSocket(one, 'tooMany', 'Too many have this document open.');
    const joined = document;
    joined.join(one);
    one.leave = () => joined.leave(one);
    if (parametersOf(request).get('all') === '1') document.receive(one, HAVE_NOTHING);
    for (const data of early.all()) receive(one, document, data);
    // What ended between the check and this line was reported to nobody.
    access.recheckSoon([one]);
  }

  async function admit(request: IncomingMessage): Promise<Admitted | string> {
    if (isClosed || documents.size >= DOCUMENTS_MAX) return '503 Service Unavailable';
    const caller = await callerOfUpgrade(services, request);
    if (!caller) return '403 Forbidden';
    if (!caller.user && caller.links.length === 0) return '401 Unauthorized';
    if (socketsOf(connected, caller).length >= PER_SESSION) return '429 Too Many Requests';
    const id = parametersOf(request).get('id') ?? '';
    const [item, name] = await Promise.all([
      readableItem(services, caller, id),
      nameOfUser(services.database, caller.user?.id ?? null),
    ]);
    if (!item) return '404 Not Found';
    return { caller, item, name, seesPeople: await seesPeople(services.database, caller, item) };
  }

  return {
    upgrade(request, raw, head) {
      raw.on('error', () => raw.destroy());
      admit(request)
        .then((admitted) => {
          if (typeof admitted === 'string') return refuseUpgrade(raw, admitted);
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
          refuseUpgrade(raw, '500 Internal Server Error');
        });
    },
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      access.close();
      writersNow.close();
      unsubscribe();
      for (const { socket } of connected) socket.close(1001, 'The server stops.');
    },
  };
}
