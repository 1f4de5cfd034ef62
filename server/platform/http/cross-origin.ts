import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const HEADERS =
  'app-type, answer-token, authorization, content-type, draft-token, idempotency-key, if-match, org-handle, share-token, tus-resumable, upload-length, upload-metadata, upload-offset';
const EXPOSED =
  'Location, Retry-After, Server-Timing, Tus-Resumable, Upload-Expires, Upload-Length, Upload-Offset, X-Request-Id';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const PREFLIGHT_SECONDS = 7_200;
const API = '/api/v1/';

/**
 * Lets the pages at `publicUrl` call this API where it has another origin (`NEXT_PUBLIC_API_HOST`; Fetch
 * §3.2). Only they may, and only with the token in its header: cookies are never accepted from there.
 */
export function mountCrossOrigin(app: FastifyInstance, publicUrl: string): void {
  const { origin } = new URL(publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(API)) {
      reply.header('Vary', 'Origin');
      if (request.headers.origin === origin) {
        reply.header('Access-Control-Allow-Origin', origin);
        reply.header('Access-Control-Expose-Headers', EXPOSED);
      }
    }
    done();
  });
  app.options(`${API}*`, (request, reply) => sendPreflight(publicUrl, request, reply));
}

/** Responds to `OPTIONS`: what the pages at `publicUrl` may send. */
export function sendPreflight(publicUrl: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.headers.origin === new URL(publicUrl).origin) {
    reply.header('Access-Control-Allow-Headers', HEADERS);
    reply.header('Access-Control-Allow-Methods', METHODS);
    reply.header('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  }
  return reply.code(204).send();
}
