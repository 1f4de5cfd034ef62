import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { type DocumentMessage, decodeMessage, encodeMessage } from '#lib/documents/protocol.ts';
import { changeSharedDocument, documentOf } from '#lib/documents/shared-document.ts';
import { DOCUMENT_SCHEMA } from '#lib/documents/socket-path.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { eventually } from './eventually.ts';

/** A page that has a document open, as a program plays it. */
export type DocumentPage = {
  shared: Y.Doc;
  socket: WebSocket;
  received: DocumentMessage[];
  /** The code that the server ended it with; null while it is open. */
  closeCode(): number | null;
  /** Changes the document to this Markdown. @returns the id of the update, or null where nothing differs */
  write(markdown: string): number | null;
  send(message: DocumentMessage): void;
  isStored(id: number): boolean;
  text(): string;
  /** Resolves once everything that was written is stored. */
  allStored(): Promise<void>;
  close(): void;
};

/** Opens a document's socket, and resolves once it has the document. @throws where the server refuses it */
export async function openDocumentPage(
  address: string,
  token: string,
  itemId: string,
  schema = DOCUMENT_SCHEMA,
): Promise<DocumentPage> {
  const url = new URL(`/ws/documents?id=${itemId}&schema=${schema}`, address.replace('http', 'ws'));
  const socket = new WebSocket(url, { headers: { Authorization: `JWT ${token}` } });
  const shared = new Y.Doc();
  const received: DocumentMessage[] = [];
  const stored = new Set<number>();
  let code: number | null = null;
  let nextId = 1;
  const send = (message: DocumentMessage) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(encodeMessage(message));
  };
  socket.on('message', (data: Buffer) => {
    const message = decodeMessage(data);
    received.push(message);
    if (message.kind === 'have') send({ kind: 'have', vector: Y.encodeStateVector(shared) });
    if (message.kind === 'missing' || message.kind === 'update')
      Y.applyUpdate(shared, message.update, 'server');
    if (message.kind === 'stored') stored.add(message.id);
  });
  socket.on('close', (closeCode) => {
    code = closeCode;
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve());
    socket.on('error', reject);
  });
  const page: DocumentPage = {
    shared,
    socket,
    received,
    closeCode: () => code,
    write(markdown) {
      const update = changeSharedDocument(shared, parseMarkdown(markdown));
      if (!update) return null;
      const id = nextId;
      nextId += 1;
      send({ kind: 'update', id, update });
      return id;
    },
    send,
    isStored: (id) => stored.has(id),
    text: () => writeMarkdown(documentOf(shared)),
    allStored: () =>
      eventually(async () => {
        if (stored.size < nextId - 1) throw new Error('an update is not stored yet');
      }),
    close: () => socket.close(),
  };
  await eventually(async () => {
    if (code === null && !received.some(({ kind }) => kind === 'missing'))
      throw new Error('nothing came yet');
  });
  return page;
}
