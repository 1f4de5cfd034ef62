import type { Directory } from '#lib/contract/directory.ts';
import { DIRECTORY_QUERY_LENGTH } from '#lib/contract/directory-limits.ts';
import type { SearchResult } from '#lib/contract/search.ts';
import { get, getPage } from './api.ts';
import type { ListPage } from './http.ts';

export type { SearchResult };

export type SearchRequest = {
  q: string;
  kind?: string | undefined;
  /** A space's slug. */
  space?: string | undefined;
  page?: number;
  page_size?: number;
  /** How many people are shown beside the results. */
  people?: string | undefined;
};

/** One page of results, best first; returns the error of a failed search instead of throwing. */
export function search(request: SearchRequest, signal?: AbortSignal): Promise<ListPage<SearchResult>> {
  return getPage('search/', request, signal ? { signal } : {});
}

/** Spaces and people of the hub for the typed text; null where the request fails. */
export async function searchDirectory(q: string, signal: AbortSignal): Promise<Directory | null> {
  try {
    const { data } = await get('search/directory/', { q: q.slice(0, DIRECTORY_QUERY_LENGTH) }, { signal });
    return data;
  } catch {
    return null;
  }
}
