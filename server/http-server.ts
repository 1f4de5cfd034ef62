import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { mountConventions, respondUnroutable } from '#server/platform/http/conventions.ts';
import { type BodyRateLimit, createSlowBodyGuard } from '#server/platform/http/slow-bodies.ts';
import { createIncomingBodies } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import { mountHealth } from '#server/web/settings/health.ts';

/** JSON bodies are at most 1 MiB (docs/contract.md §2). */
const JSON_BYTES = 1024 ** 2;

export type HttpServerOptions = { logLevel?: string; bodyPace?: BodyRateLimit };

function noSchemas(): never {
  throw new Error('A route has its schemas in its declaration (server/api/route.ts), not in fastify.');
}

/**
 * The HTTP server of a process in any role: its log, the conventions of every response, `/healthz` and
 * `/readyz`. What else it serves is mounted by `buildApp`.
 */
export function createHttpServer(
  services: Omit<Services, 'log' | 'incoming'>,
  options: HttpServerOptions = {},
): { app: FastifyInstance; services: Services } {
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
    // Requests are checked by the schemas of their routes (server/api/route.ts): fastify's own compilers are not even loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
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
  mountHealth(app, all);
  return { app, services: all };
}
