import type { FastifyInstance } from 'fastify';
import { DOCUMENT_SOCKET_PATH } from '#lib/documents/socket-path.ts';
import { createDocumentSockets } from '#server/items/collaboration/document-sockets.ts';
import { routeUpgrades, type Upgrade } from '#server/platform/http/upgrades.ts';
import type { Services } from '#server/platform/services.ts';
import { mountPages } from '#server/web/pages/pages.ts';
import { createSockets, SOCKET_PATH } from '#server/web/realtime/socket.ts';
import { mountApi } from './app.ts';

/** What a process with the role `web` serves. */
export type Web = {
  closeSockets(): void;
  /** Loads what renders pages, unless a page was asked for already. */
  preparePages(): Promise<void>;
  /** Closes the pages, once no request is in flight any more. */
  close(): Promise<void>;
};

/** Mounts all that a process with the role `web` serves: API, pages and sockets. Resolves once it can listen. */
export async function mountWeb(
  app: FastifyInstance,
  services: Services,
  { pages }: { pages: boolean },
): Promise<Web> {
  mountApi(app, services);
  const mounted = pages ? await mountPages(app, services) : null;
  const sockets = createSockets(services);
  const documents = createDocumentSockets(services);
  // The longer path first.
  const upgrades = new Map<string, Upgrade>([
    [DOCUMENT_SOCKET_PATH, documents.upgrade],
    [SOCKET_PATH, sockets.upgrade],
  ]);
  if (mounted?.reload) upgrades.set(mounted.reload.path, mounted.reload.upgrade);
  routeUpgrades(app.server, upgrades);
  return {
    closeSockets: () => {
      sockets.close();
      documents.close();
    },
    preparePages: async () => mounted?.prepare(),
    close: async () => mounted?.close(),
  };
}
