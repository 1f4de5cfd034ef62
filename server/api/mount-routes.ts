import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiSuccess } from '#lib/contract/envelope.ts';
import { trimParams } from '#lib/text/text.ts';
import { withFolderScopes } from '#server/access/policy/folder-scope.ts';
import { type Caller, callerOf } from '#server/access/sessions/caller.ts';
import { callerBeforeHub, hubCallerOf, type SpaceToRead } from '#server/access/sessions/hub-caller.ts';
import { hubTenant, setTenant } from '#server/platform/database/tenant.ts';
import { ApiError, unauthenticated } from '#server/platform/http/api-error.ts';
import { declaredLength } from '#server/platform/http/body-length.ts';
import { sendPreflight } from '#server/platform/http/cross-origin.ts';
import { withMinimumDuration } from '#server/platform/http/minimum-duration.ts';
import { parse } from '#server/platform/http/parse.ts';
import { sendHeaders } from '#server/platform/http/send-stream.ts';
import { whenClosed } from '#server/platform/http/when-closed.ts';
import { senderOf } from '#server/platform/rate-limit/incoming-bodies.ts';
import type { Services } from '#server/platform/services.ts';
import { checkRefusal, checkResponse } from './check-response.ts';
import { bodyOf } from './envelope.ts';
import { respondIdempotently } from './idempotency.ts';
import type { AnyRoute, Auth, ReceivedBody, RequestContext } from './route.ts';
import { changeEventsOfWrite, type Written } from './write-events.ts';

type Schema = z.ZodType;

/** Every slug of a space; what else is sent is looked up by its route, which checks it. */
const SLUG = /^[\w-]{1,255}$/;

/** The space that a request reads, by its slug in lower case. */
function spaceToRead({ readsSpace }: AnyRoute, { params }: FastifyRequest): SpaceToRead | null {
  if (!readsSpace) return null;
  const slug = typeof params === 'object' && params !== null ? Reflect.get(params, 'slug') : null;
  if (typeof slug !== 'string' || !SLUG.test(slug)) return null;
  return { slug: slug.toLowerCase(), withScopes: readsSpace === 'scopes' };
}

async function authenticate(definition: AnyRoute, services: Services, request: FastifyRequest) {
  const { auth, acceptsSessionCookie: cookie = false, acceptsLinkCookie: linkCookie = false } = definition;
  const isInHub = auth === 'hub' || auth === 'hub user';
  const readCaller = definition.readsCaller ?? callerOf;
  const found = isInHub
    ? await callerBeforeHub(services, request, { cookie, linkCookie }, spaceToRead(definition, request))
    : { caller: await readCaller(services, request, { cookie, linkCookie }), hub: undefined };
  const { caller } = found;
  if (caller.user) {
    const { id, activeHubId } = caller.user;
    setTenant(activeHubId ? hubTenant(activeHubId) : `user:${id}`);
  }
  if ((auth === 'user' || auth === 'hub user') && !caller.user) throw unauthenticated();
  if (!isInHub) return caller;
  const hubCaller = await hubCallerOf(services, request, found);
  setTenant(hubTenant(hubCaller.hub.id));
  return hubCaller;
}

/** Once the hub of a request is known, it queues with the other requests of that hub. */
function setTenantOf(authorized: unknown): void {
  if (typeof authorized !== 'object' || authorized === null) return;
  const hubId = 'hub_id' in authorized ? authorized.hub_id : 'hubId' in authorized ? authorized.hubId : null;
  if (typeof hubId === 'string') setTenant(hubTenant(hubId));
}

/** A request whose sender is authorized, as far as can be known without its body. */
type Admitted = { caller: Caller; params: unknown; query: unknown; at: number };

/** Longer bodies, and those without a length, are read after `authorize` has accepted their sender. */
const SMALL_BODY_BYTES = 64 * 1024;
/**
 * The sender of a body that takes longer than this is authorized again once it is complete, in milliseconds.
 */
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
    // The client may have left meanwhile.
    whenClosed(request.raw, memory.release);
  }
  return { caller, params, query, at: performance.now() };
}

/** Receives a body that is not JSON, and authorizes the sender again. */
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

/** The body of a success; where responses are checked, it is compared with the route's schema. */
function respond(definition: AnyRoute, { config }: Services, result: unknown): ApiSuccess<unknown> {
  const body = bodyOf(result);
  if (config.checkResponses) checkResponse(definition, body);
  return body;
}

/** Runs a part of a route; where responses are checked, its refusals are compared with their schema. */
async function checkingRefusals<T>(
  definition: AnyRoute,
  { config }: Services,
  run: () => Promise<T>,
): Promise<T> {
  if (!config.checkResponses) return run();
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError) checkRefusal(definition, error);
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
  const currentCaller = isLong ? await authenticate(definition, services, request) : admitted.caller;
  const context = { services, caller: currentCaller, params, query, request, reply };
  if (definition.stream) {
    const authorized = await definition.authorize?.(context);
    setTenantOf(authorized);
    if (!definition.head) {
      const result = await definition.handle({ ...context, body, authorized, received: undefined });
      return result === undefined || result === reply
        ? reply
        : reply.send(respond(definition, services, result));
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
  // No transaction is open while a body is received.
  const { caller, received, done } = await receiveBody(definition, context);
  let written: Written<unknown, unknown> | null = null;
  const work = async (own: Services) => {
    const now = { ...context, caller, body, services: own };
    const authorized = await definition.authorize?.(now);
    setTenantOf(authorized);
    const result = await definition.handle({ ...now, authorized, received });
    written = { authorized, result };
    const data = definition.present ? await definition.present(result, { ...now, authorized }) : result;
    return { status: definition.status ?? 200, body: respond(definition, services, data) };
  };
  try {
    const content = received ? received.content : (request.body ?? null);
    const { minimumMs, method, idempotent = method !== 'GET' } = definition;
    const runHandler = () =>
      withFolderScopes(
        services,
        () => respondIdempotently(services, request, caller, { takesKey: idempotent, content, work }),
        () => reply.raw.destroyed,
      );
    const response = await (minimumMs ? withMinimumDuration(minimumMs, runHandler) : runHandler());
    if (written) publishWrite(services, definition, caller, written);
    return reply.code(response.status).send(response.body);
  } finally {
    await done();
  }
}

/** Registers routes on the server, each below `/api/v1/`. */
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
      config: {
        stream: definition.stream !== undefined,
        hidesPathInLog: definition.hidesPathInLog === true,
        acceptsRevision: definition.acceptsRevision === true,
      },
      onRequest: async (request, reply) => {
        const admitted = await checkingRefusals(definition, services, () =>
          admit(definition, services, { request, reply }),
        );
        admissions.set(request, admitted);
      },
      handler: async (request, reply) => {
        const admitted = admissions.get(request);
        if (!admitted) throw new Error('a request is admitted before it is handled');
        return checkingRefusals(definition, services, () =>
          handle(definition, services, { request, reply, admitted }),
        );
      },
    });
  }
}

/** Publishes the change events of a write after its transaction, so that readers find it. */
function publishWrite(
  services: Services,
  { publishes = 'nothing' }: AnyRoute,
  caller: Caller,
  written: Written<unknown, unknown>,
): void {
  for (const one of changeEventsOfWrite(publishes, caller.user?.id ?? null, written))
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
