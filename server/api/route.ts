import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Wire } from '#lib/contract/wire.ts';
import type { Caller, CallerOptions, CookieUse } from '#server/access/sessions/caller.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import type { Envelope } from './envelope.ts';
import { withKnownFieldsOnly } from './known-fields.ts';
import type { Publishes } from './write-events.ts';

export { inTransaction } from '#server/platform/database/in-transaction.ts';
export { type Envelope, listEnvelope, messageEnvelope } from './envelope.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Schema = z.ZodType;
type Infer<S> = S extends Schema ? z.output<S> : undefined;

/** Who may call the route: anybody, a signed-in account, or either within a hub (⌂ in the contract). */
export type Auth = 'anyone' | 'user' | 'hub' | 'hub user';

type CallerFor<A extends Auth> = A extends 'hub'
  ? HubCaller
  : A extends 'hub user'
    ? HubCaller & { user: NonNullable<HubCaller['user']> }
    : A extends 'user'
      ? Caller & { user: NonNullable<Caller['user']> }
      : Caller;

/** What is known of a request before any of its body is read. */
export type RequestContext<A extends Auth, P, Q> = {
  services: Services;
  caller: CallerFor<A>;
  params: Infer<P>;
  query: Infer<Q>;
  request: FastifyRequest;
  reply: FastifyReply;
};

type ValidatedContext<A extends Auth, P, Q, B> = RequestContext<A, P, Q> & { body: Infer<B> };

/** A streamed body that was received completely, before anything is written. */
export type ReceivedBody = {
  /** Its content as JSON: two bodies of the same content are the same request to an `Idempotency-Key`. */
  content: unknown;
  /** Discards what was not stored of it. */
  cleanUp(): Promise<void>;
};

/** A body that is no JSON: the file or files of a multipart one beside its `fields`, or bytes alone. */
export type ReceivedContent =
  | { type: 'multipart/form-data'; file: 'file' | 'files'; fields?: Schema }
  | { type: 'application/offset+octet-stream' }
  | { type: 'text/markdown' };

/** What a response with this schema may be built from: its data as it is sent, or an envelope around that. */
type Sent<S extends Schema> = Wire<z.input<S>> | Envelope<Wire<z.input<S>>>;

type Awaitable<T> = T | Promise<T>;

/** What the published description says of parameters, by their names, besides their schemas. */
export type ParameterNotes = Readonly<Record<string, { description?: string; example?: string }>>;

/** One route, read in the order in which it happens: limit, authenticate, validate, authorize, handle, present. */
type RouteBase<A extends Auth, P, Q, B, Z, I, F> = {
  method: Method;
  /** Below `/api/v1/`, ending in `/`. */
  path: string;
  /** A line of text for the published description. */
  summary: string;
  /** Of its query, and of the parts that are sent with a file. */
  notes?: ParameterNotes;
  /** A body as it may be sent, in place of the example of its schema. */
  example?: unknown;
  /** Refuses before anything is read; throws the contract's 429. */
  limit?: (context: { services: Services; request: FastifyRequest }) => Promise<void> | void;
  auth: A;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * Mints what the handler needs; throws where the caller may not. Does not use the body, so that it can run
   * before a large one is read.
   */
  authorize?(context: RequestContext<A, P, Q>): Awaitable<Z>;
  /**
   * Receives a body that is not JSON, once `authorize` has accepted its sender. The sender is authorized
   * again when it is complete, since that may be long after.
   */
  receive?(context: RequestContext<A, P, Q> & { incoming: IncomingBytes }): Promise<I>;
  /** What `receive` accepts, for the published description. */
  receives?: ReceivedContent;
  /** Of a success; 200 by default. */
  status?: number;
  /**
   * Of the `data` of its refusals: the current state for `If-Match`, the rejected files of an upload.
   * `REFUSAL_DATA` names that of codes that any route may answer with.
   */
  refusalData?: F;
  /**
   * Accepts the session's cookie in place of the header (docs/contract.md §2: for `<img>` and downloads);
   * `download` not of what is shown in a page, where the address may be somebody else's.
   */
  acceptsSessionCookie?: CookieUse;
  /** Writes too are authorized by the share links that the visitor opened in this browser, as forms are. */
  acceptsLinkCookie?: boolean;
  /**
   * False where an `Idempotency-Key` is ignored: a route that counts attempts of a password or a code counts
   * each of them.
   */
  idempotent?: false;
  /**
   * Of a `GET` within a hub whose parameter `slug` names a space: the caller is read along with that space, into
   * `caller.named`; `scopes` also with the scopes there that they may see (docs/decisions/0176).
   */
  readsSpace?: 'space' | 'scopes';
  /**
   * Of a `GET` that acts in no hub: reads the caller in place of `callerOf`, by one statement along with what `authorize` asks for
   * (docs/decisions/0276).
   */
  readsCaller?(services: Services, request: FastifyRequest, options: CallerOptions): Promise<Caller>;
  /** Its address has a token, such as an invite's: logs name the route in place of the path. */
  hidesPathInLog?: boolean;
  /** Reads `If-Match`, by {@link expectedRevision} (docs/contract.md §2). */
  acceptsRevision?: boolean;
  /** Headers of a response to `OPTIONS`, in addition to those of the preflight. */
  optionsHeaders?: Readonly<Record<string, string>>;
  /**
   * Responds no sooner than after this many milliseconds, so that timing reveals nothing; no transaction is
   * open meanwhile.
   */
  minimumMs?: number;
  /** Maximum bytes of a JSON body; 1 MiB by default. */
  bodyLimit?: number;
};

