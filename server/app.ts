import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { type BodyPace, createBodyWatch } from './http/body-pace.ts';
import { answerUnroutable, mountConventions } from './http/conventions.ts';
import { mountCrossOrigin } from './http/cross-origin.ts';
import { mountHealth } from './http/health.ts';
import { mountOpenApi } from './http/openapi.ts';
import { mountRoutes } from './http/route.ts';
import { createIncomingBodies } from './limits/incoming-bodies.ts';
import { mountPostedForms } from './pages/posted-form.ts';
import { mountRobots } from './pages/robots.ts';
import { mountSitemap } from './pages/sitemap.ts';
import { routes } from './routes.ts';
import type { Services } from './services.ts';
import { mountTokenEndpoint } from './session/token-endpoint.ts';

/** JSON bodies are at most 1 MiB (contract §2). */
const JSON_BYTES = 1024 ** 2;

/** The HTTP server without pages: health, the token endpoint and `/api/v1/`. */
export function buildApp(
  services: Omit<Services, 'log' | 'incoming'>,
  options: { logLevel?: string; bodyPace?: BodyPace } = {},
): {
  app: FastifyInstance;
  services: Services;
} {
  const bodies = createBodyWatch(options.bodyPace);
  const app = fastify({
    logger: {
      level: options.logLevel ?? services.config.logLevel,
      // Logs carry ids and paths without their query: never contents, tokens or addresses of mail.
      serializers: {
        // What the database adds to an error (the values that a rule refused) is content too.
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
      answerUnroutable(error, request, reply);
    },
    bodyLimit: JSON_BYTES,
    genReqId: () => randomUUID(),
    trustProxy: services.config.trustedProxies.length > 0 ? services.config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // Keep-alive connections that are idle must not hold up a stop.
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
