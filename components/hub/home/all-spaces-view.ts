import type { ParsedUrlQuery } from 'node:querystring';

/** Number of spaces on a hub's page. */
export const HOME_SPACES_MAX = 50;

export const SPACE_ORDERS = [
  { sort: 'name', messageId: 'hub.all_spaces_name' },
  { sort: '-name', messageId: 'hub.all_spaces_name_desc' },
  { sort: '-updated_at', messageId: 'hub.all_spaces_updated' },
  { sort: '-created_at', messageId: 'hub.all_spaces_created' },
] as const;

export type AllSpacesView = { q: string; sort: (typeof SPACE_ORDERS)[number]['sort']; page: number };

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value.trim() : '');

/** The view that an address describes; null where it is the hub's home. */
export function allSpacesView(query: ParsedUrlQuery): AllSpacesView | null {
  if (query.view !== 'spaces') return null;
  return {
    q: text(query.q).slice(0, 200),
    sort: SPACE_ORDERS.find(({ sort }) => sort === query.sort)?.sort ?? 'name',
    page: Math.min(100_000, Math.max(1, Math.trunc(Number(query.page)) || 1)),
  };
}

/** The address of a view, without default values; it uses no path segment that could be a space's slug. */
export function allSpacesPath(handle: string, { q, sort, page }: AllSpacesView): string {
  const query = new URLSearchParams({ view: 'spaces' });
  if (q) query.set('q', q);
  if (sort !== 'name') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  return `/${handle}?${query}`;
}
