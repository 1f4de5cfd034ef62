import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from '#services/http.ts';

/** Where a page of a list begins. */
export type ListPlace = {
  /** Counted from 1. */
  page: number;
  /** The cursor that the page before ended with, in lists that have one. */
  after: string | null;
};

/** The pages of a list that were read, as the query cache holds them. */
export type ListPages<Entry> = InfiniteData<ListPage<Entry>, ListPlace>;

type IdOf<Entry> = (entry: Entry) => string;

export const FIRST_PLACE: ListPlace = { page: 1, after: null };

/** Where the page after this one begins; undefined after the last. */
export const nextPlace = <Entry>({ hasMore, page, next }: ListPage<Entry>): ListPlace | undefined =>
  hasMore ? { page: page + 1, after: next ?? null } : undefined;

export const asPages = <Entry>(first: ListPage<Entry>): ListPages<Entry> => ({
  pages: [first],
  pageParams: [FIRST_PLACE],
});

/** What stands on several pages stands in the list once: entries move while pages are read. */
export function uniqueEntries<Entry>(pages: readonly ListPage<Entry>[], idOf: IdOf<Entry>): Entry[] {
  const byId = new Map<string, Entry>();
  for (const { data } of pages) {
    for (const entry of data) if (!byId.has(idOf(entry))) byId.set(idOf(entry), entry);
  }
  return [...byId.values()];
}

function mapPages<Entry>(
  { pages, pageParams }: ListPages<Entry>,
  act: (page: ListPage<Entry>, index: number) => ListPage<Entry>,
): ListPages<Entry> {
  return { pageParams, pages: pages.map(act) };
}

export function replaceEntry<Entry>(
  pages: ListPages<Entry>,
  entry: Entry,
  idOf: IdOf<Entry>,
): ListPages<Entry> {
  const data = (page: ListPage<Entry>) => page.data.map((one) => (idOf(one) === idOf(entry) ? entry : one));
  return mapPages(pages, (page) => ({ ...page, data: data(page) }));
}

/** Without an entry, and counting one less where it was among those that were read. */
export function removeEntry<Entry>(pages: ListPages<Entry>, id: string, idOf: IdOf<Entry>): ListPages<Entry> {
  const isGone = (entry: Entry) => idOf(entry) === id;
  const less = pages.pages.some(({ data }) => data.some(isGone)) ? 1 : 0;
  return mapPages(pages, (page) => ({
    ...page,
    count: page.count === null ? null : Math.max(0, page.count - less),
    data: page.data.filter((entry) => !isGone(entry)),
  }));
}

/** With an entry at the beginning, wherever it stood before. */
export function insertEntry<Entry>(
  pages: ListPages<Entry>,
  entry: Entry,
  idOf: IdOf<Entry>,
): ListPages<Entry> {
  const without = removeEntry(pages, idOf(entry), idOf);
  return mapPages(without, (page, index) => ({
    ...page,
    count: page.count === null ? null : page.count + 1,
    data: index === 0 ? [entry, ...page.data] : page.data,
  }));
}
