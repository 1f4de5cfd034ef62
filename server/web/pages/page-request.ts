import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { PageRequest } from '#lib/browser/page-request.ts';
import { readWaitingSignOn } from '#server/accounts/single-sign-on/sign-on.service.ts';
import { renderPageTexts } from '#server/items/documents/page-texts.ts';
import { looksLikeToken } from '#server/platform/crypto/token.ts';
import { readCookie, SESSION_COOKIE, sessionCookie } from '#server/platform/http/cookie.ts';
import type { Services } from '#server/platform/services.ts';
import { BUILD_FILES } from './build-files.ts';
import { pageApi } from './page-api.ts';
import { publicConfig } from './public-config.ts';
import { securityPolicy } from './security-policy.ts';
import { readSentSubmission } from './sent-submission.ts';

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** What a page receives of its request, and the headers of every page's response. */
export function pageRequest(
  app: FastifyInstance,
  services: Services,
  { request, response }: Exchange,
): PageRequest {
  const { config } = services;
  const token = readCookie(request.headers, SESSION_COOKIE);
  const signedIn = looksLikeToken(token);
  const nonce = randomBytes(16).toString('base64');
  const guard = (framedBy: readonly string[] = []) =>
    response.setHeader(
      'Content-Security-Policy',
      securityPolicy({ nonce, apiHost: config.apiHost, dev: config.dev, framedBy }),
    );
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (!request.url?.startsWith(BUILD_FILES)) {
    guard();
    response.setHeader('Referrer-Policy', 'same-origin');
    // Over plain HTTP browsers ignore it, and complain.
    if (config.publicUrl.startsWith('https:')) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    }
    response.setHeader('Permissions-Policy', 'camera=(self), microphone=(self), geolocation=()');
  }
  const page: PageRequest = {
    nonce,
    config: publicConfig(config),
    signedIn,
    api: pageApi(app, request, signedIn ? token : null, (retryAfter) => {
      page.retryAfter = retryAfter;
    }),
    renderTexts: (texts) => renderPageTexts(services, texts),
    postedConfirmation: (slug) => readSentSubmission(services, request.headers, slug),
    allowFraming: guard,
    waitingSignOn: () => readWaitingSignOn(services, request.headers),
    clearSession: () => {
      const secure = config.publicUrl.startsWith('https:');
      response.setHeader('Set-Cookie', sessionCookie(null, { secure, maxAgeSeconds: 0 }));
    },
  };
  return page;
}
