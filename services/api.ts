import type { z } from 'zod';
import type { PageApiInit, PageApiResult } from '#lib/browser/page-request.ts';
import type { ApiSuccess } from '#lib/contract/envelope.ts';
import type { Wire } from '#lib/contract/wire.ts';
// Types alone: a route that changes breaks the compile of the screens that call it, and nothing of it is in the page.
import type { ApiRoute } from '#server/routes.ts';
import * as http from './http.ts';

/** A route's path with `:` for each of its parameters: `items/:/content/`. */
type Declared<Path> = Path extends `${infer Before}:${string}/${infer Rest}`
  ? `${Before}:/${Declared<Rest>}`
  : Path extends `${infer Before}:${string}`
    ? `${Before}:`
    : Path;

/** The same for an address that is called, without its query: parameters are any text by type. */
type Called<Url> = Url extends `${infer Path}?${string}` ? Segments<Path> : Segments<Url>;
type Segments<Path> = Path extends `${infer Segment}/${infer Rest}`
  ? `${string extends Segment ? ':' : Segment}/${Segments<Rest>}`
  : Path;

type Routes = {
  [Route in ApiRoute as Route['path'] extends infer Path extends string
    ? Path extends string
      ? `${Route['method']} ${Declared<Path>}`
      : never
    : never]: Route;
};

type Named<Method extends string, Url> = string extends Url
  ? never
  : `${Method} ${Called<Url> & string}` & keyof Routes;

/** The address itself where such a route exists, and never where it doesn't. */
export type Address<Method extends string, Url> = [Named<Method, Url>] extends [never] ? never : Url;

type Schema<
  Method extends string,
  Url,
  Part extends 'query' | 'body' | 'response' | 'refusal',
> = Routes[Named<Method, Url>][Part];

/** What a route returns as `data`. */
export type Data<Method extends string, Url> =
  Schema<Method, Url, 'response'> extends infer S extends z.ZodType ? z.output<S> : never;
/** What a route returns as `data` of its refusals, but for those that any route may answer with. */
export type RefusalData<Method extends string, Url> =
  Schema<Method, Url, 'refusal'> extends infer S extends z.ZodType ? z.output<S> : never;
type Entry<Method extends string, Url> = Data<Method, Url> extends readonly (infer One)[] ? One : never;
/** What a route accepts as its JSON body. */
type Body<Method extends string, Url> =
  Schema<Method, Url, 'body'> extends infer S extends z.ZodType ? Wire<z.input<S>> : undefined;

type Primitive = string | number | boolean;
/** What may be sent for a parameter of a query: one of its choices, or anything that its schema reads. */
type Param<Value> = unknown extends Value
  ? Primitive
  : string extends Value
    ? Primitive
    : Exclude<Value, undefined>;
/** The parameters of a route's query, by their names; empty ones are not sent. */
export type Query<Method extends string, Url> =
  Schema<Method, Url, 'query'> extends infer S extends z.ZodType
    ? { [Name in keyof z.input<S>]?: Param<z.input<S>[Name]> | null | undefined }
    : Record<string, never>;

/** The body is needed where its schema has fields that are. */
type Arguments<Sent, Options> = [Sent] extends [undefined]
  ? [body?: undefined, options?: Options]
  : Record<string, never> extends Sent
    ? [body?: Sent, options?: Options]
    : [body: Sent, options?: Options];

type Success<Method extends string, Url> = Promise<ApiSuccess<Data<Method, Url>>>;

type Read = <const Url extends string>(
  url: Url & Address<'GET', Url>,
  params?: Query<'GET', Url>,
  options?: http.CallOptions,
) => Success<'GET', Url>;

type ReadPage = <const Url extends string>(
  url: Url & Address<'GET', Url>,
  params?: Query<'GET', Url>,
  options?: http.CallOptions & { otherwise?: Entry<'GET', Url>[] },
) => Promise<http.ListPage<Entry<'GET', Url>>>;

type Write<Method extends string> = <const Url extends string>(
  url: Url & Address<Method, Url>,
  ...sent: Arguments<Body<Method, Url>, http.CallOptions>
) => Success<Method, Url>;

type SendFiles = <const Url extends string>(
  url: Url & Address<'POST', Url>,
  body: FormData,
  options?: http.UploadOptions,
) => Success<'POST', Url>;

/**
 * How a page's loader calls the API in the server's own process: the response has its type by the address,
 * and the method where it is not GET. The route itself compared the response with that schema
 * (`CHECK_RESPONSES`).
 */
export type PageApi = <const Url extends string, M extends 'GET' | 'POST' | 'PUT' = 'GET'>(
  url: Url & Address<M, Url>,
  init?: PageApiInit & { method?: M; body?: Body<M, Url> },
) => Promise<PageApiResult<Data<M, Url>>>;

/** The calls of `services/http.ts`, with the requests and responses of the route that an address names. */
export const get: Read = http.get;
export const getPage: ReadPage = http.getPage;
export const post: Write<'POST'> = http.post;
export const put: Write<'PUT'> = http.put;
export const patch: Write<'PATCH'> = http.patch;
export const remove: Write<'DELETE'> = http.remove;
export const postMultipart: SendFiles = http.postMultipart;
