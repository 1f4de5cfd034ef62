import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { PageApiInit, PageApiResult } from '#lib/browser/page-request.ts';
import { SHARE_LINK_COOKIE } from '#lib/contract/share-link.ts';
import { readCookie } from '#server/platform/http/cookie.ts';

/**
 * Calls the own API in this process, as the visitor that `request` is from.
 * @param onUnavailable is called with the `Retry-After` of a 503
 */
export function pageApi(
  app: FastifyInstance,
  request: IncomingMessage,
  token: string | null,
  onUnavailable: (retryAfter: string) => void,
) {
  return async function api<T>(path: string, init: PageApiInit = {}): Promise<PageApiResult<T>> {
    const shareToken =
      init.shareToken ?? (init.openedLinks ? readCookie(request.headers, SHARE_LINK_COOKIE) : null);
    const response = await app.inject({
      method: init.method ?? 'GET',
      url: `/api/v1/${path}`,
      remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
      headers: {
        'app-type': 'social',
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token && !init.isAnonymous ? { authorization: `JWT ${token}` } : {}),
        ...(init.orgHandle ? { 'org-handle': init.orgHandle } : {}),
        ...(shareToken ? { 'share-token': shareToken } : {}),
        ...(request.headers['x-forwarded-for']
          ? { 'x-forwarded-for': request.headers['x-forwarded-for'] }
          : {}),
      },
      ...(init.body === undefined ? {} : { payload: JSON.stringify(init.body) }),
    });
    const retryAfter = response.headers['retry-after'];
    if (response.statusCode === 503 && retryAfter !== undefined) onUnavailable(String(retryAfter));
    const ok = response.statusCode >= 200 && response.statusCode <= 204;
    return { ok, status: response.statusCode, ...response.json() };
  };
}
