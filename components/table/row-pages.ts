import type { InfiniteData } from '@tanstack/react-query';
import type { Row } from '#lib/contract/table.ts';
import { ROW_PAGE_SIZE, type RowPage } from '#services/table.ts';
import type { TableData } from './table-data.ts';

/** Where a page of rows begins: after or before a cursor, around a row, or at the beginning of the table. */
export type RowPlace = { after?: string; before?: string; around?: string };

/** The loaded pages of rows, as the query cache stores them. */
export type RowPages = InfiniteData<RowPage, RowPlace>;

export const TABLE_START: RowPlace = {};

/** The rows that the server rendered: those around the requested row, or the first ones. */
export function firstRowPages({ rows, next, previous, count, asked }: TableData): RowPages {
  const place = asked && !asked.gone ? { around: asked.id } : TABLE_START;
  return { pages: [{ data: rows, next, previous, count }], pageParams: [place] };
}

function mapPages({ pages, pageParams }: RowPages, act: (page: RowPage, index: number) => RowPage): RowPages {
  return { pageParams, pages: pages.map(act) };
}

const countOneMore = ({ count }: RowPage) => (typeof count === 'number' ? count + 1 : null);

/** Replaces a changed row; adds a new one at the end, and counts it. */
export function putRow(known: RowPages, row: Row): RowPages {
  if (known.pages.some(({ data }) => data.some(({ id }) => id === row.id)))
    return mapPages(known, (page) => ({
      ...page,
      data: page.data.map((one) => (one.id === row.id ? row : one)),
    }));
  return restoreRow(known, row, Number.POSITIVE_INFINITY);
}

/** Inserts a row again at its former index; at the end where there are fewer. */
export function restoreRow(known: RowPages, row: Row, at: number): RowPages {
  if (known.pages.some(({ data }) => data.some(({ id }) => id === row.id))) return putRow(known, row);
  const last = known.pages.length - 1;
  let begin = 0;
  let isInserted = false;
  return mapPages(known, (page, index) => {
    const local = at - begin;
    begin += page.data.length;
    const isHere = !isInserted && (local <= page.data.length || index === last);
    if (isHere) isInserted = true;
    return {
      ...page,
      count: countOneMore(page),
      data: isHere ? page.data.toSpliced(Math.min(local, page.data.length), 0, row) : page.data,
    };
  });
}

/** Removes a row, and lowers the count if it was among the loaded ones. */
export function removeRow(known: RowPages, id: string): RowPages {
  if (!known.pages.some(({ data }) => data.some((row) => row.id === id))) return known;
  return mapPages(known, (page) => ({
    ...page,
    count: typeof page.count === 'number' ? Math.max(0, page.count - 1) : null,
    data: page.data.filter((row) => row.id !== id),
  }));
}

/** The same pages, which start at the beginning of the table when they are refetched. */
export const fromTableStart = (known: RowPages): RowPages => ({
  ...known,
  pageParams: known.pageParams.map((place, index) => (index === 0 ? TABLE_START : place)),
});

/** Whether only one page was loaded, wherever in the table it is. */
export const isOnePage = ({ pages: [page, ...others] }: RowPages) =>
  page !== undefined && others.length === 0 && page.data.length <= ROW_PAGE_SIZE;
