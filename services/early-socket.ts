import { DOCUMENT_SCHEMA, DOCUMENT_SOCKET_PATH } from '#lib/documents/socket-path.ts';

/** `have` with the state of an empty document (`lib/documents/protocol.ts`), written out because its code comes later. */
const HAVE_NOTHING = new Uint8Array([0, 1, 0]);
/** A socket that nobody took until then is closed, in milliseconds. */
const UNUSED_MS = 15_000;

/** A socket of a document that asked for all of it, and what the server sent since. */
export type EarlySocket = { socket: WebSocket; received: MessageEvent[] };

const opened = new Map<string, EarlySocket>();

/** The socket of a document, at the page's own server by default. */
export function openDocumentSocket(itemId: string, origin: string = window.location.href): WebSocket {
  const address = new URL(`${DOCUMENT_SOCKET_PATH}?id=${itemId}&schema=${DOCUMENT_SCHEMA}`, origin);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  return socket;
}

/** Opens a document's socket before the code that speaks on it has come: both take a while. */
export function openEarly(itemId: string): void {
  if (!navigator.onLine || opened.has(itemId)) return;
  const early: EarlySocket = { socket: openDocumentSocket(itemId), received: [] };
  const { socket, received } = early;
  opened.set(itemId, early);
  socket.onopen = () => socket.send(HAVE_NOTHING);
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
  socket.onopen = socket.onmessage = socket.onclose = null;
  return early;
}
