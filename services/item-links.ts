import { getPage } from './api.ts';
import type { CallOptions } from './http.ts';

/** Entries of one page of the documents that lead to an item, and of a space's broken links. */
export const MENTIONS_PAGE_SIZE = 10;
const BROKEN_LINKS_PAGE_SIZE = 25;

/** One page of the documents that lead to an item; never throws, returns the error instead. */
export const listMentions = (id: string, page: number, options: CallOptions = {}) =>
  getPage(`items/${encodeURIComponent(id)}/mentions/`, { page, page_size: MENTIONS_PAGE_SIZE }, options);

/** One page of the links of a space that lead nowhere; never throws, returns the error instead. */
export const listBrokenLinks = (slug: string, page: number, signal: AbortSignal) =>
  getPage(
    `spaces/${encodeURIComponent(slug)}/broken-links/`,
    { page, page_size: BROKEN_LINKS_PAGE_SIZE },
    { signal },
  );
