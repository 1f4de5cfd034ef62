import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Caller } from '#server/access/sessions/caller.ts';
import { decryptText, encryptText } from '#server/platform/crypto/encrypted-text.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { conflict, unreadableBody } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';

/** The response of a write. */
export type StoredResponse = { status: number; body: object };

const LIFETIME_HOURS = 24;
const MAX_KEY_LENGTH = 255;
/** How long a repetition waits for the first request to finish, in milliseconds. */
const LOCK_TIMEOUT_MS = 5_000;

type Name = { caller: string; route: string; key: string };

function nameOf(request: FastifyRequest, caller: Caller, key: string): Name {
  return {
    caller: caller.user ? `user:${caller.user.id}` : `address:${request.ip}`,
    route: `${request.method} ${request.url.split('?')[0]?.replace(/\/$/, '')}`,
    key,
  };
}

/** Everything that makes two requests of one route the same one. */
function fingerprint(request: FastifyRequest, content: unknown): string {
  const { 'org-handle': hub = null, 'if-match': revision = null } = request.headers;
  const parts = [request.url.split('?')[1] ?? '', hub, revision, content];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * The key of a write that is to be done only once, or null where none was sent.
 * @throws ApiError 400 for a key that is too long.
 */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return null;
  if (key.length <= MAX_KEY_LENGTH) return key;
  throw unreadableBody('unreadable_key', `An Idempotency-Key has at most ${MAX_KEY_LENGTH} characters.`);
}

/** A write: whether its route accepts a key, its body as JSON, and its function. */
export type IdempotentWrite = {
  takesKey: boolean;
  content: unknown;
  work: (services: Services) => Promise<StoredResponse>;
};

/**
 * Does a write once for its `Idempotency-Key` (docs/contract.md §2): the same key from the same caller on the
 * same route within 24 hours returns the first response. Reservation, write and response are one transaction,
 * which `work` must use for everything: a kill at any moment leaves either all of them or none, and a failed
 * write can be retried. Requests with the same key at the same time wait for the first one.
 * @throws ApiError 409 when the key came with another body, or the first takes too long.
 */
export async function respondIdempotently(
  services: Services,
  request: FastifyRequest,
  caller: Caller,
  { takesKey, content, work }: IdempotentWrite,
): Promise<StoredResponse> {
  const key = takesKey ? keyOf(request) : null;
  if (key === null) return work(services);
  const name = nameOf(request, caller, key);
  const body_hash = fingerprint(request, content);
  return inTurn(services.database, name, () => {
    return transact(services.database, async (trx) => {
      const first = await reserve(trx, name, body_hash);
      if (first) {
        if (first.body_hash !== body_hash) {
          throw conflict('idempotency_key_reused', 'This Idempotency-Key was used with another request.');
        }
        return open(services.signingKey, name, first);
      }
      const response = await work({ ...services, database: trx });
      await forThis(trx.updateTable('idempotency_record'), name)
        .set({
          status: response.status,
          body: encryptText(services.signingKey, sealedFor(name), JSON.stringify(response.body)),
        })
        .execute();
      return response;
    });
  });
}

const running = new WeakMap<Database, Map<string, Promise<unknown>>>();

/**
 * Lets a repetition that reaches this process wait for the first request before it opens a transaction:
 * otherwise each of many would occupy a connection meanwhile.
 */
async function inTurn(
  database: Database,
  name: Name,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const ofDatabase = running.get(database) ?? new Map<string, Promise<unknown>>();
  running.set(database, ofDatabase);
  const whole = JSON.stringify(name);
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  for (let first = ofDatabase.get(whole); first; first = ofDatabase.get(whole)) {
    const left = deadline - performance.now();
    if (left <= 0 || !(await settlesWithin(first, left))) throw stillRunning();
  }
  const mine = work();
  ofDatabase.set(whole, mine);
  try {
    return await mine;
  } finally {
    ofDatabase.delete(whole);
  }
}

/** Whether `work` finishes in time, successfully or not. */
async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const ended = () => resolve(true);
  work.then(ended, ended);
  return promise.finally(() => clearTimeout(timer));
}

const stillRunning = () =>
  conflict(
    'still_running',
    'The first request with this Idempotency-Key is still at work. Try again in a moment.',
  );

function forThis<Query extends { where(column: keyof Name, operator: '=', value: string): Query }>(
  query: Query,
  name: Name,
): Query {
  return query.where('caller', '=', name.caller).where('route', '=', name.route).where('key', '=', name.key);
}

type StoredRow = { body_hash: string; status: number | null; body: string | null };

/** Reserves the key, or returns the record of its first request; waits while that one is still running. */
async function reserve(trx: Transaction, name: Name, body_hash: string): Promise<StoredRow | undefined> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx);
  try {
    await forThis(trx.deleteFrom('idempotency_record'), name)
      .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${LIFETIME_HOURS})`)
      .execute();
    const reserved = await trx
      .insertInto('idempotency_record')
      .values({ ...name, body_hash, status: null, body: null })
      .onConflict((on) => on.columns(['caller', 'route', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (reserved) {
      await sql`set local lock_timeout to default`.execute(trx);
      return undefined;
    }
    return await forThis(trx.selectFrom('idempotency_record'), name)
      .select(['body_hash', 'status', 'body'])
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw stillRunning();
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/**
 * Responses may contain what is shown only once (a link, a key): they are stored encrypted, each bound to its
 * own request.
 */
const sealedFor = (name: Name) => ({ purpose: 'idempotent answer', belongsTo: JSON.stringify(name) });

function open(signingKey: Uint8Array, name: Name, { status, body }: StoredRow): StoredResponse {
  if (status === null || body === null) throw new Error('a reservation was committed without its answer');
  return { status, body: JSON.parse(decryptText(signingKey, sealedFor(name), body)) };
}
