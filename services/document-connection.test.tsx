import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { type DocumentServer, startDocumentServer } from '#tests/component/document-server.ts';
import { DocumentConnection } from './document-connection.ts';

let server: DocumentServer;
beforeEach(async () => {
  server = await startDocumentServer();
  server.shared.getText('text').insert(0, 'All of it');
  vi.stubGlobal('WebSocket', WebSocket);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

const open = () => {
  const { origin } = server;
  const connection = new DocumentConnection({ itemId: 'a-document', origin, isReadable: async () => true });
  connection.reconnect();
  return connection;
};
const textOf = ({ shared }: DocumentConnection) => shared.getText('text').toString();

describe('the connection of a document', () => {
  it('sends no cursor before the document is there, and its own then', async () => {
    const connection = open();
    connection.subscribe(() => {
      if (!connection.status().isConnected) connection.presence.sendOwn();
    });
    await waitFor(() => expect(connection.status().isConnected).toBe(true));
    connection.shared.getText('text').insert(0, 'And more: ');
    await waitFor(() => expect(server.received.map(({ kind }) => kind)).toContain('update'));
    expect(server.received.filter(({ kind }) => kind === 'presence')).toHaveLength(1);
    connection.close();
  });

  it('asks for all that it lacks where an update could not be taken', async () => {
    const connection = open();
    await waitFor(() => expect(connection.status().isConnected).toBe(true));
    const text = server.shared.getText('text');
    const vector = Y.encodeStateVector(server.shared);
    text.insert(0, 'One. ');
    const update = Y.encodeStateAsUpdate(server.shared, vector);
    server.send({ kind: 'update', id: 0, update: new Uint8Array([255]) });
    server.send({ kind: 'update', id: 0, update });
    await waitFor(() => expect(server.opened).toBe(2), { timeout: 3_000 });
    await waitFor(() => expect(textOf(connection)).toBe('One. All of it'));
    expect(connection.status()).toMatchObject({ isConnected: true, closeReason: null });
    connection.close();
  });
});
