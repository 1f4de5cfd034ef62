/** The search page for this text and these filters. */
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
