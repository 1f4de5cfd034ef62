import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';

/** A single thing, or a message alone (docs/contract.md §2). */
export type ApiSuccess<T> = {
  data: T;
  message?: string;
  count?: number | null;
  page?: number;
  page_size?: number;
  /** Where the next part of a list begins that is read on by a cursor; null at its end. */
  next?: string | null;
  /** Where the part before this one ends; null at the beginning of the list. */
  previous?: string | null;
  /** What was searched for in place of what was typed. */
  corrected?: string;
};

/** A list's page; `count` is null where counting would make somebody wait. */
export type ApiList<T> = { data: T[]; count: number | null; page: number; page_size: number };

/** Why a request failed: `message` for people, `code` for programs, `fields` for the form. */
export type ApiFailure = {
  error?: string;
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  /** What would be right, beside what `fields` says is wrong: under the same paths. */
  hints?: Record<string, string[]>;
  /** What the field engine found, for programs: those of `fields` that have a code, with what their sentences are filled with. */
  details?: readonly ProblemAtPath[];
  /** Of a conflict the current state; of a 401 `{ended}`, why the session ended. */
  data?: unknown;
};

/** Entries of a list's page (docs/contract.md §2). */
export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
