import type { TreeEntry } from '#lib/contract/item-tree.ts';

/** A page of a site: a document, or a folder with the list of what lies in it. */
export type SitePage = { id: string; title: string; href: string };

/** A line of the navigation; `depth` counts from 0. */
export type SiteRow = SitePage & {
  kind: TreeEntry['kind'];
  depth: number;
  isCurrent: boolean;
  isOpen: boolean;
};

/** A level of the tree; `folder` is null for the top level. */
export type SiteLevel = { folder: string | null; entries: readonly TreeEntry[] };

/** Entries of a level that are shown, around the one that leads to the current page. */
export const LEVEL_ROWS_MAX = 200;

/** The part of a long level that is shown: around the entry that is `open`, else the beginning. */
function window(entries: readonly TreeEntry[], open: ReadonlySet<string>): readonly TreeEntry[] {
  if (entries.length <= LEVEL_ROWS_MAX) return entries;
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => open.has(id)),
  );
  const start = Math.min(Math.max(0, at - LEVEL_ROWS_MAX / 2), entries.length - LEVEL_ROWS_MAX);
  return entries.slice(start, start + LEVEL_ROWS_MAX);
}

/**
 * The lines of the navigation, from the top down, with the levels of open folders below them.
 * @param path the ids of the folders down to the current page, with the page itself
 */
export function siteRows(
  levels: readonly SiteLevel[],
  path: readonly string[],
  hrefOf: (entry: TreeEntry) => string,
): SiteRow[] {
  const byFolder = new Map(levels.map(({ folder, entries }) => [folder, entries]));
  const open = new Set(path);
  const current = path.at(-1);
  const rowsOf = (folder: string | null, depth: number): SiteRow[] =>
    window(byFolder.get(folder) ?? [], open).flatMap((entry) => {
      const { id, title, kind } = entry;
      const isOpen = kind === 'folder' && byFolder.has(id);
      const row = { id, title, kind, href: hrefOf(entry), depth, isCurrent: id === current, isOpen };
      return isOpen ? [row, ...rowsOf(id, depth + 1)] : [row];
    });
  return rowsOf(null, 0);
}

/** The pages before and after the current one, in the order of the navigation. */
export function siteNeighbours(rows: readonly SiteRow[]): {
  previous: SitePage | null;
  next: SitePage | null;
} {
  const at = rows.findIndex(({ isCurrent }) => isCurrent);
  const page = (row: SiteRow | undefined): SitePage | null =>
    row ? { id: row.id, title: row.title, href: row.href } : null;
  // The space's own page comes before the first one.
  if (at < 0) return { previous: null, next: page(rows[0]) };
  return { previous: page(rows[at - 1]), next: page(rows[at + 1]) };
}
