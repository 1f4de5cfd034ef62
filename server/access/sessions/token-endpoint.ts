import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SHARE_LINK_COOKIE } from '#lib/contract/share-link.ts';
import { looksLikeToken, SESSION_SECONDS } from '#server/platform/crypto/token.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { readCookie, SESSION_COOKIE, sessionCookie } from '#server/platform/http/cookie.ts';
import { isSameOrigin } from '#server/platform/http/same-origin.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * The app's own token endpoint (docs/contract.md §3): lets the page's script store, read and delete the
 * session token.
 */
export function mountTokenEndpoint(app: FastifyInstance, services: Services): void {
  const guard = async (request: FastifyRequest): Promise<void> => {
    if (!isSameOrigin(request.headers)) {
      throw new ApiError(403, 'other_origin', 'The token is only for this app’s own pages.');
    }
  };
  const storeToken = (request: FastifyRequest, reply: FastifyReply, token: string | null): void => {
    const secure = request.protocol === 'https' || services.config.publicUrl.startsWith('https:');
    reply.header('Set-Cookie', sessionCookie(token, { secure, maxAgeSeconds: SESSION_SECONDS }));
  };
  const url = '/api/token/';

  app.get(url, { onRequest: guard }, async (request) => ({
    data: { token: readCookie(request.headers, SESSION_COOKIE) },
  }));

  app.post(url, { onRequest: guard }, async (request, reply) => {
    const { body } = request;
    const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined;
    if (!looksLikeToken(token)) throw invalid({ token: ['This is not a session token.'] });
    storeToken(request, reply, token);
    return { data: { token } };
  });

  app.delete(url, { onRequest: guard }, async (request, reply) => {
    storeToken(request, reply, null);
    // The next user of the browser must not open the links of the previous one, nor those with a password.
    reply.header('Set-Cookie', `${SHARE_LINK_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`);
    return { data: { token: null } };
  });
}
