import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { documentDraftSavedAt, readDocumentDraft } from '#lib/browser/document-draft.ts';
import { scopeDraftStorage } from '#lib/browser/drafts.ts';
import { DOCUMENT_CLOSE_CODES } from '#lib/documents/protocol.ts';
import { DocumentConnection } from '#services/document-connection.ts';
import { type DocumentServer, startDocumentServer } from '#tests/component/document-server.ts';
import { documentSaveState } from './save-state.ts';
import { UnsavedWriting } from './unsaved-writing.ts';

let ID: string;
const storage = scopeDraftStorage(() => window.localStorage, { account: 'ada', hub: 'harbour' });
const about = () => ({ kind: 'document' as const, title: 'Rules', hub: 'Harbour', path: '/harbour/x' });

let server: DocumentServer;
let documents = 0;
const opened: UnsavedWriting[] = [];

beforeEach(async () => {
  // Node's own sockets take no events of the test's page.
  vi.stubGlobal('WebSocket', WebSocket);
  window.localStorage.clear();
  documents += 1;
  ID = `document-${documents}`;
  server = await startDocumentServer();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const writing of opened.splice(0)) writing.close();
  await server.stop();
});

function open({ isReadable = true } = {}) {
  const connection = new DocumentConnection({
    itemId: ID,
    origin: server.origin,
    isReadable: async () => isReadable,
  });
  const writing = new UnsavedWriting(connection, { storage, id: ID, about });
  opened.push(writing);
  const markdown = writing.adopt();
  connection.reconnect();
  const text = connection.shared.getText('text');
  return {
    connection,
    writing,
    markdown,
    text,
    state: () => documentSaveState(connection.status(), writing.state()),
  };
}

/** Opens a document and waits until it is there. */
async function openLoaded() {
  const page = open();
  await waitFor(() => expect(page.connection.status().isConnected).toBe(true));
  return page;
}

const stored = () => server.shared.getText('text').toString();

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

describe('a document’s save state', () => {
  it('is saving until the server acknowledged the update, and saved from then on', async () => {
    server.isStoring = false;
    const page = await openLoaded();
    expect(page.state()).toBe('saved');
    page.text.insert(0, 'One');
    expect(page.state()).toBe('saving');
    await waitFor(() => expect(server.received.some(({ kind }) => kind === 'update')).toBe(true));
    expect(page.state()).toBe('saving');
    server.send({ kind: 'stored', id: 7 });
    server.send({ kind: 'stored', id: 1 });
    await waitFor(() => expect(page.state()).toBe('saved'));
  });

  it('shows what others wrote within a frame as one change', async () => {
    const page = await openLoaded();
    let changes = 0;
    page.text.observe(() => {
      changes += 1;
    });
    const other = new Y.Doc();
    other.on('update', (update: Uint8Array) => server.send({ kind: 'update', id: 0, update }));
    // The frame ends when the test says so.
    vi.useFakeTimers({
      toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout'],
    });
    for (const letter of 'together') other.getText('text').insert(other.getText('text').length, letter);
    const user = { id: 'b', name: 'Bob' };
    server.send({ kind: 'presence', connection: 5, state: JSON.stringify({ user, cursor: null }) });
    // It comes after the letters; `waitFor` needs the timers that stand still.
    while (page.connection.presence.getStates().size === 0)
      await new Promise((resolve) => setImmediate(resolve));
    expect(changes).toBe(0);
    vi.advanceTimersByTime(100);
    expect(page.text.toString()).toBe('together');
    expect(changes).toBe(1);
  });

  it('sends what was written meanwhile as one update after the acknowledgement', async () => {
    server.isStoring = false;
    const page = await openLoaded();
    page.text.insert(0, 'a');
    page.text.insert(1, 'b');
    page.text.insert(2, 'c');
    const updates = () => server.received.filter(({ kind }) => kind === 'update');
    await waitFor(() => expect(updates()).toHaveLength(1));
    server.isStoring = true;
    server.send({ kind: 'stored', id: 1 });
    await waitFor(() => expect(updates()).toHaveLength(2));
    await waitFor(() => expect(page.state()).toBe('saved'));
  });

  it('is offline once this browser stores what can’t be sent, and saved after the network is back', async () => {
    const page = await openLoaded();
    setOnline(false);
    page.text.insert(0, 'On the train');
    expect(page.state()).toBe('saving');
    await waitFor(() => expect(page.state()).toBe('offline'));
    expect(documentDraftSavedAt(storage, ID)).not.toBeNull();
    setOnline(true);
    await waitFor(() => expect(page.state()).toBe('saved'));
    expect(stored()).toBe('On the train');
    expect(readDocumentDraft(storage, ID)).toBeNull();
    expect(window.localStorage.getItem('draft-keys')).toBe('[]');
  });

  it('is unsaved where this browser can’t store it', async () => {
    const page = await openLoaded();
    setOnline(false);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    page.text.insert(0, 'Lost');
    await waitFor(() => expect(page.state()).toBe('unsaved'));
  });
});

