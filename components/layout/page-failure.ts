import type { PageApiResult } from '#lib/browser/page-request.ts';

/** Asked too often, or too slow: another try may go through, and it says nothing of what is there. */
const PASSING = [408, 429];

/** What the API answered instead of what a page needs; `pageProps` decides what the page does with it. */
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
 * What a page needs of the API, or null where there is nothing for this visitor (403, 404, an address that can't be).
 * @throws PageFailure when the session has ended (401), or the API failed (408, 429, 5xx)
 */
export function dataOrNull<T>(answer: PageApiResult<T>): T | null {
  if (answer.ok) return answer.data;
  if (answer.status === 401 || answer.status >= 500 || PASSING.includes(answer.status)) {
    throw new PageFailure(answer);
  }
  return null;
}

/** The status that a page which failed is answered with; null for every other error. Each page has its own copy of the class. */
export function pageFailureStatus(error: unknown): number | null {
  if (!(error instanceof Error) || error.name !== 'PageFailure') return null;
  return 'status' in error && typeof error.status === 'number' ? error.status : null;
}
