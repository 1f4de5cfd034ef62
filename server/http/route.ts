import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiSuccess } from '#lib/contract/envelope.ts';
import { trimParams } from '#lib/text.ts';
import { hubTenant, setTenant } from '../database/tenant.ts';
import { isWrite, newsOfWrite } from '../realtime/news-of-write.ts';
import type { Services } from '../services.ts';
import { type Caller, callerOf } from '../session/caller.ts';
import { type HubCaller, hubCallerOf } from '../session/hub-caller.ts';
import { ApiError, unauthenticated } from './api-error.ts';
import { answerOnce } from './idempotency.ts';
import { withMinimumDuration } from './minimum-duration.ts';
import { parse } from './parse.ts';

export { inTransaction } from '../database/in-transaction.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Schema = z.ZodType;
type Infer<S> = S extends Schema ? z.output<S> : undefined;

/** Who may come at all: nobody is turned away, a signed-in account, or either within a hub (⌂ in the contract). */
export type Auth = 'anyone' | 'user' | 'hub' | 'hub user';

type CallerFor<A extends Auth> = A extends 'hub'
  ? HubCaller
  : A extends 'hub user'
    ? HubCaller & { user: NonNullable<HubCaller['user']> }
    : A extends 'user'
      ? Caller & { user: NonNullable<Caller['user']> }
      : Caller;

