import type { Row } from '#lib/contract/table.ts';
import type { RowPage } from '#services/table.ts';

/** Where a page of rows begins: after or before a cursor, at a number of the page, or around a row. */
export type RowPlace = { after?: string; before?: string; page?: number; around?: string };

/**
 * The rows of a list that are known, by their index in it. A list of a million rows is known in a few places; each page
 * is read by the cursor of a neighbour where there is one, else by its number.
 */
export type RowWindow = {
  rows: ReadonlyMap<number, Row>;
  /** By index: the cursor of the page that begins there. */
  next: ReadonlyMap<number, string>;
  /** By index: the cursor of the page that ends before it. */
  previous: ReadonlyMap<number, string>;
  /** The number of rows, once the last one was read. */
  length: number | null;
  /** The number of rows that the server counted, which may be older; null where it did not count. */
  count: number | null;
  /** An index is being prepared with which the list will be faster. */
  isPreparing?: boolean;
};

export const NO_ROWS: RowWindow = {
  rows: new Map(),
  next: new Map(),
  previous: new Map(),
  length: null,
  count: null,
};

/** Known rows beyond this number are forgotten, those farthest from the ones that are looked at first. */
const KNOWN_MAX = 3000;

const isSet = (text: string | null | undefined): text is string => typeof text === 'string' && text !== '';

/** The window with one more page, whose first row has this index. A row that is known in a newer revision stays. */
export function addPage(known: RowWindow, offset: number, page: RowPage): RowWindow {
  const rows = new Map(known.rows);
  const next = new Map(known.next);
  const previous = new Map(known.previous);
  for (const [at, row] of page.data.entries()) {
    const before = rows.get(offset + at);
    rows.set(offset + at, before?.id === row.id && before.revision > row.revision ? before : row);
  }
  const after = offset + page.data.length;
  const hasMore = isSet(page.next) && page.data.length > 0;
  if (isSet(page.next)) next.set(after, page.next);
  if (isSet(page.previous) && offset > 0) previous.set(offset, page.previous);
  // An empty page says that the list ends at its begin, or before.
  const length = hasMore
    ? known.length
    : page.data.length > 0
      ? after
      : Math.min(known.length ?? offset, offset);
  return {
    rows,
    next,
    previous,
    length,
    count: page.count ?? known.count,
    isPreparing: page.preparing === true,
  };
}

/** How many rows there are, as far as it is known: at least those that were read, and one page more if more follow. */
export function rowTotal({ rows, next, length, count }: RowWindow, pageSize: number): number {
  if (length !== null) return length;
  let last = 0;
  for (const index of rows.keys()) if (index >= last) last = index + 1;
  if (count !== null) return Math.max(count, next.has(last) ? last + 1 : last);
  return next.has(last) ? last + pageSize : last;
}

/** The request for the first rows that are missing between two indexes (the second one excluded). */
export type MissingPage = { offset: number; size: number; place: RowPlace };

/** What has to be read to show the rows from one index to before another; null where all are known. */
export function missingPage(
  { rows, next, previous, length }: RowWindow,
  from: number,
  to: number,
  pageSize: number,
): MissingPage | null {
  const stop = length === null ? to : Math.min(to, length);
  let first = Math.max(0, from);
  while (first < stop && rows.has(first)) first += 1;
  if (first >= stop) return null;
  const after = next.get(first);
  if (after) return { offset: first, size: pageSize, place: { after } };
  let last = stop;
  while (last > first && rows.has(last - 1)) last -= 1;
  const before = previous.get(last);
  // The page that ends here: only where it is whole does its first row have a known index.
  if (before && last >= pageSize) return { offset: last - pageSize, size: pageSize, place: { before } };
  const page = Math.floor(first / pageSize);
  return { offset: page * pageSize, size: pageSize, place: { page: page + 1 } };
}

/** The window without the rows that are farthest from an index, where too many are known. */
export function evictFar(known: RowWindow, around: number): RowWindow {
  if (known.rows.size <= KNOWN_MAX) return known;
  const isNear = (index: number) => Math.abs(index - around) <= KNOWN_MAX / 2;
  const nearOnly = <Value>(map: ReadonlyMap<number, Value>) =>
    new Map([...map].filter(([index]) => isNear(index)));
  return {
    ...known,
    rows: nearOnly(known.rows),
    next: nearOnly(known.next),
    previous: nearOnly(known.previous),
  };
}

/** The index of a known row; -1 where it is not known. */
export function indexOfRow({ rows }: RowWindow, id: string): number {
  for (const [index, row] of rows) if (row.id === id) return index;
  return -1;
}

/** Whether a row may still be at its index: rows out of sight are not read again after changes of others. */
export const isUnread = ({ rows, length }: RowWindow, index: number): boolean =>
  !rows.has(index) && (length === null || index < length);

/** The window with rows in the places of those of the same ids. */
export function replaceRows(known: RowWindow, changed: readonly Row[]): RowWindow {
  const byId = new Map(changed.map((row) => [row.id, row]));
  const rows = new Map([...known.rows].map(([index, row]) => [index, byId.get(row.id) ?? row]));
  return { ...known, rows };
}

const more = (number: number | null, by: number) => (number === null ? null : Math.max(0, number + by));

function shifted<Value>(map: ReadonlyMap<number, Value>, from: number, by: number): Map<number, Value> {
  return new Map([...map].map(([index, value]) => [index >= from ? index + by : index, value]));
}

/** The window without rows: those after each move up. */
export const removeRows = (known: RowWindow, ids: readonly string[]): RowWindow =>
  ids.reduce(removeRow, known);

/** The window without a row. */
export function removeRow(known: RowWindow, id: string): RowWindow {
  const at = indexOfRow(known, id);
  if (at < 0) return known;
  const rows = new Map(known.rows);
  rows.delete(at);
  return {
    rows: shifted(rows, at, -1),
    next: shifted(known.next, at + 1, -1),
    previous: shifted(known.previous, at + 1, -1),
    length: more(known.length, -1),
    count: more(known.count, -1),
  };
}

/** The window with a row inserted at an index, at most after the last one; a known one is replaced. */
export function insertRow(known: RowWindow, row: Row, index: number): RowWindow {
  if (indexOfRow(known, row.id) >= 0) return replaceRows(known, [row]);
  const at = Math.min(index, known.length ?? index);
  return {
    rows: shifted(known.rows, at, 1).set(at, row),
    next: shifted(known.next, at + 1, 1),
    previous: shifted(known.previous, at + 1, 1),
    length: more(known.length, 1),
    count: more(known.count, 1),
  };
}

/** Replaces a changed row; adds a new one after the last, where that is known, and counts it. */
export function putRow(known: RowWindow, row: Row): RowWindow {
  if (indexOfRow(known, row.id) >= 0) return replaceRows(known, [row]);
  if (known.length !== null) return insertRow(known, row, known.length);
  return { ...known, count: more(known.count, 1) };
}

/** The known rows that follow each other without a gap, around an index. */
export function unbrokenRows({ rows }: RowWindow, around: number): { from: number; rows: Row[] } {
  let from = around;
  while (rows.has(from - 1)) from -= 1;
  const found: Row[] = [];
  for (let row = rows.get(from); row; row = rows.get(from + found.length)) found.push(row);
  return { from, rows: found };
}
