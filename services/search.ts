import type { SearchResult } from '#lib/contract/search.ts';
import { getPage, type PageOfList } from './http.ts';

export type { SearchResult };

export type SearchRequest = {
  q: string;
  kind?: string | undefined;
  /** A space's slug. */
  space?: string | undefined;
  page?: number;
  page_size?: number;
};

/** One page of what was found, best first; a search that fails says why instead of throwing. */
export function search(request: SearchRequest, signal?: AbortSignal): Promise<PageOfList<SearchResult>> {
  return getPage<SearchResult>('search/', request, signal ? { signal } : {});
}
