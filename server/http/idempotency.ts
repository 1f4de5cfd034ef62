import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import { conflict } from './api-error.ts';

type Stored = { status: number; body: object };

const LIFETIME_HOURS = 24;
const MAX_KEY_LENGTH = 255;

/**
 * Runs a write once for its `Idempotency-Key` (contract §2): the same key from the same caller on the same route
 * within 24 hours returns the first answer. A failed write is forgotten, so that it can be tried again.
 * @throws ApiError 409 when the key came with another body, or while the first is still at work.
 */
export async function answerOnce(
  services: Services,
  request: FastifyRequest,
  caller: Caller,
  work: () => Promise<Stored>,
): Promise<Stored> {
  const header = request.headers['idempotency-key'];
  const path = request.routeOptions.url ?? request.url;
  if (typeof header !== 'string' || path.startsWith('/api/v1/auth/')) return work();
  const { database } = services;
  const name = {
    caller: caller.user ? `user:${caller.user.id}` : `address:${request.ip}`,
    route: `${request.method} ${request.url.split('?')[0]}`,
    key: header.slice(0, MAX_KEY_LENGTH),
  };
  const body_hash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex');
  const since = new Date(Date.now() - LIFETIME_HOURS * 3_600_000);
  await database
    .deleteFrom('idempotent_answer')
    .where('created_at', '<', since)
    .where('key', '=', name.key)
    .execute();
  const reserved = await database
    .insertInto('idempotent_answer')
    .values({ ...name, body_hash, status: null, body: null })
    .onConflict((on) => on.columns(['caller', 'route', 'key']).doNothing())
    .executeTakeFirst();
  const mine = () =>
    database
      .selectFrom('idempotent_answer')
      .where('caller', '=', name.caller)
      .where('route', '=', name.route)
      .where('key', '=', name.key);
  if (reserved.numInsertedOrUpdatedRows === 0n) {
    const first = await mine().select(['body_hash', 'status', 'body']).executeTakeFirst();
    if (first && first.body_hash !== body_hash) {
      throw conflict('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
    }
    if (first?.status && first.body) return { status: first.status, body: first.body };
    throw conflict(
      'still_running',
      'The first request with this Idempotency-Key is still at work. Try again.',
    );
  }
  const forThisKey = database
    .updateTable('idempotent_answer')
    .where('caller', '=', name.caller)
    .where('route', '=', name.route)
    .where('key', '=', name.key);
  try {
    const answer = await work();
    await forThisKey.set({ status: answer.status, body: JSON.stringify(answer.body) }).execute();
    return answer;
  } catch (error) {
    await database
      .deleteFrom('idempotent_answer')
      .where('caller', '=', name.caller)
      .where('route', '=', name.route)
      .where('key', '=', name.key)
      .execute();
    throw error;
  }
}
