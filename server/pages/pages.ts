import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { PageRequest } from '#lib/page-request.ts';
import type { Services } from '../services.ts';
import { readCookie, SESSION_COOKIE } from '../session/cookie.ts';
import { looksLikeToken } from '../session/token.ts';
import { pageApi } from './page-api.ts';
import { publicConfig } from './public-config.ts';
import { securityPolicy } from './security-policy.ts';

const BUILD_FILES = '/_next/';

/** Puts Next behind the server: whatever is no API is a page. Resolves once pages can be rendered. */
export async function mountPages(app: FastifyInstance, services: Services): Promise<() => Promise<void>> {
  const { config } = services;
  const { default: createNext } = await import('next');
  const next = createNext({
    dev: config.dev,
    dir: process.cwd(),
    hostname: config.host,
    port: config.port,
    // Next must not watch for upgrades by itself: sockets are routed by path.
    httpServer: app.server,
  });
  await next.prepare();
  app.server.removeAllListeners('upgrade');
  if (config.dev) {
    const upgrade = next.getUpgradeHandler();
    app.server.on('upgrade', (request, socket, head) => {
      if (request.url?.startsWith(BUILD_FILES)) void upgrade(request, socket, head);
      else socket.destroy();
    });
  } else {
    app.server.on('upgrade', (_request, socket) => socket.destroy());
  }
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
  return () => next.close();
}
