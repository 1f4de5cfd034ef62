import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import type { Upgrade } from '#server/platform/http/upgrades.ts';
import type { Services } from '#server/platform/services.ts';
import { buildFileSender } from './build-files.ts';
import { pageRequest } from './page-request.ts';
import type { RenderPage } from './render-page.ts';

/** Of Next's own socket. */
const NEXT_FILES = '/_next/';

/** How long the first requests have the process for themselves before it loads what renders pages, in milliseconds. */
const PREPARE_AFTER_MS = 500;

/** The pages, mounted; in development with the socket by which Next reloads them. */
type Pages = {
  /** Loads what renders them, soon: a page that is asked for earlier waits for nothing but that. */
  prepare(): Promise<void>;
  close(): Promise<void>;
  reload: { path: string; upgrade: Upgrade } | null;
};

type Next = { render: RequestHandler; close(): Promise<void> };
type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** @param httpServer of which Next handles the upgrades */
async function prepareNext({ dev, host, port }: Config, httpServer: Server): Promise<Next> {
  const { default: createNext } = await import('next');
  const next = createNext({ dev, dir: process.cwd(), hostname: host, port, httpServer });
  await next.prepare();
  return { render: next.getRequestHandler(), close: () => next.close() };
}

/**
 * Puts Next behind the server: whatever is not the API is a page. Next is loaded with the first page, or by `prepare`: it is a
 * third of a start, and neither programs nor sockets need it.
 */
export async function mountPages(app: FastifyInstance, services: Services): Promise<Pages> {
  const { config } = services;
  // With its first request Next begins to handle every upgrade of the server that it knows, including our own
  // sockets: it gets a server that never listens, and receives there those that `routeUpgrades` leaves to it.
  const ofNext = createServer();
  let next: Promise<Next> | null = null;
  const load = () => {
    next ??= prepareNext(config, ofNext);
    return next;
  };
  const stopping = new AbortController();

  const renderPage: RenderPage = async (request, reply, more) => {
    const { render } = await load();
    const { raw } = request;
    const { raw: response } = reply;
    raw.hubkeep = Object.assign(pageRequest(app, services, { request: raw, response }), more);
    response.setHeader('X-Request-Id', request.id);
    reply.hijack();
    await render(raw, response);
  };
  app.pages.render = renderPage;
  const sendBuildFile = config.dev ? null : buildFileSender(app, config.buildFolder);

  await app.register(async (scope) => {
    // The body is Next's to read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/*', async (request, reply) => {
      if (request.raw.url?.startsWith('/api/')) return reply.callNotFound();
      if (await sendBuildFile?.(request, reply)) return reply;
      await renderPage(request, reply);
    });
  });
  return {
    prepare: async () => {
      await sleep(PREPARE_AFTER_MS, null, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (!stopping.signal.aborted) await load();
    },
    close: async () => {
      stopping.abort();
      await (await next?.catch(() => null))?.close();
    },
    reload: config.dev
      ? {
          path: NEXT_FILES,
          upgrade: (request, socket, head) => {
            if (!ofNext.emit('upgrade', request, socket, head)) socket.destroy();
          },
        }
      : null,
  };
}
