import type { MatchBudget } from '#lib/fields/pattern-check.ts';
import type { Problem } from '#lib/fields/problem.ts';

/** A file that was uploaded for a submission; its value is an id. */
export type FileFacts = { name: string; size: number };
export type FileLookup = { fileOf?: (id: string) => FileFacts | undefined };
export type CheckContext = FileLookup & {
  work: MatchBudget;
  /** Of phone numbers that are written without one (ISO 3166-1 alpha-2). */
  country?: string | null;
  /**
   * Set by a check whose value is stored in another format than it was given in; the caller that reads it
   * clears it.
   */
  stored?: string | undefined;
};

/** The problem of one given value, or null. */
export type Check = (value: unknown, context: CheckContext) => Problem | null;
