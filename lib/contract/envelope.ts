import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';

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
  /** What was searched instead of the typed text. */
  corrected?: string;
};

/** A list's page; `count` is null where counting would take too long. */
export type ApiList<T> = { data: T[]; count: number | null; page: number; page_size: number };

/** Why a request failed: `message` for users, `code` for programs, `fields` for the form. */
export type ApiFailure = {
  error?: string;
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  /** What would be valid, under the same paths as `fields`. */
  hints?: Record<string, string[]>;
  /**
   * The field engine's problems, for programs: those of `fields` that have a code, with their message
   * parameters.
   */
  details?: readonly ProblemAtPath[];
  /** For a conflict the current state; for a 401 `{ended}`, why the session ended. */
  data?: unknown;
};

/** Entries of a list's page (docs/contract.md §2). */
export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
