import type { Page } from '@playwright/test';

/** The first byte of an update in a document's socket (`lib/documents/protocol.ts`). */
const UPDATE = 2;

/**
 * Keeps what a page writes in documents from the server, as a network that lost its way does, until it is released;
 * called before the page opens a document.
 */
export async function delayUpdates(page: Page): Promise<{ release: () => void }> {
  let isDelayed = true;
  await page.routeWebSocket(/\/ws\/documents/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (isDelayed && typeof message !== 'string' && message[0] === UPDATE) return;
      server.send(message);
    });
  });
  return {
    release: () => {
      isDelayed = false;
    },
  };
}
