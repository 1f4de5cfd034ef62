import type { ListPage } from '#services/http.ts';

/** A page of a list that did not load. */
export class ListError extends Error {
  /** Milliseconds after which a retry may help; null where it would not. */
  readonly retryAfter: number | null;

  constructor({ error, retryAfter = null }: Pick<ListPage<unknown>, 'error' | 'retryAfter'>) {
    super(error ?? '');
    this.name = 'ListError';
    this.retryAfter = retryAfter;
  }
}

/** A page of a list as a query returns it. @throws ListError where it did not load */
export function loadedPage<Page extends Pick<ListPage<unknown>, 'error' | 'retryAfter'>>(page: Page): Page {
  if (page.error !== null) throw new ListError(page);
  return page;
}
