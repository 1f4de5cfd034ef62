import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { mountTokenEndpoint } from '#server/access/sessions/token-endpoint.ts';
import { mountRoutes } from '#server/api/mount-routes.ts';
import { mountOpenApi } from '#server/api/openapi.ts';
import { mountConventions, respondUnroutable } from '#server/platform/http/conventions.ts';
import { mountCrossOrigin } from '#server/platform/http/cross-origin.ts';
import { type BodyRateLimit, createSlowBodyGuard } from '#server/platform/http/slow-bodies.ts';
import { createIncomingBodies } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import { mountPostedForms } from '#server/web/pages/posted-form.ts';
import { mountRobots } from '#server/web/pages/robots.ts';
import { mountSitemap } from '#server/web/pages/sitemap.ts';
import { mountHealth } from '#server/web/settings/health.ts';
import { routes } from './routes.ts';

/** JSON bodies are at most 1 MiB (docs/contract.md §2). */
const JSON_BYTES = 1024 ** 2;

/** The HTTP server without pages: health, the token endpoint and `/api/v1/`. */
export function buildApp(
  services: Omit<Services, 'log' | 'incoming'>,
  options: { logLevel?: string; bodyPace?: BodyRateLimit } = {},
): {
  app: FastifyInstance;
  services: Services;
} {
  const bodies = createSlowBodyGuard(options.bodyPace);
  const app = fastify({
    logger: {
      level: options.logLevel ?? services.config.logLevel,
      // Logs contain ids and paths without their query: never contents, tokens or e-mail addresses.
      serializers: {
        // What the database adds to an error (the values that violated a constraint) is content too.
        err: (error) => ({
          type: error.name,
          message: error.message,
          stack: error.stack ?? '',
          code: error.code,
        }),
        req: (request) => ({ method: request.method, path: request.url?.split('?')[0] }),
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => {
      bodies.watch(request.raw, reply.raw);
      respondUnroutable(error, request, reply);
    },
    bodyLimit: JSON_BYTES,
    genReqId: () => randomUUID(),
    trustProxy: services.config.trustedProxies.length > 0 ? services.config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Idle keep-alive connections must not delay a stop.
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  app.addHook('onRequest', (request, reply, done) => {
    bodies.watch(request.raw, reply.raw);
    done();
  });
  app.addHook('onClose', async () => bodies.stop());
  const incoming = createIncomingBodies(services.config, services.storage);
  const all: Services = { ...services, log: app.log, incoming };
  mountConventions(app);
  mountCrossOrigin(app, services.config.publicUrl);
  mountHealth(app, all);
  mountTokenEndpoint(app, all);
  mountPostedForms(app, all);
  mountRobots(app, all);
  mountSitemap(app, all);
  mountRoutes(app, all, routes);
  mountOpenApi(app, routes, services.config);
  return { app, services: all };
}
