import type { Day } from '#components/table/calendar/month-days.ts';
import { isIsoDate } from '#lib/fields/dates.ts';

/** The value of the rows of a list: of a board, or of a group, also of one with a set of several choices. */
export type ListValue = string | number | null | readonly string[];

/** What the address of a shared view shows: without a script, each step is another address. */
export type SharedPlace = {
  q: string;
  /** Of rows, or of lists. */
  page: number;
  /** One list alone; undefined for all. */
  list: ListValue | undefined;
  /** The first day of the month of a calendar; null for the current one. */
  month: Day | null;
  /** The id of a row whose values are shown; empty for none. */
  row: string;
};

type Query = Record<string, string | string[] | undefined>;

const PAGE_MAX = 100_000;
const textOf = (value: Query[string], max: number) => (typeof value === 'string' ? value.slice(0, max) : '');

/** A value that a list can have; undefined for any other. */
export function asListValue(value: unknown): ListValue | undefined {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value : undefined;
  return value === null || typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Characters of the value of a list: of a set with as many ids as a filter may have. */
const VALUE_MAX = 4500;

/** The value of a list as the address has it: JSON, since a list's number is no text. */
function readListValue(text: string): ListValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return asListValue(value);
  } catch {
    return undefined;
  }
}

export function readPlace(query: Query): SharedPlace {
  const month = `${textOf(query.month, 7)}-01`;
  return {
    q: textOf(query.q, 200),
    page: Math.min(Math.max(Math.trunc(Number(query.page)) || 1, 1), PAGE_MAX),
    list: readListValue(textOf(query.list, VALUE_MAX)),
    month: isIsoDate(month) ? month : null,
    row: textOf(query.row, 100),
  };
}

/** The address of a place of a view, without what it need not name. */
export function placeAddress(path: string, { q, page, list, month, row }: SharedPlace): string {
  const params = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(list === undefined ? {} : { list: JSON.stringify(list) }),
    ...(month ? { month: month.slice(0, 7) } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(row ? { row } : {}),
  });
  return params.size > 0 ? `${path}?${params.toString()}` : path;
}
