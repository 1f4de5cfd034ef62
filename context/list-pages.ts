import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from '#services/http.ts';

/** Where a page of a list begins. */
export type ListPlace = {
  /** Counted from 1. */
  page: number;
  /** The cursor at the end of the previous page, in lists that have one. */
  after: string | null;
};

/**
 * A loaded page. `shift` is stored on the last one: by how many entries what follows it has moved towards the
 * beginning since it was loaded (negative: away from it), and how many entries it had then.
 */
type ReadPage<Entry> = ListPage<Entry> & { shift?: { entries: number; size: number } };

/** The loaded pages of a list, as the query cache stores them. */
export type ListPages<Entry> = InfiniteData<ReadPage<Entry>, ListPlace>;

type IdOf<Entry> = (entry: Entry) => string;

export const FIRST_PLACE: ListPlace = { page: 1, after: null };

/**
 * Where the page with the first entry after this page begins; undefined after the last. The server numbers
 * pages by the current list: what follows has moved to an earlier page where as many were removed.
 */
export function nextPlace<Entry>({ hasMore, page, next, shift }: ReadPage<Entry>): ListPlace | undefined {
  if (!hasMore) return undefined;
  const pagesBack = shift && shift.size > 0 ? Math.ceil(shift.entries / shift.size) : 0;
  return { page: Math.max(1, page + 1 - pagesBack), after: next ?? null };
}

export const asPages = <Entry>(first: ListPage<Entry>): ListPages<Entry> => ({
  pages: [first],
  pageParams: [FIRST_PLACE],
});

/** An entry on several pages is in the list once: entries move while pages are loaded. */
export function uniqueEntries<Entry>(
  pages: readonly Pick<ListPage<Entry>, 'data'>[],
  idOf: IdOf<Entry>,
): Entry[] {
  const byId = new Map<string, Entry>();
  for (const { data } of pages) {
    for (const entry of data) if (!byId.has(idOf(entry))) byId.set(idOf(entry), entry);
  }
  return [...byId.values()];
}

function mapPages<Entry>(
  { pages, pageParams }: ListPages<Entry>,
  act: (page: ReadPage<Entry>, index: number) => ReadPage<Entry>,
): ListPages<Entry> {
  return { pageParams, pages: pages.map(act) };
}

/** The same pages, after what follows them has moved by this many entries. */
function shiftRest<Entry>(pages: ListPages<Entry>, entries: number): ListPages<Entry> {
  const isLast = (index: number) => index === pages.pages.length - 1;
  return mapPages(pages, (page, index) => {
    if (!isLast(index) || entries === 0) return page;
    const { entries: before, size } = page.shift ?? { entries: 0, size: page.data.length };
    return { ...page, shift: { entries: before + entries, size } };
  });
}

export function replaceEntry<Entry>(
  pages: ListPages<Entry>,
  entry: Entry,
  idOf: IdOf<Entry>,
): ListPages<Entry> {
  const data = (page: ListPage<Entry>) => page.data.map((one) => (idOf(one) === idOf(entry) ? entry : one));
  return mapPages(pages, (page) => ({ ...page, data: data(page) }));
}

/** Without an entry, and with a count one lower where it was among the loaded ones. */
export function removeEntry<Entry>(pages: ListPages<Entry>, id: string, idOf: IdOf<Entry>): ListPages<Entry> {
  const isGone = (entry: Entry) => idOf(entry) === id;
  const less = pages.pages.some(({ data }) => data.some(isGone)) ? 1 : 0;
  return mapPages(shiftRest(pages, less), (page) => ({
    ...page,
    count: page.count === null ? null : Math.max(0, page.count - less),
    data: page.data.filter((entry) => !isGone(entry)),
  }));
}

/** With an entry at the beginning, wherever it was before. */
export function insertEntry<Entry>(
  pages: ListPages<Entry>,
  entry: Entry,
  idOf: IdOf<Entry>,
): ListPages<Entry> {
  const without = removeEntry(pages, idOf(entry), idOf);
  return mapPages(shiftRest(without, -1), (page, index) => ({
    ...page,
    count: page.count === null ? null : page.count + 1,
    data: index === 0 ? [entry, ...page.data] : page.data,
  }));
}
