import type { PublicForm } from '#lib/contract/public-form.ts';
import type { SubmitResult } from '#lib/contract/submit.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import type { FieldErrors, FieldProblem } from '#lib/fields/problem.ts';
import type { Refusal } from '#lib/forms/refusal-message.ts';
import { APP_TYPE, AUTH_PREFIX } from '#lib/text/constants.ts';

/** Outcome of a call: `unreachable` while the network or the server is down. */
export type CallOutcome<T> =
  | { kind: 'done'; data: T }
  | {
      kind: 'refused';
      status: number;
      code: string;
      message: string;
      fields: FieldErrors;
      details: readonly FieldProblem[];
      data: unknown;
      /** Seconds until a retry is allowed. */
      retryAfter: number;
    }
  | { kind: 'unreachable' };

const TIMEOUT_MS = 30_000;
/** Statuses of a proxy while the server is unreachable; 429 is the server's own. */
const AWAY = new Set([502, 503, 504]);

/** `<host>/api/v1/`, as in `services/http.ts`, which is too large for this page. */
export const apiBase = () => `${(document.documentElement.dataset.apiHost ?? '').replace(/\/$/, '')}/api/v1/`;

let session: Promise<string | null> | null = null;

async function readSession(): Promise<string | null> {
  try {
    const response = await fetch('/api/token/');
    const { data } = await response.json();
    return typeof data?.token === 'string' ? data.token : null;
  } catch {
    session = null;
    return null;
  }
}

/** Headers that identify the visitor. */
export async function visitorHeaders(signedIn: boolean): Promise<Record<string, string>> {
  if (signedIn) session ??= readSession();
  const token = signedIn ? await session : null;
  return { 'app-type': APP_TYPE, ...(token ? { authorization: `${AUTH_PREFIX} ${token}` } : {}) };
}

export type Call = {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The page was rendered for a signed-in user. */
  signedIn: boolean;
  /** The request continues when the page is left. */
  keepalive?: boolean;
};

async function ask({
  method = 'GET',
  path,
  body,
  headers,
  signedIn,
  keepalive,
}: Call): Promise<Response | null> {
  try {
    return await fetch(`${apiBase()}${path}`, {
      method,
      headers: {
        ...(await visitorHeaders(signedIn)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      keepalive,
    });
  } catch {
    return null;
  }
}

/** Calls the API as the visitor; never throws. */
export async function callApi<T>(call: Call): Promise<CallOutcome<T>> {
  let response = await ask(call);
  // The session has ended meanwhile: a form for visitors can still be submitted without it.
  if (response?.status === 401 && call.signedIn && !call.headers)
    response = await ask({ ...call, signedIn: false });
  if (!response || AWAY.has(response.status)) return { kind: 'unreachable' };
  let body: { data?: T; message?: string; code?: string; fields?: FieldErrors; details?: FieldProblem[] };
  try {
    body = await response.json();
  } catch {
    return { kind: 'unreachable' };
  }
  if (response.ok && body.data !== undefined) return { kind: 'done', data: body.data };
  const { code = '', message = '', fields = {}, details = [], data } = body;
  const retryAfter = Number(response.headers.get('retry-after')) || 0;
  return { kind: 'refused', status: response.status, code, message, fields, details, data, retryAfter };
}

/** The receipt of a submission, or why there is none; null when the server is unreachable. */
export async function loadReceipt(slug: string, token: string): Promise<Blob | Refusal | null> {
  const response = await ask({
    method: 'POST',
    path: `public/forms/${slug}/receipt/`,
    body: { token },
    signedIn: false,
  });
  if (!response) return null;
  if (response.ok) return response.blob();
  const { code = '', message } = await response.json().catch(() => ({ message: null }));
  const retryAfter = Number(response.headers.get('retry-after')) || 0;
  return typeof message === 'string' ? { code, message, retryAfter } : null;
}

export type Challenge = PublicForm['challenge'];

/** A prepared submission: everything that sending it needs. */
export type PreparedSubmission = {
  slug: string;
  version: number;
  language: string;
  values: Values;
  /** Countries chosen for phone numbers, by path; missing in pending submissions of older versions. */
  countries?: PhoneCountries;
  key: string;
  /** The token of a draft on the server, which is deleted with the submission. */
  draft: string;
  website: string;
  /** The form's challenge, and the proof of work for it. */
  token: string;
  nonce: string;
};

export const isSubmitResult = (data: unknown): data is SubmitResult =>
  typeof data === 'object' && data !== null && 'id' in data;

/** Sends a submission once. The idempotency key makes repeated sends one submission. */
export function sendSubmission(
  submission: PreparedSubmission,
  signedIn: boolean,
): Promise<CallOutcome<SubmitResult>> {
  const { slug, version, values, countries, language, key, draft, website, token, nonce } = submission;
  return callApi<SubmitResult>({
    method: 'POST',
    path: `public/forms/${slug}/submissions/`,
    body: { version, values, meta: { token, nonce, website, language, key, draft, countries } },
    signedIn,
  });
}
