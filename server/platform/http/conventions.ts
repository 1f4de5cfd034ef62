import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as message from '#lib/text/messages.ts';
import { isLockOrStatementTimeout } from '#server/platform/database/lock-timeout.ts';
import { newTiming, serverTiming, type Timing, withTiming } from '#server/platform/database/server-timing.ts';
import { withTenant } from '#server/platform/database/tenant.ts';
import { isDatabaseUnavailable } from '#server/platform/database/unavailable.ts';
import { ApiError, conflict, invalid, notFound, serverBusy, unreadableBody } from './api-error.ts';
import { readJsonBody } from './json-body.ts';
import { UNAVAILABLE_RETRY_SECONDS } from './retry-after.ts';
import { isStorageFull, storageFull } from './storage-full.ts';

declare module 'fastify' {
  interface FastifyRequest {
    timing: Timing;
  }
  /** What a route of the API declares of itself (`server/api/route.ts`). */
  interface FastifyContextConfig {
    hidesPathInLog?: boolean;
    acceptsRevision?: boolean;
  }
}

/**
 * What all responses of docs/contract.md §2 have in common: readable bodies, one error format, timing and an
 * id.
 */
export function mountConventions(app: FastifyInstance): void {
  app.decorateRequest('timing');
  app.addHook('onRequest', (request, reply, done) => {
    request.timing = newTiming();
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    withTiming(request.timing, () => withTenant(`address:${request.ip}`, done));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('Server-Timing', serverTiming(request.timing));
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.url.startsWith('/api/')) {
      const { method, id } = request;
      const path = pathForLog(request);
      request.log.info(
        { id, method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      );
    }
    done();
  });

  app.removeContentTypeParser(['application/json', 'text/plain']);
  // Routes that accept files read the stream themselves; the others refuse it (`server/api/mount-routes.ts`).
  app.addContentTypeParser(
    ['multipart/form-data', 'application/offset+octet-stream', 'text/markdown', 'text/html'],
    (_request, _payload, done) => done(null, {}),
  );
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    try {
      done(null, body.length === 0 ? undefined : readJsonBody(body));
    } catch (error) {
      done(error instanceof Error ? error : new TypeError('not an error'));
    }
  });

  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(notFound('This address'), request, reply));
}

/** The path without its query; where it contains a token (an invite's link), the route's own name instead. */
function pathForLog(request: FastifyRequest): string | undefined {
  const { url, config } = request.routeOptions;
  return config.hidesPathInLog ? url : request.url.split('?')[0];
}

/** For an address that can't be routed at all: none of the hooks above have run for it. */
export function respondUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id);
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Server-Timing', serverTiming(newTiming()));
  reply.header('Cache-Control', 'no-store');
  sendError(error, request, reply);
}

const FASTIFY_ERRORS: Record<string, ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new ApiError(413, 'too_large', 'The body is larger than this address takes.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ApiError(
    415,
    'unsupported_type',
    'This address does not take that type of body.',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: unreadableBody(
    'unreadable_body',
    'The body is shorter or longer than it says.',
  ),
  FST_ERR_CTP_EMPTY_JSON_BODY: unreadableBody('unreadable_json', 'The body is empty.'),
  // A part of the path that is longer than any id or name.
  FST_ERR_MAX_PARAM_LENGTH: notFound('This address'),
  FST_ERR_BAD_URL: unreadableBody('unreadable_address', 'This address can not be read.'),
};

/** PostgreSQL's class 22: a value that no column can store, such as an invalid id. */
function isUnreadableValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '22P02' || error.code === '22021');
}

/** PostgreSQL's `untranslatable_character`: JSON with NUL in a text, which it does not store. */
const isUnstorableText = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '22P05';

/** PostgreSQL's codes for concurrent writes: a name taken in between, a deadlock that it resolved. */
const COLLISIONS = new Set(['23505', '40P01', '40001']);

function toApiError(error: FastifyError | ApiError): ApiError | null {
  if (error instanceof ApiError) return error;
  const known = FASTIFY_ERRORS[error.code];
  if (known) return known;
  if (isUnreadableValue(error)) return notFound();
  if (isUnstorableText(error)) return invalid({ body: [message.unreadableCharacters('A text')] });
  if (isLockOrStatementTimeout(error)) return serverBusy();
  return null;
}

/** The API error for an error; unexpected ones are logged, and become a plain 500. */
export function toApiErrorBody(error: FastifyError | ApiError, request: FastifyRequest): ApiError {
  const known = toApiError(error);
  const away = !known && isDatabaseUnavailable(error);
  const collided = !known && COLLISIONS.has(error.code);
  if (collided) request.log.info({ id: request.id, err: error }, 'collided with another write');
  else if (away) request.log.warn({ id: request.id, err: error }, 'the database does not answer');
  else if (!known) request.log.error({ id: request.id, err: error }, 'unexpected error');
  else if (!(error instanceof ApiError) && isLockOrStatementTimeout(error))
    request.log.warn({ id: request.id, err: error }, 'waited for too long');
  return (
    known ??
    (isStorageFull(error) ? storageFull() : null) ??
    (away
      ? new ApiError(503, 'not_ready', 'The database does not answer just now. Try again in a moment.', {
          retryAfter: UNAVAILABLE_RETRY_SECONDS,
        })
      : null) ??
    (collided
      ? conflict('at_once', 'Somebody else did something with this at the same moment. Try again.')
      : null) ??
    new ApiError(
      500,
      'unexpected',
      `Hubkeep could not do this because of a fault of its own (${request.id}).`,
    )
  );
}

/** The one place where an error becomes a response of the API. */
export function sendError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  const response = toApiErrorBody(error, request);
  if (response.retryAfter) reply.header('Retry-After', Math.ceil(response.retryAfter));
  return reply.code(response.status).send(response.body());
}
