import type { PageVisit } from '#components/layout/page-props.ts';
import { viewPath } from '#components/space/view/space-view.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import type { TreeEntry } from '#lib/contract/item-tree.ts';
import type { SearchResult } from '#lib/contract/search.ts';
import { type SitePage, type SiteRow, siteNeighbours, siteRows } from './site-rows.ts';

/** Results of a search within a site; anybody who wants more is more specific. */
const RESULTS = 20;
/** Folders whose levels are shown; what lies deeper is shown by its folder's page. */
const LEVELS_MAX = 12;

/** A public space as a site: its navigation around the current page. */
export type Site = {
  name: string;
  /** The space's own page. */
  href: string;
  feed: string;
  rows: SiteRow[];
  previous: SitePage | null;
  next: SitePage | null;
  /** What was searched for, with what was found; null without a search. */
  search: { query: string; results: SiteResult[]; problem: string | null } | null;
};

/** A search result; `title` and `snippet` are escaped HTML with `<mark>`. */
export type SiteResult = { key: string; href: string; title: string; snippet: string };

type Place = {
  handle: string;
  space: { slug: string; name: string };
  /** The ids of the folders from the top down to the page, with the page itself. */
  path: readonly string[];
};

function resultOf(handle: string, { item, title, snippet, match, form }: SearchResult): SiteResult | null {
  // Forms have addresses of their own; people's discussions are not published.
  if (form || item.kind === 'form' || item.kind === 'post') return null;
  const key = `${item.id} ${match.where} ${match.row_id ?? ''}`;
  return { key, href: itemPath(handle, item), title, snippet };
}

async function searchOf(
  api: PageVisit['api'],
  { handle, space }: Place,
  query: string,
): Promise<Site['search']> {
  const params = new URLSearchParams({ q: query, space: space.slug, page_size: String(RESULTS) });
  const response = await api(`search/?${params}`);
  if (!response.ok) return { query, results: [], problem: response.message };
  return { query, results: response.data.flatMap((one) => resultOf(handle, one) ?? []), problem: null };
}

/** The navigation of a public space around one of its pages, as far as the visitor may see it. */
export async function loadSite({ api, context }: PageVisit, place: Place): Promise<Site> {
  const { handle, space, path } = place;
  const href = `/${handle}/${space.slug}`;
  const folders = [null, ...path.slice(0, LEVELS_MAX)];
  const find = typeof context.query.find === 'string' ? context.query.find.trim() : '';
  const [levels, search] = await Promise.all([
    Promise.all(
      folders.map(async (folder) => {
        const parent = folder === null ? '' : `?parent=${encodeURIComponent(folder)}`;
        const response = await api(`spaces/${encodeURIComponent(space.slug)}/tree/${parent}`);
        return { folder, entries: response.ok ? response.data : [] };
      }),
    ),
    find ? searchOf(api, place, find) : null,
  ]);
  const hrefOf = (entry: TreeEntry) =>
    entry.kind === 'folder'
      ? viewPath(href, { parent: entry.id })
      : itemPath(handle, { ...entry, space_slug: space.slug });
  const rows = siteRows(
    levels.filter(({ folder, entries }) => folder === null || entries.length > 0),
    path,
    hrefOf,
  );
  const feed = `/feed.xml?${new URLSearchParams({ hub: handle, space: space.slug })}`;
  return { name: space.name, href, feed, rows, ...siteNeighbours(rows), search };
}
