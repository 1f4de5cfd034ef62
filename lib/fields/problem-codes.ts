import type { FieldProblem, ProblemCode } from '#lib/fields/problem.ts';
import { isRecord } from '#lib/text/is-record.ts';

/**
 * Every code, once: from them a page knows which problems it has messages for, without loading the English
 * messages.
 */
const CODES: Record<ProblemCode, true> = {
  required: true,
  blank: true,
  one_of: true,
  invalid: true,
  exact_length: true,
  min_length: true,
  max_length: true,
  length_range: true,
  exact_number: true,
  min_number: true,
  max_number: true,
  number_range: true,
  exact_count: true,
  min_count: true,
  max_count: true,
  count_range: true,
  date_format: true,
  no_day: true,
  pattern: true,
  pattern_too_slow: true,
  unreadable: true,
  earliest: true,
  latest: true,
  time_range: true,
  extensions: true,
  max_bytes: true,
  ambiguous: true,
  too_precise: true,
  out_of_range: true,
  skipped_time: true,
  repeated_time: true,
  unknown_field: true,
};

const isCode = (code: string): code is ProblemCode => Object.hasOwn(CODES, code);

export const PROBLEM_CODES: readonly ProblemCode[] = Object.keys(CODES).filter(isCode);

const isKnown = (detail: unknown): detail is FieldProblem =>
  isRecord(detail) && typeof detail.code === 'string' && isCode(detail.code);

/** Those `details` of a refusal that this page has messages for: the server may be newer than the page. */
export const parseFieldProblems = (details: unknown): FieldProblem[] =>
  Array.isArray(details) ? details.filter(isKnown) : [];
