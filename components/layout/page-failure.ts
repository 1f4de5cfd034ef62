import type { PageApiResult } from '#lib/browser/page-request.ts';

/** Rate limit or timeout: a retry may succeed, and it does not indicate whether something exists. */
const PASSING = [408, 429];

/** The API's error response for data that a page needs; `pageProps` decides how the page handles it. */
export class PageFailure extends Error {
  override name = 'PageFailure';
  readonly status: number;
  /** The body's `data`: of a 401, why the session ended. */
  readonly data: unknown;

  constructor({ status, message, data }: { status: number; message: string; data?: unknown }) {
    super(message);
    this.status = status;
    this.data = data;
  }
}

/**
 * The data that a page needs from the API, or null where this visitor may not see any (403, 404, an invalid address).
 * @throws PageFailure when the session has ended (401), or the API failed (408, 429, 5xx)
 */
export function dataOrNull<T>(response: PageApiResult<T>): T | null {
  if (response.ok) return response.data;
  if (response.status === 401 || response.status >= 500 || PASSING.includes(response.status)) {
    throw new PageFailure(response);
  }
  return null;
}

/**
 * The HTTP status of a page that failed; null for every other error. Each page bundle has its own copy of the class.
 */
export function pageFailureStatus(error: unknown): number | null {
  if (!(error instanceof Error) || error.name !== 'PageFailure') return null;
  return 'status' in error && typeof error.status === 'number' ? error.status : null;
}
