// Requests by XMLHttpRequest, which reports the progress of uploads. A tenth of the size of a library for it
// (docs/decisions/0114-what-an-item-page-loads.md).

/** A response with a status that is a success; `data` is its JSON, or its text where it is none. */
export type HttpResponse<T> = { data: T; status: number; headers: Record<string, string> };

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** What is null or undefined is left out. */
  params?: Record<string, string | number | boolean | null | undefined>;
  /** Sent as JSON, unless it is a form. */
  data?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Called with the share of the body that was sent, 0 to 1. */
  onUploadProgress?: (share: number) => void;
};

/** Why there is no response: the request was canceled by its signal, or the server was not reached. */
type Reason = 'canceled' | 'network';

/** A request that failed: with the response that says why, or without one. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly reason: Reason | null;
  readonly response: HttpResponse<unknown> | null;

  constructor(cause: Reason | HttpResponse<unknown>) {
    const isReason = typeof cause === 'string';
    super(isReason ? MESSAGES[cause] : `Request failed with status code ${cause.status}`);
    this.reason = isReason ? cause : null;
    this.response = isReason ? null : cause;
  }
}

const MESSAGES = { canceled: 'The request was canceled', network: 'Network Error' } as const;

/** Success is 200 to 204 (docs/contract.md §2). */
const isSuccess = (status: number) => status >= 200 && status <= 204;

/** @returns the address with what is set of the parameters, as a form writes them */
function withParams(address: string, params: HttpRequest['params'] = {}): string {
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  ).toString();
  if (!query) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** An absolute address, or one of this server's from its root, stays; others continue the base. */
const withBase = (base: string, url: string): string =>
  /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(url) || base === ''
    ? url
    : `${base.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;

function readHeaders(request: XMLHttpRequest): Record<string, string> {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The body to send; the browser names the type of a form with files, and its boundary. */
function bodyOf(data: unknown): { body: XMLHttpRequestBodyInit | null; type: string | null } {
  if (data === undefined) return { body: null, type: null };
  if (data instanceof FormData) return { body: data, type: null };
  if (data instanceof URLSearchParams) {
    return { body: data.toString(), type: 'application/x-www-form-urlencoded' };
  }
  return { body: JSON.stringify(data), type: 'application/json' };
}

/** Sends one request. @param address complete @throws HttpError unless it succeeds */
function send<T>(address: string, request: HttpRequest): Promise<HttpResponse<T>> {
  const { method, data, signal, onUploadProgress } = request;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new HttpError('canceled'));
    const xhr = new XMLHttpRequest();
    const cancel = () => xhr.abort();
    xhr.open(method, address);
    const { body, type } = bodyOf(data);
    const headers = {
      Accept: 'application/json, text/plain, */*',
      ...(type ? { 'Content-Type': type } : {}),
      ...request.headers,
    };
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.onload = () => {
      const response = {
        data: readBody(xhr.responseText) as T,
        status: xhr.status,
        headers: readHeaders(xhr),
      };
      if (isSuccess(xhr.status)) resolve(response);
      else reject(new HttpError(response));
    };
    xhr.onerror = () => reject(new HttpError('network'));
    // Also by the browser itself, which leaves the page.
    xhr.onabort = () => reject(new HttpError(signal?.aborted ? 'canceled' : 'network'));
    xhr.onloadend = () => signal?.removeEventListener('abort', cancel);
    signal?.addEventListener('abort', cancel);
    if (onUploadProgress) {
      xhr.upload.onprogress = ({ loaded, total }) => onUploadProgress(total > 0 ? loaded / total : 0);
    }
    xhr.send(body);
  });
}

export type HttpClient = {
  /** Sent with each request. */
  headers: Record<string, string>;
  /** What addresses continue. */
  base: () => string;
  request<T>(request: HttpRequest): Promise<HttpResponse<T>>;
};

/**
 * @param options.ready awaited before each request
 * @param options.onFailure receives each failure, before the caller is
 */
export function createHttpClient({
  headers,
  base = () => '',
  ready,
  onFailure,
}: {
  headers: Record<string, string>;
  base?: () => string;
  ready?: () => Promise<unknown> | undefined;
  onFailure?: (error: unknown) => void;
}): HttpClient {
  const client: HttpClient = {
    headers: { ...headers },
    base,
    async request<T>(request: HttpRequest) {
      await ready?.();
      const address = withParams(withBase(client.base(), request.url), request.params);
      try {
        return await send<T>(address, { ...request, headers: { ...client.headers, ...request.headers } });
      } catch (error) {
        onFailure?.(error);
        throw error;
      }
    },
  };
  return client;
}
