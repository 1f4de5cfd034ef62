import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiSuccess } from '#lib/contract/envelope.ts';
import { trimParams } from '#lib/text/text.ts';
import { withFolderScopes } from '#server/access/policy/folder-scope.ts';
import { type Caller, type CookieUse, callerOf } from '#server/access/sessions/caller.ts';
import { type HubCaller, hubCallerOf } from '#server/access/sessions/hub-caller.ts';
import { hubTenant, setTenant } from '#server/platform/database/tenant.ts';
import { ApiError, unauthenticated } from '#server/platform/http/api-error.ts';
import { declaredLength } from '#server/platform/http/body-length.ts';
import { sendPreflight } from '#server/platform/http/cross-origin.ts';
import { withMinimumDuration } from '#server/platform/http/minimum-duration.ts';
import { parse } from '#server/platform/http/parse.ts';
import { sendHeaders } from '#server/platform/http/send-stream.ts';
import { whenClosed } from '#server/platform/http/when-closed.ts';
import { senderOf } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import { respondIdempotently } from './idempotency.ts';
import { changeEventsOfWrite, type Publishes } from './write-events.ts';

export { inTransaction } from '#server/platform/database/in-transaction.ts';

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

/** What is known of a request before any of its body is read. */
type RequestContext<A extends Auth, P, Q> = {
  services: Services;
  caller: CallerFor<A>;
  params: Infer<P>;
  query: Infer<Q>;
  request: FastifyRequest;
  reply: FastifyReply;
};

type ValidatedContext<A extends Auth, P, Q, B> = RequestContext<A, P, Q> & { body: Infer<B> };

/** What a handler returns: data, or a whole envelope (a list with its page, a message). */
export type Envelope = { envelope: ApiSuccess<unknown> | Record<string, unknown> };

/** A page of a list, as the contract's envelope. */
export function listEnvelope<T>(
  rows: T[],
  at: { page: number; page_size: number; count?: number | null },
): Envelope {
  return { envelope: { data: rows, count: at.count ?? null, page: at.page, page_size: at.page_size } };
}

/** A message without a thing, or beside it. */
export function messageEnvelope(message: string, data: unknown = null): Envelope {
  return { envelope: { data, message } };
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'envelope' in value;
}

