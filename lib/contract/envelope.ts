/** A single resource, or only a message (docs/contract.md §2). */
export type ApiSuccess<T> = {
  data: T;
  message?: string;
  count?: number | null;
  page?: number;
  page_size?: number;
  /** Where the next part of a list begins that is read on by a cursor; null at its end. */
  next?: string | null;
  /** The cursor of the previous part; null at the beginning of the list. */
  previous?: string | null;
  /** Of a part that was asked for around an entry: how many entries come before it. */
  offset?: number;
  /** True where an index is being prepared with which the list will be faster. */
  preparing?: boolean;
  /** What was searched instead of the typed text. */
  corrected?: string;
  /** Another query, where the typed one may be a typing error that is a word too. */
  suggestion?: string;
};

/** A list's page; `count` is null where counting would take too long. */
export type ApiList<T> = { data: T[]; count: number | null; page: number; page_size: number };

/** Entries of a list's page (docs/contract.md §2). */
export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
