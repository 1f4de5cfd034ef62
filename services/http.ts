import { type ApiList, type ApiSuccess, PAGE_SIZE } from '#lib/contract/envelope.ts';
import type { ApiFailure, SessionEnd } from '#lib/contract/refusal.ts';
import { parseSessionEndReason, type SessionEndReason } from '#lib/contract/session-end.ts';
import { APP_TYPE, AUTH_PREFIX } from '#lib/text/constants.ts';
import { trimParams } from '#lib/text/text.ts';
import { createHttpClient, HttpError, type HttpRequest } from './http-client.ts';

const headers = { 'app-type': APP_TYPE };

/** Without a base address: for the app's own server (`/api/token/`). */
export const plainClient = createHttpClient({ headers });

let sessionReady: (() => Promise<unknown>) | null = null;
let onSessionEnd: ((ended: SessionEndReason) => void) | null = null;

/** For `<host>/api/v1/`; its errors pass on unchanged. */
export const apiClient = createHttpClient({
  headers,
  base: apiBase,
  ready: () => sessionReady?.(),
  onFailure(error) {
    const ended = sessionEndReasonOf(error);
    if (ended) onSessionEnd?.(ended);
  },
});

/** `<host>/api/v1/`; the server writes the host into the page, because it is set when the server starts. */
export function apiBase(): string {
  const host = typeof document === 'undefined' ? '' : (document.documentElement.dataset.apiHost ?? '');
  return `${host.replace(/\/$/, '')}/api/v1/`;
}

/**
 * The same on the page's own host, for addresses that the browser itself requests: pictures, files, exports. It has no headers for them, and
 * sends the cookies of the session and of opened links to this host alone, whose server has the API too.
 */
export const OWN_API = '/api/v1/';

/** Sets (or, with null, removes) the session's token on both clients. */
export function setAuthorization(token: string | null): void {
  for (const client of [plainClient, apiClient]) {
    if (token) client.headers.Authorization = `${AUTH_PREFIX} ${token}`;
    else delete client.headers.Authorization;
  }
}

/** Sets (or, with null, removes) the hub of the versioned client's requests. */
export function setOrgHandle(handle: string | null): void {
  if (handle) apiClient.headers['Org-Handle'] = handle;
  else delete apiClient.headers['Org-Handle'];
}

/** Versioned requests wait for this first: a screen may send one before the stored token has been read. */
export function setSessionGate(ready: (() => Promise<unknown>) | null): void {
  sessionReady = ready;
}

/** Sets the handler that is called when a response shows that the session has ended. */
export function setSessionEndHandler(handler: ((ended: SessionEndReason) => void) | null): void {
  onSessionEnd = handler;
}

/** Why the session has ended, where an error contains it; null for every other one. */
export function sessionEndReasonOf(error: unknown): SessionEndReason | null {
  const failure = failureOf<Partial<SessionEnd> | null>(error);
  return failure?.status === 401 ? parseSessionEndReason(failure.data?.ended) : null;
}

export type Params = Record<string, string | number | boolean | null | undefined>;

/** Options of a call besides its body; `headers` for `If-Match` and `Idempotency-Key`. */
export type CallOptions = { signal?: AbortSignal; headers?: Record<string, string> };

export type UploadOptions = CallOptions & {
  /** Share of the body that was sent, 0 to 1. */
  onProgress?: (share: number) => void;
};

async function call<T>(request: HttpRequest): Promise<ApiSuccess<T>> {
  const response = await apiClient.request<ApiSuccess<T>>(request);
  return response.data;
}

/** GET; text parameters are trimmed. @throws the client's own error */
export function get<T>(url: string, params: Params = {}, options: CallOptions = {}): Promise<ApiSuccess<T>> {
  return call<T>({ method: 'GET', url, params: trimParams(params), ...options });
}

export type ListPage<T> = {
  data: T[];
  count: number | null;
  page: number;
  /** The server returned a full page, so there may be more. */
  hasMore: boolean;
  /** Where the next page begins, in lists that are read on by a cursor. */
  next?: string | null;
  /** Why it failed, to be shown with a retry; `data` is the default then. */
  error: string | null;
  /** Milliseconds after which a retry may help, where the failure is temporary. */
  retryAfter?: number | null;
};

/** The default delay before a retry, in milliseconds. */
const RETRY_AFTER = 500;
const SECOND = 1000;