describe('unsaved writing', () => {
  it('of a tab that was closed is sent when the document is opened again, and merged with what others wrote', async () => {
    const first = await openLoaded();
    setOnline(false);
    first.text.insert(0, 'Mine. ');
    window.dispatchEvent(new Event('pagehide'));
    server.shared.getText('text').insert(0, 'Theirs. ');
    first.writing.close();
    setOnline(true);

    const second = open();
    expect(second.text.toString()).toContain('Mine.');
    await waitFor(() => expect(second.state()).toBe('saved'));
    expect(stored()).toContain('Mine.');
    expect(stored()).toContain('Theirs.');
    expect(readDocumentDraft(storage, ID)).toBeNull();
  });

  it.each([
    ['behind', -40, -40],
    ['behind, and right when it is opened again', -40, 0],
    ['ahead', 40, 40],
    ['ahead, and behind when it is opened again', 10, -30],
  ])('is sent and merged though the clock of its browser is years %s', async (_, then, later) => {
    const YEAR = 365 * 24 * 3600 * 1000;
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + then * YEAR);
    const first = await openLoaded();
    setOnline(false);
    const mine = `Mine of ${then} and ${later}. `;
    first.text.insert(0, mine);
    window.dispatchEvent(new Event('pagehide'));
    first.writing.close();
    server.shared.getText('text').insert(0, 'Theirs. ');
    clock.mockImplementation(() => now() + later * YEAR);
    setOnline(true);

    const second = open();
    await waitFor(() => expect(second.state()).toBe('saved'));
    await waitFor(() => expect(readDocumentDraft(storage, ID)).toBeNull());
    expect(stored().split(mine)).toHaveLength(2);
    expect(stored().split('Theirs. ')).toHaveLength(2);
  });

  /** Somebody who writes on without a pause: the first letter was stored here, all are acknowledged by now. */
  async function openWritingOn() {
    server.isStoring = false;
    const page = await openLoaded();
    page.text.insert(0, 'a');
    await waitFor(() => expect(page.writing.state()).toBe('stored'));
    await waitFor(() => expect(server.received.some(({ kind }) => kind === 'update')).toBe(true));
    const now = performance.now();
    // No pause of the writing ends.
    vi.spyOn(performance, 'now').mockReturnValue(now);
    page.text.insert(1, 'b');
    server.isStoring = true;
    server.send({ kind: 'stored', id: 1 });
    await waitFor(() => expect(page.connection.unsaved()).toBeNull());
    expect(page.connection.status().isUnsaved).toBe(true);
    return page;
  }

  it('leaves nothing here of what was acknowledged when the tab is closed', async () => {
    await openWritingOn();
    window.dispatchEvent(new Event('pagehide'));
    expect(readDocumentDraft(storage, ID)).toBeNull();
  });

  it('goes from this browser once it is acknowledged, also while more is written', async () => {
    const page = await openWritingOn();
    await waitFor(() => expect(page.writing.state()).toBe('none'));
    expect(page.connection.status().isUnsaved).toBe(true);
    expect(readDocumentDraft(storage, ID)).toBeNull();
  });

  it('continues to be saved after the screen was left', async () => {
    server.isStoring = false;
    const page = await openLoaded();
    page.text.insert(0, 'Last words');
    page.writing.leave();
    expect(readDocumentDraft(storage, ID)).not.toBeNull();
    await waitFor(() => expect(server.received.some(({ kind }) => kind === 'update')).toBe(true));
    server.send({ kind: 'stored', id: 1 });
    await waitFor(() => expect(readDocumentDraft(storage, ID)).toBeNull());
  });

  it('of an earlier version of the app is given back, and stays until it is discarded', () => {
    const draft = JSON.stringify({ at: 1, draft: { content: '# Half a plan', revision: 3 } });
    storage.setItem('draft-keys', JSON.stringify([`draft-item-${ID}`]));
    storage.setItem(`draft-item-${ID}`, draft);
    const page = open();
    expect(page.markdown).toBe('# Half a plan');
    expect(readDocumentDraft(storage, ID)?.markdown).toBe('# Half a plan');
    page.writing.removeMarkdown();
    expect(readDocumentDraft(storage, ID)).toBeNull();
  });

  it('is stored and not sent once the right to change the document ended', async () => {
    const page = await openLoaded();
    server.canWrite = false;
    server.send({ kind: 'access', canWrite: false });
    await waitFor(() => expect(page.connection.status().canWrite).toBe(false));
    page.text.insert(0, 'Too late');
    await waitFor(() => expect(page.state()).toBe('offline'));
    expect(server.received.some(({ kind }) => kind === 'update')).toBe(false);
    server.canWrite = true;
    server.send({ kind: 'access', canWrite: true });
    await waitFor(() => expect(page.state()).toBe('saved'));
    expect(stored()).toBe('Too late');
  });
});

