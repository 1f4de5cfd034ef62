import type { PageVisit } from '#components/layout/page-props.ts';
import type { SharedRow, SharedView } from '#lib/contract/shared-view.ts';

const ROWS = 50;

/** What the page of a view's link shows. */
export type LoadedView = {
  view: SharedView;
  rows: SharedRow[];
  /** The address of the page, without a query. */
  path: string;
  q: string;
  page: number;
  hasMore: boolean;
};

/** A page of the rows that a link's view shows; null where the link ended meanwhile. */
export async function loadSharedView(
  api: PageVisit['api'],
  id: string,
  path: string,
  query: PageVisit['context']['query'],
): Promise<LoadedView | null> {
  const q = typeof query.q === 'string' ? query.q.slice(0, 200) : '';
  const page = Math.min(Math.max(Math.trunc(Number(query.page)) || 1, 1), 100_000);
  const params = new URLSearchParams({ page: String(page), page_size: String(ROWS), ...(q ? { q } : {}) });
  const [view, rows] = await Promise.all([
    api(`shared-views/${id}/`),
    api(`shared-views/${id}/rows/?${params.toString()}`),
  ]);
  if (!view.ok || !rows.ok) return null;
  return { view: view.data, rows: rows.data, path, q, page, hasMore: rows.data.length === ROWS };
}