/**
 * Which change events follow it: every write says it, a GET only where it changes something. What it publishes
 * doesn't determine what it was authorized on.
 */
type WithEvents<M, Z, R> = { publishes?: Publishes<NoInfer<Z>, NoInfer<R>> } & (M extends 'GET'
  ? unknown
  : { publishes: unknown });

type Address<M, Path, Z, R> = { method: M; path: Path } & WithEvents<M, Z, R>;

type HandlerContext<A extends Auth, P, Q, B, Z, I> = ValidatedContext<A, P, Q, B> & {
  authorized: Z;
  received: I;
};

/** A route whose handler returns what is sent. */
type PlainRoute<A extends Auth, P, Q, B, Z, I, F, S extends Schema> = RouteBase<A, P, Q, B, Z, I, F> & {
  /**
   * Handles the request; with an `Idempotency-Key`, `services.database` is the one transaction that
   * everything belongs in.
   */
  handle(context: HandlerContext<A, P, Q, B, Z, I>): Awaitable<Sent<S>>;
  present?: undefined;
  /** Of `data`, as it is sent; `z.null()` for a route that returns only a message. */
  response: S;
  stream?: undefined;
  head?: undefined;
};

/** A route whose handler returns rows, which `present` makes fit for the wire. */
type PresentedRoute<A extends Auth, P, Q, B, Z, I, F, S extends Schema, R> = RouteBase<
  A,
  P,
  Q,
  B,
  Z,
  I,
  F
> & {
  handle(context: HandlerContext<A, P, Q, B, Z, I>): Awaitable<R>;
  present(result: R, context: ValidatedContext<A, P, Q, B> & { authorized: Z }): Awaitable<Sent<S>>;
  response: S;
  stream?: undefined;
  head?: undefined;
};

/** A route whose handler sends its body itself: files, pictures, exports. */
type StreamRoute<A extends Auth, P, Q, B, Z, I, F, S extends Schema> = RouteBase<A, P, Q, B, Z, I, F> & {
  /** The media types that it may send. */
  stream: readonly [string, ...string[]];
  /**
   * Sets the headers of a stream, before the handler runs. For HEAD only this runs: nothing is written, and
   * no stream is opened. Without it the handler responds to HEAD as well.
   */
  head?(context: RequestContext<A, P, Q> & { authorized: Z }): Promise<void> | void;
  /** Sends the stream; a result that is neither the reply nor undefined is sent as `data`, by `response`. */
  handle(context: HandlerContext<A, P, Q, B, Z, I>): Awaitable<FastifyReply | undefined | Sent<S>>;
  present?: undefined;
  /** Only of a route that sends JSON, too. */
  response?: S;
};

/** A route of any type, as the server and the published description read it. */
export type AnyRoute = RouteBase<Auth, Schema, Schema, Schema, unknown, ReceivedBody, Schema> & {
  // biome-ignore lint/suspicious/noExplicitAny: of routes of every shape; each is checked where it is defined.
  publishes?: Publishes<any, any> | undefined;
  handle(context: unknown): unknown;
  present?(result: unknown, context: unknown): unknown;
  response?: Schema;
  stream?: readonly [string, ...string[]] | undefined;
  head?(context: unknown): Promise<void> | void;
};

/** A route with the types that its callers need (`services/api.ts`). */
export type TypedRoute<M extends Method, Path extends string, Q, B, S, F> = AnyRoute & {
  readonly types?: { method: M; path: Path; query: Q; body: B; response: S; refusal: F };
};

/** Gives a route its types; nothing happens until it is mounted. */
export function route<
  M extends Method,
  const Path extends string,
  A extends Auth,
  S extends Schema,
  R,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  Z = undefined,
  I extends ReceivedBody | undefined = undefined,
  F extends Schema | undefined = undefined,
>(
  definition: PresentedRoute<A, P, Q, B, Z, I, F, S, R> & Address<M, Path, Z, R>,
): TypedRoute<M, Path, Q, B, S, F>;
export function route<
  M extends Method,
  const Path extends string,
  A extends Auth,
  S extends Schema = z.ZodNever,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  Z = undefined,
  I extends ReceivedBody | undefined = undefined,
  F extends Schema | undefined = undefined,
>(
  definition: StreamRoute<A, P, Q, B, Z, I, F, S> & Address<M, Path, Z, unknown>,
): TypedRoute<M, Path, Q, B, S, F>;
export function route<
  M extends Method,
  const Path extends string,
  A extends Auth,
  S extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  Z = undefined,
  I extends ReceivedBody | undefined = undefined,
  F extends Schema | undefined = undefined,
>(
  definition: PlainRoute<A, P, Q, B, Z, I, F, S> & Address<M, Path, Z, Sent<S>>,
): TypedRoute<M, Path, Q, B, S, F>;
export function route(definition: AnyRoute): AnyRoute {
  const { body } = definition;
  return body ? { ...definition, body: withKnownFieldsOnly(body) } : definition;
}
