import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { DOCUMENT_CLOSE_CODES, type DocumentMessage, PRESENCE_MAX } from '#lib/documents/protocol.ts';
import { itemAllowed } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { Writer } from './active-document.ts';

/** What a socket may be behind with, in bytes; then it is ended and comes back. */
const BUFFERED_MAX = 32 * 1024 ** 2;

/** A page that has a document open, and what it may do there. */
export type Connected = Writer & {
  socket: WebSocket;
  request: IncomingMessage;
  caller: Caller;
  name: string;
  item: ItemView;
  isAlive: boolean;
  /** Takes it out of the document that it has open. */
  leave: () => void;
};

/** Every writer is one of a socket; only what does not know of sockets has them as writers. */
export const isConnected = (writer: Writer): writer is Connected => 'socket' in writer;

/** Who may open a socket: checked before the connection is upgraded. */
export type Admitted = { caller: Caller; item: ItemView; name: string; seesPeople: boolean };

export const mayWrite = (item: ItemView) => itemAllowed(item).includes('item.change');

/** Ends a socket. Its page disappears for the others at once, also where it never answers that. */
export function closeSocket(one: Connected, code: keyof typeof DOCUMENT_CLOSE_CODES, reason: string): void {
  one.canWrite = false;
  one.leave();
  one.socket.close(DOCUMENT_CLOSE_CODES[code], reason);
}

/** The writer at the other end of a socket. */
export function connectedWriter(
  socket: WebSocket,
  request: IncomingMessage,
  { caller, item, name, seesPeople }: Admitted,
  number: number,
): Connected {
  let pending = 0;
  const one: Connected = {
    number,
    userId: caller.user?.id ?? null,
    canWrite: mayWrite(item),
    seesPeople,
    presence: null,
    socket,
    request,
    caller,
    item,
    name,
    isAlive: true,
    leave: () => undefined,
    send(bytes) {
      if (socket.bufferedAmount > BUFFERED_MAX) socket.terminate();
      else socket.send(bytes);
    },
    setPaused(isPaused) {
      pending = isPaused ? pending + 1 : 0;
      // Anybody who sends without pause is read at the pace of the database.
      if (pending > 64) socket.pause();
      else if (socket.isPaused) socket.resume();
    },
    close: (code) => closeSocket(one, code, 'The document is closed.'),
  };
  return one;
}

/** A cursor with the name of its account, whatever the page says. */
export function ownPresence(
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
