import { DOCUMENT_SCHEMA, DOCUMENT_SOCKET_PATH } from '#lib/documents/socket-path.ts';

/** A socket that nobody took until then is closed, in milliseconds. */
const UNUSED_MS = 15_000;

/** A socket of a document that was opened for all of it, and what the server sent since. */
export type EarlySocket = { socket: WebSocket; received: MessageEvent[] };

const opened = new Map<string, EarlySocket>();

/**
 * The socket of a document.
 * @param origin the page's own server by default
 * @param more further parameters
 */
export function openDocumentSocket(itemId: string, origin = window.location.origin, more = ''): WebSocket {
  const query = `?id=${itemId}&schema=${DOCUMENT_SCHEMA}${more}`;
  const socket = new WebSocket(origin.replace('http', 'ws') + DOCUMENT_SOCKET_PATH + query);
  socket.binaryType = 'arraybuffer';
  return socket;
}

/** Opens a document's socket before the code that speaks on it has come: both take a while. */
export function openEarly(itemId: string): void {
  if (!navigator.onLine || opened.has(itemId)) return;
  const early: EarlySocket = { socket: openDocumentSocket(itemId, undefined, '&all=1'), received: [] };
  const { socket, received } = early;
  opened.set(itemId, early);
  socket.onmessage = (event) => received.push(event);
  socket.onclose = () => takeEarly(itemId);
  setTimeout(() => {
    if (opened.get(itemId) === early) takeEarly(itemId)?.socket.close();
  }, UNUSED_MS);
}

/** Hands over the socket that was opened early, with what it received; null where there is none. */
export function takeEarly(itemId: string): EarlySocket | null {
  const early = opened.get(itemId);
  opened.delete(itemId);
  if (!early || early.socket.readyState > WebSocket.OPEN) return null;
  const { socket } = early;
  socket.onmessage = socket.onclose = null;
  return early;
}
