import type { IntlShape } from 'react-intl';
import type { SearchResult } from '#lib/contract/search.ts';
import { itemAddress } from '#lib/slug.ts';

/** Where in its item a result stands, in words ("page 7"); null where it is the whole item. */
export function placeOf(intl: IntlShape, { match }: Pick<SearchResult, 'match'>): string | null {
  if (match.page !== undefined) return intl.formatMessage({ id: 'search.place_page' }, { page: match.page });
  return match.where === 'title' || match.where === 'text' ? null : match.where;
}

/** The item's page at the place of the result, with the words that were looked for. */
export function resultPath(handle: string, { item, space, match }: SearchResult, query: string): string {
  const path = `/${handle}/${space.slug}/${itemAddress(item.id, item.title)}`;
  const words = query.trim() ? `?q=${encodeURIComponent(query.trim())}` : '';
  return `${path}${words}${match.page === undefined ? '' : `#page=${match.page}`}`;
}

/** The search page for these words and filters. */
export function searchPath(search: {
  q?: string;
  kind?: string | undefined;
  space?: string | undefined;
  page?: number;
}): string {
  const query = new URLSearchParams();
  if (search.q?.trim()) query.set('q', search.q.trim());
  if (search.kind) query.set('kind', search.kind);
  if (search.space) query.set('space', search.space);
  if (search.page && search.page > 1) query.set('page', String(search.page));
  const text = query.toString();
  return text ? `/search?${text}` : '/search';
}
