import { type WebSocket, WebSocketServer } from 'ws';
import * as Y from 'yjs';
import { type DocumentMessage, decodeMessage, encodeMessage } from '#lib/documents/protocol.ts';

/** A server of one document over real sockets, which acknowledges updates when the test says so. */
export type DocumentServer = {
  origin: string;
  shared: Y.Doc;
  /** How many sockets were opened so far. */
  opened: number;
  /** Messages of pages, in their order. */
  received: DocumentMessage[];
  /** Whether updates are stored and acknowledged at once. */
  isStoring: boolean;
  canWrite: boolean;
  /** Sends to every open page. */
  send(message: DocumentMessage): void;
  /** Ends every open socket with this code. */
  end(code: number): void;
  stop(): Promise<void>;
};

export async function startDocumentServer(): Promise<DocumentServer> {
  const sockets = new Set<WebSocket>();
  const listening = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise<void>((resolve) => listening.once('listening', resolve));
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const server: DocumentServer = {
    origin: `http://127.0.0.1:${address.port}`,
    shared: new Y.Doc(),
    opened: 0,
    received: [],
    isStoring: true,
    canWrite: true,
    send(message) {
      for (const socket of sockets) socket.send(encodeMessage(message));
    },
    end(code) {
      for (const socket of sockets) socket.close(code);
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.terminate();
        listening.close(() => resolve());
      }),
  };
  listening.on('connection', (socket, { url = '' }) => {
    server.opened += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const reply = (message: DocumentMessage) => socket.send(encodeMessage(message));
    socket.on('message', (data: Buffer) => {
      const message = decodeMessage(data);
      server.received.push(message);
      if (message.kind === 'have')
        reply({ kind: 'missing', update: Y.encodeStateAsUpdate(server.shared, message.vector) });
      if (message.kind === 'update' && server.isStoring) {
        Y.applyUpdate(server.shared, message.update);
        reply({ kind: 'stored', id: message.id });
      }
    });
    reply({ kind: 'access', canWrite: server.canWrite });
    if (url.includes('&all=1')) reply({ kind: 'missing', update: Y.encodeStateAsUpdate(server.shared) });
    reply({ kind: 'have', vector: Y.encodeStateVector(server.shared) });
  });
  return server;
}
