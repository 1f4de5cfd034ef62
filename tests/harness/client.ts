import type { ApiSuccess } from '#lib/contract/envelope.ts';
import type { ApiFailure } from '#lib/contract/refusal.ts';
import type { Address, Data } from '#services/api.ts';
import { eventually } from './eventually.ts';

/** A response, whatever its status: tests check successes and refusals. */
export type ClientResponse<T = unknown> = {
  status: number;
  ok: boolean;
  headers: Headers;
  /** `data` of a success; the conflicting state of a 409; else undefined. */
  data: T;
  body: Partial<ApiSuccess<T> & ApiFailure>;
};

export type RequestOptions = {
  headers?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent unchanged, with the type of its headers (or the form's own). */
  raw?: BodyInit;
  signal?: AbortSignal;
};

/** A call whose data has the type that the route of its address returns; of an address that no type tells, a claim. */
type Read = {
  <const Url extends string>(
    path: Url & Address<'GET', Url>,
    options?: RequestOptions,
  ): Promise<ClientResponse<Data<'GET', Url>>>;
  <T = unknown>(path: string, options?: RequestOptions): Promise<ClientResponse<T>>;
};
type Write<Method extends string> = {
  <const Url extends string>(
    path: Url & Address<Method, Url>,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<ClientResponse<Data<Method, Url>>>;
  <T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<ClientResponse<T>>;
};

/** The API as a program uses it. Paths are relative to `/api/v1/`, or absolute on the server. */
export type Client = {
  /** Of the server, without a trailing slash. */
  url: string;
  get: Read;
  post: Write<'POST'>;
  put: Write<'PUT'>;
  patch: Write<'PATCH'>;
  delete: Write<'DELETE'>;
  /** The response itself, for bytes and streams. */
  fetch(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>;
  /** The same server with this person's token. */
  as(who: { token: string } | string): Client;
  /** The same caller acting in this hub. */
  in(hub: { domain_handle: string } | string): Client;
};

async function read<T>(response: Response): Promise<ClientResponse<T>> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const body = isJson && text ? JSON.parse(text) : {};
  // Servers under test compare responses with the schema of their route: no test continues past a mismatch.
  if (body.code === 'response_mismatch') throw new Error(body.message);
  return { status: response.status, ok: response.ok, headers: response.headers, data: body.data, body };
}

/** As long as an indexer may take before a search continues without it, in milliseconds. */
const INDEXED_MS = 10_000;

/** Waits until all that was written is in the index: what a test has written, its next search finds. */
export async function waitUntilIndexed(url: string): Promise<void> {
  await eventually(async () => {
    const response = await fetch(new URL('/readyz', url));
    const { data } = await response.json();
    if (data?.indexing.waiting > 0) throw new Error(`${data.indexing.waiting} wait to be indexed`);
  }, INDEXED_MS).catch(() => undefined);
}

const SEARCH = /^(\/api\/v1\/)?search\//;

export function createClient(url: string, defaultHeaders: Record<string, string> = {}): Client {
  const send: Client['fetch'] = async (method, path, body, options = {}) => {
    if (method === 'GET' && SEARCH.test(path)) await waitUntilIndexed(url);
    const address = new URL(path.startsWith('/') ? path : `/api/v1/${path}`, url);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(address, {
      method,
      redirect: 'manual',
      headers: { 'app-type': 'social', ...json, ...defaultHeaders, ...options.headers },
      body: options.raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: options.signal,
    });
  };
  const writing =
    (method: string) =>
    async (path: string, body?: unknown, options?: RequestOptions): Promise<ClientResponse<never>> =>
      read(await send(method, path, body, options));
  return {
    url,
    get: async (path: string, options?: RequestOptions): Promise<ClientResponse<never>> =>
      read(await send('GET', path, undefined, options)),
    post: writing('POST'),
    put: writing('PUT'),
    patch: writing('PATCH'),
    delete: writing('DELETE'),
    fetch: send,
    as(who) {
      return createClient(url, {
        ...defaultHeaders,
        authorization: `JWT ${typeof who === 'string' ? who : who.token}`,
      });
    },
    in(hub) {
      return createClient(url, {
        ...defaultHeaders,
        'org-handle': typeof hub === 'string' ? hub : hub.domain_handle,
      });
    },
  };
}