/**
 * Milliseconds after which a request with a temporary failure may be sent again; null where that won't help.
 */
export function retryAfterOf(error: unknown): number | null {
  if (!(error instanceof HttpError) || error.reason === 'canceled') return null;
  const { response } = error;
  if (response && ![429, 502, 503, 504].includes(response.status)) return null;
  const seconds = Number(response?.headers['retry-after']);
  return seconds > 0 ? seconds * SECOND : RETRY_AFTER;
}

/** One page of a list. Falls back to `otherwise` with an error when it fails to load; never throws. */
export async function getPage<T>(
  url: string,
  params: Params & { page?: number; page_size?: number } = {},
  options: CallOptions & { otherwise?: T[] } = {},
): Promise<ListPage<T>> {
  const { otherwise = [], ...rest } = options;
  const page = params.page ?? 1;
  const size = params.page_size ?? PAGE_SIZE;
  try {
    const response = await apiClient.request<ApiList<T> & { next?: string | null }>({
      method: 'GET',
      url,
      params: trimParams({ ...params, page, page_size: size }),
      ...rest,
    });
    const { data, count, next } = response.data;
    // A list with a cursor has a known end; others may have more where a page is full.
    const more = next === undefined ? { hasMore: data.length === size } : { hasMore: next !== null, next };
    return { data, count: count ?? null, page, ...more, error: null };
  } catch (error) {
    return {
      data: otherwise,
      count: null,
      page,
      hasMore: false,
      error: messageOf(error),
      retryAfter: retryAfterOf(error),
    };
  }
}

export function post<T>(url: string, body?: unknown, options: CallOptions = {}): Promise<ApiSuccess<T>> {
  return call<T>({ method: 'POST', url, data: body, ...options });
}

export function put<T>(url: string, body?: unknown, options: CallOptions = {}): Promise<ApiSuccess<T>> {
  return call<T>({ method: 'PUT', url, data: body, ...options });
}

export function patch<T>(url: string, body?: unknown, options: CallOptions = {}): Promise<ApiSuccess<T>> {
  return call<T>({ method: 'PATCH', url, data: body, ...options });
}

/** DELETE, with a body where the endpoint requires one (a password again). */
export function remove<T>(url: string, body?: unknown, options: CallOptions = {}): Promise<ApiSuccess<T>> {
  return call<T>({ method: 'DELETE', url, data: body, ...options });
}

function send<T>(
  method: 'POST' | 'PUT',
  url: string,
  body: FormData | URLSearchParams,
  options: UploadOptions,
): Promise<ApiSuccess<T>> {
  const { onProgress, ...rest } = options;
  return call<T>({
    method,
    url,
    data: body,
    ...rest,
    ...(onProgress ? { onUploadProgress: onProgress } : {}),
  });
}

export function postMultipart<T>(url: string, body: FormData, options: UploadOptions = {}) {
  return send<T>('POST', url, body, options);
}

export function putMultipart<T>(url: string, body: FormData, options: UploadOptions = {}) {
  return send<T>('PUT', url, body, options);
}

/** Form-encoded POST with upload progress. */
export function postForm<T>(url: string, fields: Record<string, string>, options: UploadOptions = {}) {
  return send<T>('POST', url, new URLSearchParams(fields), options);
}

/** The parts of an error response's body, each of which may be missing where it isn't ours. */
type Failure<Data> = Partial<Omit<ApiFailure, 'data'>> & { data?: Data };

/** The body of an error response; null when the server was not reached. What its `data` is, `services/refusal.ts` says by the route. */
export function failureOf<Data = unknown>(error: unknown): (Failure<Data> & { status: number }) | null {
  if (!(error instanceof HttpError) || !error.response) return null;
  const { status } = error.response;
  const data = error.response.data as Failure<Data> | string | null;
  return typeof data === 'object' && data !== null ? { ...data, status } : { status };
}

/**
 * The message to show: the body's `error`, else its `message`, else the client's own message
 * (docs/product-rules.md §6).
 */
export function messageOf(error: unknown): string {
  const failure = failureOf(error);
  if (failure?.error) return failure.error;
  if (failure?.message) return failure.message;
  return error instanceof Error ? error.message : String(error);
}

/** The first message of each field that the server refused. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const fields = failureOf(error)?.fields ?? {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
  );
}
