import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { internalPath } from '#lib/browser/internal-path.ts';
import { SIGN_ON_PATHS } from '#lib/browser/sign-on-paths.ts';
import type { SignOnProblem } from '#lib/browser/sign-on-problem.ts';
import { SESSION_SECONDS } from '#server/platform/crypto/token.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { sessionCookie } from '#server/platform/http/cookie.ts';
import { isSameOrigin } from '#server/platform/http/same-origin.ts';
import type { Services } from '#server/platform/services.ts';
import { createProvider } from './provider.ts';
import { confirmSignOn, finishSignOn } from './sign-on.service.ts';
import { begunCookie, pendingCookie } from './sign-on-cookie.ts';
import { SignOnFailure } from './sign-on-failure.ts';

/** A posted proof: a password and a code. */
const BODY_BYTES_MAX = 8 * 1024;

const isSecure = (services: Services, request: FastifyRequest): boolean =>
  request.protocol === 'https' || services.config.publicUrl.startsWith('https:');

const nextOf = (value: unknown): string => internalPath(value) ?? '/';

/** Redirects by a GET to a page of this app; no such address is kept. */
function redirect(reply: FastifyReply, path: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams(query);
  reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer');
  return reply.redirect(search.size > 0 ? `${path}?${search}` : path, 303);
}

/** Back to the sign-in page, which says why. What is not the person's doing is logged for the administrator. */
function fail(services: Services, reply: FastifyReply, { error, next }: { error: unknown; next: string }) {
  const problem = problemOf(error);
  if (problem === null) throw error;
  if (problem === 'unreachable' || problem === 'refused') {
    const { cause } = error instanceof Error ? error : {};
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : problem;
    services.log.warn({ problem, reason }, 'single sign-on failed');
  }
  return redirect(reply, '/auth/signin', { sign_on: problem, ...(next === '/' ? {} : { next }) });
}

function problemOf(error: unknown): SignOnProblem | null {
  if (error instanceof SignOnFailure) return error.problem;
  return error instanceof ApiError && error.status === 429 ? 'limited' : null;
}

/**
 * Single sign-on, as the browser goes through it: to the provider, back from it, and, where an account wants its own
 * password or second factor too, through the page that asks for them. Without a provider there are none of these addresses.
 */
export function mountSignOn(app: FastifyInstance, services: Services): void {
  const { config, signingKey } = services;
  if (!config.signOn) return;
  const provider = createProvider(config.signOn);
  const redirectUri = `${config.publicUrl}${SIGN_ON_PATHS.callback}`;

  const finish = (
    request: FastifyRequest,
    reply: FastifyReply,
    { token, next }: Record<'token' | 'next', string>,
  ) => {
    const secure = isSecure(services, request);
    reply.header('Set-Cookie', sessionCookie(token, { secure, maxAgeSeconds: SESSION_SECONDS }));
    reply.header('Set-Cookie', pendingCookie.set(signingKey, null, { secure }));
    return redirect(reply, next);
  };

  type Begin = { Querystring: { next?: unknown } };
  app.get<Begin>(SIGN_ON_PATHS.begin, async (request, reply) => {
    const next = nextOf(request.query.next);
    try {
      const { url, checks } = await provider.begin(redirectUri);
      const secure = isSecure(services, request);
      reply.header('Set-Cookie', begunCookie.set(signingKey, { ...checks, next }, { secure }));
      return redirect(reply, url);
    } catch (error) {
      return fail(services, reply, { error, next });
    }
  });

  app.get(SIGN_ON_PATHS.callback, async (request, reply) => {
    const secure = isSecure(services, request);
    const begun = begunCookie.read(signingKey, request.headers);
    // A response is taken once.
    reply.header('Set-Cookie', begunCookie.set(signingKey, null, { secure }));
    const next = begun?.next ?? '/';
    try {
      const callback = new URL(redirectUri);
      callback.search = new URL(request.url, redirectUri).search;
      if (!begun || callback.searchParams.get('state') !== begun.state) throw new SignOnFailure('expired');
      const result = await finishSignOn(services, request, { provider, callback, checks: begun });
      if ('token' in result) return finish(request, reply, { token: result.token, next });
      const pending = { identityId: result.waiting, next };
      reply.header('Set-Cookie', pendingCookie.set(signingKey, pending, { secure }));
      return redirect(reply, SIGN_ON_PATHS.confirm);
    } catch (error) {
      return fail(services, reply, { error, next });
    }
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parsing = { parseAs: 'string', bodyLimit: BODY_BYTES_MAX } as const;
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      parsing,
      async (_: FastifyRequest, body: string) => new URLSearchParams(body),
    );
    scope.post(SIGN_ON_PATHS.confirmed, async (request, reply) => {
      if (!isSameOrigin(request.headers)) {
        throw new ApiError(403, 'other_origin', 'This is only for this app’s own pages.');
      }
      const pending = pendingCookie.read(signingKey, request.headers);
      const { body } = request;
      const sent = (name: string) => (body instanceof URLSearchParams ? (body.get(name) ?? '') : '');
      const proof = { password: sent('password'), code: sent('code').replaceAll(/\s/g, '') };
      const result =
        pending && (await confirmSignOn(services, request, { identityId: pending.identityId, ...proof }));
      if (!pending || !result) {
        return fail(services, reply, { error: new SignOnFailure('expired'), next: pending?.next ?? '/' });
      }
      if ('problem' in result) return redirect(reply, SIGN_ON_PATHS.confirm, { problem: result.problem });
      return finish(request, reply, { token: result.token, next: pending.next });
    });
  });
}