type Checked<A extends Auth, P, Q, B> = {
  services: Services;
  caller: CallerFor<A>;
  params: Infer<P>;
  query: Infer<Q>;
  body: Infer<B>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What a handler gives back: a thing, or a whole envelope (a list with its page, a message). */
export type Answer = { envelope: ApiSuccess<unknown> | Record<string, unknown> };

/** A page of a list, as the contract's envelope. */
export function listAnswer<T>(
  rows: T[],
  at: { page: number; page_size: number; count?: number | null },
): Answer {
  return { envelope: { data: rows, count: at.count ?? null, page: at.page, page_size: at.page_size } };
}

/** A message without a thing, or beside it. */
export function messageAnswer(message: string, data: unknown = null): Answer {
  return { envelope: { data, message } };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'envelope' in value;
}

/** A streamed body that came in whole, before anything is written. */
export type Received = {
  /** What it holds, as JSON: two bodies of the same content are the same request to an `Idempotency-Key`. */
  content: unknown;
  /** Forgets what was not kept of it. */
  discard(): Promise<void>;
};

/** One route, read in the order in which it happens: limit, authenticate, validate, authorize, handle, present. */
export type RouteDefinition<A extends Auth, P, Q, B, Z, R, I> = {
  method: Method;
  /** Below `/api/v1/`, ending in `/`. */
  path: string;
  /** A sentence for the published description. */
  summary: string;
  /** Refuses before anything is read; throws the contract's 429. */
  limit?: (context: { services: Services; request: FastifyRequest }) => Promise<void> | void;
  auth: A;
  params?: P;
  query?: Q;
  body?: B;
  /** Mints what the handler needs; throws where the caller may not. */
  authorize?(context: Checked<A, P, Q, B>): Promise<Z> | Z;
  /**
   * Takes a body in that is no JSON, once `authorize` has let its sender through; which is asked again when all of it
   * is there, since that may be long after.
   */
  receive?(context: Checked<A, P, Q, B>): Promise<I>;
  /** Does it; with an `Idempotency-Key`, `services.database` is the one transaction that everything belongs in. */
  handle(context: Checked<A, P, Q, B> & { authorized: Z; received: I }): Promise<R> | R;
  present?(result: R, context: Checked<A, P, Q, B> & { authorized: Z }): unknown;
  /** Of a success; 200 unless said. */
  status?: number;
  /** The shape of `data`, for the published description. */
  answers?: Schema;
  /** Accepts the session's cookie in place of the header (contract §2: what `<img>` and downloads ask for). */
  cookie?: boolean;
  /** What it answers is a stream that the handler sends itself. */
  stream?: boolean;
  /** Answers no sooner than after so many milliseconds, so that the time tells nothing; no transaction is open meanwhile. */
  minimumMs?: number;
  /** Bytes of a JSON body at most; 1 MiB unless said. */
  bodyLimit?: number;
};

// biome-ignore lint/suspicious/noExplicitAny: a registry of routes of every shape; each is checked where it is defined.
export type AnyRoute = RouteDefinition<any, any, any, any, any, any, any>;

/** Gives a route its types; nothing happens until it is mounted. */
export function route<
  A extends Auth,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  Z = undefined,
  R = unknown,
  I extends Received | undefined = undefined,
>(definition: RouteDefinition<A, P, Q, B, Z, R, I>): RouteDefinition<A, P, Q, B, Z, R, I> {
  return definition;
}

async function authenticate(definition: AnyRoute, services: Services, request: FastifyRequest) {
  const { auth, cookie = false, path } = definition;
  // A form is answered by the pass that its link's page left in the browser, as things are read by it.
  const linkCookie = path.startsWith('public/forms/');
  const caller = await callerOf(services, request, { cookie, linkCookie });
  if (caller.user) {
    const { id, activeHubId } = caller.user;
    setTenant(activeHubId ? hubTenant(activeHubId) : `user:${id}`);
  }
  if ((auth === 'user' || auth === 'hub user') && !caller.user) throw unauthenticated();
  if (auth !== 'hub' && auth !== 'hub user') return caller;
  const hubCaller = await hubCallerOf(services, request, caller);
  setTenant(hubTenant(hubCaller.hub.id));
  return hubCaller;
}

/** Once it is known in which hub a request acts, it takes its turn among those of that hub. */
function setTenantOf(authorized: unknown): void {
  if (typeof authorized !== 'object' || authorized === null) return;
  const hubId = 'hub_id' in authorized ? authorized.hub_id : 'hubId' in authorized ? authorized.hubId : null;
  if (typeof hubId === 'string') setTenant(hubTenant(hubId));
}

/** Puts routes on the server, each below `/api/v1/`. */
export function mountRoutes(app: FastifyInstance, services: Services, routes: readonly AnyRoute[]): void {
  for (const definition of routes) {
    const { method, path } = definition;
    app.route({
      method,
      url: `/api/v1/${path}`,
      ...(definition.bodyLimit ? { bodyLimit: definition.bodyLimit } : {}),
      config: { stream: definition.stream ?? false },
      handler: async (request, reply) => {
        await definition.limit?.({ services, request });
        const caller = await authenticate(definition, services, request);
        if (!definition.receive) requireJson(request);
        const validated = {
          caller,
          params: parse(definition.params, request.params),
          query: parse(definition.query, trimParams({ ...asObject(request.query) })),
          body: parse(definition.body, request.body ?? {}),
          request,
          reply,
        };
        let written: { authorized: unknown; result: unknown } | null = null;
        const work = async (own: Services, received?: Received) => {
          const context = { ...validated, services: own };
          const authorized = await definition.authorize?.(context);
          setTenantOf(authorized);
          const result = await definition.handle({ ...context, authorized, received });
          written = { authorized, result };
          const data = definition.present
            ? await definition.present(result, { ...context, authorized })
            : result;
          return { status: definition.status ?? 200, body: isAnswer(data) ? data.envelope : { data } };
        };
        const context = { ...validated, services };
        if (definition.stream) {
          const authorized = await definition.authorize?.(context);
          setTenantOf(authorized);
          await definition.handle({ ...context, authorized, received: undefined });
          return reply;
        }
        // Who may not is told before the body comes in; no transaction is open while it does.
        if (definition.receive) setTenantOf(await definition.authorize?.(context));
        const received: Received | undefined = await definition.receive?.(context);
        try {
          const once = () =>
            answerOnce(services, request, caller, {
              content: received ? received.content : (request.body ?? null),
              work: (own) => work(own, received),
            });
          const { minimumMs } = definition;
          const answer = await (minimumMs ? withMinimumDuration(minimumMs, once) : once());
          if (written && isWrite(method, path)) tellOf(services, path, caller, written);
          return reply.code(answer.status).send(answer.body);
        } finally {
          await received?.discard();
        }
      },
    });
  }
}

/** A write that is done is news; told after its transaction, so that whoever looks finds it. */
function tellOf(
  services: Services,
  path: string,
  caller: Caller,
  written: { authorized: unknown; result: unknown },
): void {
  for (const one of newsOfWrite({ path, userId: caller.user?.id ?? null, ...written }))
    services.news.tell(one);
}

function asObject(query: unknown): object {
  return typeof query === 'object' && query !== null ? query : {};
}

function requireJson(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (request.body !== undefined && request.body !== null && !type?.startsWith('application/json')) {
    throw new ApiError(415, 'unsupported_type', 'Send the body as application/json.');
  }
}
