import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { UNAVAILABLE_RETRY_SECONDS } from '#server/platform/http/retry-after.ts';
import type { Services } from '#server/platform/services.ts';

const PATIENCE_MS = 3_000;

/** `/healthz`: the process runs. `/readyz`: database and storage respond. */
export function mountHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ data: { status: 'alive' } }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await withPatience(
        Promise.all([sql`select 1`.execute(services.database), services.storage.check()]),
        PATIENCE_MS,
      );
      return { data: { status: 'ready' } };
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
