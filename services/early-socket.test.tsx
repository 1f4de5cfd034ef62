import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { type DocumentServer, startDocumentServer } from '#tests/component/document-server.ts';
import { DocumentConnection } from './document-connection.ts';
import { openEarly, takeEarly } from './early-socket.ts';

let server: DocumentServer;
const sockets: WebSocket[] = [];
beforeEach(async () => {
  server = await startDocumentServer();
  server.shared.getText('text').insert(0, 'All of it');
  const { origin } = server;
  // The page's own server is the one of the test.
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(address: string) {
        const { pathname, search } = new URL(address);
        super(new URL(`${pathname}${search}`, origin.replace('http', 'ws')));
        sockets.push(this);
      }
    },
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sockets.length = 0;
  await server.stop();
});

const options = { itemId: 'a-document', isReadable: async () => true };

describe('a document’s early socket', () => {
  it('has the document before the connection exists, which opens no second one', async () => {
    openEarly(options.itemId);
    await waitFor(() => expect(sockets.map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN]));
    const connection = new DocumentConnection(options);
    connection.reconnect();
    await waitFor(() => expect(connection.shared.getText('text').toString()).toBe('All of it'));
    expect(connection.status()).toMatchObject({ isConnected: true, canWrite: true });
    connection.shared.getText('text').insert(0, 'And more: ');
    await waitFor(() => expect(server.shared.getText('text').toString()).toBe('And more: All of it'));
    await waitFor(() => expect(connection.status().isUnsaved).toBe(false));
    expect(server.opened).toBe(1);
    expect(server.received.filter(({ kind }) => kind === 'have')).toEqual([]);
    connection.close();
  });

  it('is handed over once, and not after it closed', async () => {
    openEarly(options.itemId);
    openEarly(options.itemId);
    await waitFor(() => expect(server.opened).toBe(1));
    takeEarly(options.itemId)?.socket.close();
    expect(takeEarly(options.itemId)).toBeNull();
    openEarly('another');
    await waitFor(() => expect(server.opened).toBe(2));
    server.end(4404);
    await waitFor(() => expect(sockets.map(({ readyState }) => readyState)).toEqual([3, 3]));
    expect(takeEarly('another')).toBeNull();
    openEarly('another');
    await waitFor(() => expect(server.opened).toBe(3));
    takeEarly('another')?.socket.close();
  });

  it('takes nothing more of a socket that a message ended', async () => {
    openEarly(options.itemId);
    await waitFor(() => expect(sockets.map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN]));
    server.send({ kind: 'missing', update: new Uint8Array([255]) });
    server.send({ kind: 'missing', update: Y.encodeStateAsUpdate(server.shared) });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const connection = new DocumentConnection(options);
    connection.reconnect();
    expect(connection.status()).toMatchObject({ closeReason: 'refused', isConnected: false });
    connection.close();
  });
});