/** A streamed body that came in whole, before anything is written. */
export type ReceivedBody = {
  /** What it holds, as JSON: two bodies of the same content are the same request to an `Idempotency-Key`. */
  content: unknown;
  /** Forgets what was not kept of it. */
  cleanUp(): Promise<void>;
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
  /**
   * Mints what the handler needs; throws where the caller may not. Knows nothing of the body, so that it can be asked
   * before a large one is read.
   */
  authorize?(context: RequestContext<A, P, Q>): Promise<Z> | Z;
  /**
   * Takes a body in that is no JSON, once `authorize` has let its sender through. Who sends it, and whether they may,
   * is asked again when all of it is there, since that may be long after.
   */
  receive?(context: RequestContext<A, P, Q> & { incoming: IncomingBytes }): Promise<I>;
  /** Does it; with an `Idempotency-Key`, `services.database` is the one transaction that everything belongs in. */
  handle(context: ValidatedContext<A, P, Q, B> & { authorized: Z; received: I }): Promise<R> | R;
  present?(result: R, context: ValidatedContext<A, P, Q, B> & { authorized: Z }): unknown;
  /** Of a success; 200 unless said. */
  status?: number;
  /** The shape of `data`, for the published description. */
  response?: Schema;
  /**
   * Accepts the session's cookie in place of the header (docs/contract.md §2: what `<img>` and downloads ask for); `download` not
   * of what is shown in a page, where the address may be somebody else's.
   */
  acceptsSessionCookie?: CookieUse;
  /** Writes too are authorized by the share links that the visitor opened in this browser, as forms are. */
  acceptsLinkCookie?: boolean;
  /** False where an `Idempotency-Key` is ignored: what counts tries of a password or a code counts each of them. */
  idempotent?: false;
  /** Which change events follow it; `resources` of a write and `nothing` of a GET unless said. */
  publishes?: Publishes;
  /** Headers of an answer to `OPTIONS`, beside those of the preflight. */
  optionsHeaders?: Readonly<Record<string, string>>;
  /** What it answers is a stream that the handler sends itself. */
  stream?: boolean;
  /**
   * Sets the headers of a stream, before the handler runs. Of HEAD it is all that is done: neither is anything written,
   * nor the stream begun. Without it the handler answers HEAD as well.
   */
  head?(context: RequestContext<A, P, Q> & { authorized: Z }): Promise<void> | void;
  /** Responds no sooner than after so many milliseconds, so that timing reveals nothing; no transaction is open meanwhile. */
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
  I extends ReceivedBody | undefined = undefined,
>(definition: RouteDefinition<A, P, Q, B, Z, R, I>): RouteDefinition<A, P, Q, B, Z, R, I> {
  return definition;
}

async function authenticate(definition: AnyRoute, services: Services, request: FastifyRequest) {
  const { auth, acceptsSessionCookie: cookie = false, acceptsLinkCookie: linkCookie = false } = definition;
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

/** A request whose sender may send it, as far as can be known without its body. */
type Admitted = { caller: Caller; params: unknown; query: unknown; at: number };

/** Longer bodies, and those that do not say how long they are, are read once `authorize` has let their sender through. */
const SMALL_BODY_BYTES = 64 * 1024;
/** Who sends a body that takes longer than this is asked again when it is there, in milliseconds. */
const LONG_BODY_MS = 1_000;

/** Limits, authenticates and, before a long body, authorizes a request; none of its body is read yet. */
async function admit(
  definition: AnyRoute,
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Admitted> {
  await definition.limit?.({ services, request });
  const caller = await authenticate(definition, services, request);
  const params = parse(definition.params, request.params);
  const query = parse(definition.query, trimParams({ ...asObject(request.query) }));
  const length = request.method === 'GET' || request.method === 'HEAD' ? 0 : declaredLength(request.raw);
  if (definition.receive || length === null || length > SMALL_BODY_BYTES) {
    setTenantOf(await definition.authorize?.({ services, caller, params, query, request, reply }));
  }
  if (!definition.receive && length !== 0) {
    const most = request.routeOptions.bodyLimit;
    const memory = services.incoming.inMemory(senderOf(request, caller));
    memory.take(Math.min(length ?? most, most));
    request.raw.once('end', memory.release);
    // Whoever sends it may have left meanwhile.
    whenClosed(request.raw, memory.release);
  }
  return { caller, params, query, at: performance.now() };
}

/** Takes a body in that is no JSON, and asks again who has sent it. */
async function receiveBody(
  definition: AnyRoute,
  context: RequestContext<Auth, Schema, Schema>,
): Promise<{ caller: Caller; received: ReceivedBody | undefined; done(): Promise<void> }> {
  const { services, caller, request } = context;
  if (!definition.receive) return { caller, received: undefined, done: async () => undefined };
  const incoming = await services.incoming.onDisk(senderOf(request, caller));
  try {
    const received: ReceivedBody = await definition.receive({ ...context, incoming });
    const done = () => received.cleanUp().finally(incoming.release);
    try {
      return { caller: await authenticate(definition, services, request), received, done };
    } catch (error) {
      await done();
      throw error;
    }
  } catch (error) {
    incoming.release();
    throw error;
  }
}

async function handle(
  definition: AnyRoute,
  services: Services,
  { request, reply, admitted }: { request: FastifyRequest; reply: FastifyReply; admitted: Admitted },
): Promise<FastifyReply> {
  if (!definition.receive) requireJson(request);
  const { params, query, at } = admitted;
  const body = parse(definition.body, request.body ?? {});
  const isLong = performance.now() - at > LONG_BODY_MS;
  const asked = isLong ? await authenticate(definition, services, request) : admitted.caller;
  const context = { services, caller: asked, params, query, request, reply };
  if (definition.stream) {
    const authorized = await definition.authorize?.(context);
    setTenantOf(authorized);
    if (!definition.head) {
      await definition.handle({ ...context, body, authorized, received: undefined });
      return reply;
    }
    const before = reply.getHeaders();
    await definition.head({ ...context, authorized });
    if (request.method === 'HEAD') return sendHeaders(reply);
    try {
      await definition.handle({ ...context, body, authorized, received: undefined });
      return reply;
    } catch (error) {
      // A refusal is no attachment.
      for (const name of Object.keys(reply.getHeaders())) if (!(name in before)) reply.removeHeader(name);
      throw error;
    }
  }
  // No transaction is open while a body comes in.
  const { caller, received, done } = await receiveBody(definition, context);
  let written: { authorized: unknown; result: unknown } | null = null;
  const work = async (own: Services) => {
    const now = { ...context, caller, body, services: own };
    const authorized = await definition.authorize?.(now);
    setTenantOf(authorized);
    const result = await definition.handle({ ...now, authorized, received });
    written = { authorized, result };
    const data = definition.present ? await definition.present(result, { ...now, authorized }) : result;
    return { status: definition.status ?? 200, body: isEnvelope(data) ? data.envelope : { data } };
  };
  try {
    const content = received ? received.content : (request.body ?? null);
    const { minimumMs, method, idempotent = method !== 'GET' } = definition;
    const once = () =>
      withFolderScopes(
        services,
        () => respondIdempotently(services, request, caller, { takesKey: idempotent, content, work }),
        () => reply.raw.destroyed,
      );
    const answer = await (minimumMs ? withMinimumDuration(minimumMs, once) : once());
    if (written) publishWrite(services, definition, caller, written);
    return reply.code(answer.status).send(answer.body);
  } finally {
    await done();
  }
}

/** Puts routes on the server, each below `/api/v1/`. */
export function mountRoutes(app: FastifyInstance, services: Services, routes: readonly AnyRoute[]): void {
  const admissions = new WeakMap<FastifyRequest, Admitted>();
  for (const definition of routes) {
    const { optionsHeaders } = definition;
    if (optionsHeaders) {
      app.options(`/api/v1/${definition.path}`, (request, reply) =>
        sendPreflight(services.config.publicUrl, request, reply.headers(optionsHeaders)),
      );
    }
    app.route({
      method: definition.method,
      url: `/api/v1/${definition.path}`,
      ...(definition.bodyLimit ? { bodyLimit: definition.bodyLimit } : {}),
      config: { stream: definition.stream ?? false },
      onRequest: async (request, reply) => {
        admissions.set(request, await admit(definition, services, { request, reply }));
      },
      handler: async (request, reply) => {
        const admitted = admissions.get(request);
        if (!admitted) throw new Error('a request is admitted before it is handled');
        return handle(definition, services, { request, reply, admitted });
      },
    });
  }
}

/** Publishes the change events of a write after its transaction, so that readers find it. */
function publishWrite(
  services: Services,
  { method, publishes = method === 'GET' ? 'nothing' : 'resources' }: AnyRoute,
  caller: Caller,
  written: { authorized: unknown; result: unknown },
): void {
  for (const one of changeEventsOfWrite({ publishes, userId: caller.user?.id ?? null, ...written }))
    services.changeEvents.publish(one);
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
