import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ShellProvider } from '#context/ShellContext.tsx';
import { DOCUMENT_CLOSE_CODES } from '#lib/documents/protocol.ts';
import { type DocumentServer, startDocumentServer } from '#tests/component/document-server.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import DocumentEditor from './DocumentEditor.tsx';

let server: DocumentServer;
/** With which code the server ends each socket that opens, instead of sending the document. */
let code = 0;
beforeEach(async () => {
  server = await startDocumentServer();
  const { origin } = server;
  // The page's own server is the one of the test.
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(address: URL) {
        super(new URL(`${address.pathname}${address.search}`, origin.replace('http', 'ws')));
        this.addEventListener('open', () => server.end(code));
      }
    },
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await server.stop();
});

const show = (closedWith: number) => {
  code = closedWith;
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <DocumentEditor
        item={buildItem({ id: 'ended-document' })}
        path="/harbour/x"
        onSaveState={() => {}}
        onReady={() => {}}
      />
    </ShellProvider>,
  );
};

it('says that the page is outdated, which loading the document again does not change', async () => {
  show(DOCUMENT_CLOSE_CODES.outdated);
  expect(
    await screen.findByText('A newer version of this page is needed to edit this document. Reload the page.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(server.opened).toBe(1);
});

it('says that too many have the document open, and opens it once another left', async () => {
  show(DOCUMENT_CLOSE_CODES.tooMany);
  expect(
    await screen.findByText('Too many people have this document open. Try again later.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  await waitFor(() => expect(server.opened).toBeGreaterThan(1), { timeout: 5_000 });
});
