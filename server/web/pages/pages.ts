import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Upgrade } from '#server/platform/http/upgrades.ts';
import type { Services } from '#server/platform/services.ts';
import { pageRequest } from './page-request.ts';
import type { RenderPage } from './render-page.ts';

/** Of Next's own socket. */
const BUILD_FILES = '/_next/';

/** The pages, mounted; in development with the socket by which Next reloads them. */
type Pages = { close(): Promise<void>; reload: { path: string; upgrade: Upgrade } | null };

/** Puts Next behind the server: whatever is not the API is a page. Resolves once pages can be rendered. */
export async function mountPages(app: FastifyInstance, services: Services): Promise<Pages> {
  const { config } = services;
  const { default: createNext } = await import('next');
  // With its first request Next begins to handle every upgrade of the server that it knows, including our own
  // sockets: it gets a server that never listens, and receives there those that `routeUpgrades` leaves to it.
  const ofNext = createServer();
  const next = createNext({
    dev: config.dev,
    dir: process.cwd(),
    hostname: config.host,
    port: config.port,
    httpServer: ofNext,
  });
  await next.prepare();
  const render = next.getRequestHandler();

  const renderPage: RenderPage = async (request, reply, more) => {
    const { raw } = request;
    const { raw: answer } = reply;
    raw.hubkeep = Object.assign(pageRequest(app, services, { request: raw, answer }), more);
    answer.setHeader('X-Request-Id', request.id);
    reply.hijack();
    await render(raw, answer);
  };
  app.pages.render = renderPage;

  await app.register(async (scope) => {
    // The body is Next's to read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/*', async (request, reply) => {
      if (request.raw.url?.startsWith('/api/')) return reply.callNotFound();
      await renderPage(request, reply);
    });
  });
  return {
    close: () => next.close(),
    reload: config.dev
      ? {
          path: BUILD_FILES,
          upgrade: (request, socket, head) => {
            if (!ofNext.emit('upgrade', request, socket, head)) socket.destroy();
          },
        }
      : null,
  };
}
