import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { PageRequest } from '#lib/page-request.ts';
import type { Upgrade } from '../http/upgrades.ts';
import type { Services } from '../services.ts';
import { readCookie, SESSION_COOKIE } from '../session/cookie.ts';
import { looksLikeToken } from '../session/token.ts';
import { pageApi } from './page-api.ts';
import { publicConfig } from './public-config.ts';
import { securityPolicy } from './security-policy.ts';

const BUILD_FILES = '/_next/';

/** The pages, mounted; in development with the socket by which Next reloads them. */
type Pages = { close(): Promise<void>; reload: { path: string; upgrade: Upgrade } | null };

/** Puts Next behind the server: whatever is no API is a page. Resolves once pages can be rendered. */
export async function mountPages(app: FastifyInstance, services: Services): Promise<Pages> {
  const { config } = services;
  const { default: createNext } = await import('next');
  // With its first request Next begins to take every upgrade of the server that it knows, sockets of our own among
  // them: it is given one that never listens, and hears there of those that `routeUpgrades` leaves to it.
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

  await app.register(async (scope) => {
    // The body is Next's to read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/*', async (request, reply) => {
      const { raw } = request;
      if (raw.url?.startsWith('/api/')) return reply.callNotFound();
      const token = readCookie(raw.headers, SESSION_COOKIE);
      const signedIn = looksLikeToken(token);
      const nonce = randomBytes(16).toString('base64');
      const page: PageRequest = {
        nonce,
        config: publicConfig(config),
        signedIn,
        api: pageApi(app, raw, signedIn ? token : null),
      };
      raw.hubkeep = page;
      const { raw: answer } = reply;
      answer.setHeader('X-Request-Id', request.id);
      answer.setHeader('X-Content-Type-Options', 'nosniff');
      if (!raw.url?.startsWith(`${BUILD_FILES}static/`)) {
        answer.setHeader(
          'Content-Security-Policy',
          securityPolicy({ nonce, apiHost: config.apiHost, dev: config.dev }),
        );
        answer.setHeader('Referrer-Policy', 'same-origin');
        // Over plain HTTP browsers ignore it, and complain.
        if (config.publicUrl.startsWith('https:')) {
          answer.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
        }
        answer.setHeader('Permissions-Policy', 'camera=(self), microphone=(self), geolocation=()');
      }
      reply.hijack();
      await render(raw, answer);
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