describe('a document’s connection', () => {
  it('is opened again after the server closed it, and sends what was not acknowledged', async () => {
    server.isStoring = false;
    const page = await openLoaded();
    page.text.insert(0, 'Kept');
    await waitFor(() => expect(server.received.some(({ kind }) => kind === 'update')).toBe(true));
    server.isStoring = true;
    server.end(1001);
    await waitFor(() => expect(server.opened).toBe(2));
    await waitFor(() => expect(page.state()).toBe('saved'));
    expect(stored()).toBe('Kept');
  });

  it.each([
    [DOCUMENT_CLOSE_CODES.gone, 'gone'],
    [DOCUMENT_CLOSE_CODES.signedOut, 'signed out'],
    [DOCUMENT_CLOSE_CODES.tooLarge, 'too large'],
  ] as const)('stays closed after the code %i', async (code, reason) => {
    const page = await openLoaded();
    server.end(code);
    await waitFor(() => expect(page.connection.status().closeReason).toBe(reason));
    page.text.insert(0, 'After');
    expect(page.state()).toBe('failed');
    page.connection.restart();
    await waitFor(() => expect(page.state()).toBe('saved'));
  });

  it('names other editors as the server does, and ignores invalid cursors', async () => {
    const page = await openLoaded();
    const user = { id: 'b', name: 'Bob' };
    server.send({ kind: 'presence', connection: 5, state: JSON.stringify({ user, cursor: null }) });
    server.send({ kind: 'presence', connection: 6, state: '{' });
    server.send({ kind: 'presence', connection: 7, state: JSON.stringify({ user, cursor: { anchor: 5 } }) });
    await waitFor(() => expect([...page.connection.presence.getStates().keys()]).toEqual([5]));
    server.send({ kind: 'presence', connection: 5, state: null });
    await waitFor(() => expect(page.connection.presence.getStates().size).toBe(0));
  });
});
