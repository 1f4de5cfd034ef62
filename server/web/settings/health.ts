import type { FastifyInstance } from 'fastify';
import { UNAVAILABLE_RETRY_SECONDS } from '#server/platform/http/retry-after.ts';
import { indexBacklog } from '#server/platform/indexing/outbox.ts';
import type { Services } from '#server/platform/services.ts';

const TIMEOUT_MS = 3_000;

/** `/healthz`: the process runs. `/readyz`: database and storage respond. */
export function mountHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ data: { status: 'alive' } }));
  app.get('/readyz', async (_request, reply) => {
    try {
      const [indexing] = await withPatience(
        Promise.all([indexBacklog(services.database), services.storage.check()]),
        TIMEOUT_MS,
      );
      const { waiting, oldestSeconds } = indexing;
      // What waits to be found by search; a backlog is no reason to send requests elsewhere.
      return { data: { status: 'ready', indexing: { waiting, oldest_seconds: Math.round(oldestSeconds) } } };
    } catch (error) {
      services.log.warn({ err: error }, 'not ready');
      return reply
        .code(503)
        .header('Retry-After', UNAVAILABLE_RETRY_SECONDS)
        .send({ code: 'not_ready', message: 'The database or the file storage does not answer.' });
    }
  });
}

/** Rejects when `work` takes longer than `ms`. */
async function withPatience<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
