import type { FieldErrors, FieldProblem, Problem, ProblemCode, ProblemParams } from '#lib/fields/problem.ts';
import * as message from '#lib/text/messages.ts';

/** The messages of docs/contract.md §5. */
const SENTENCES: { [Code in ProblemCode]: (params: ProblemParams[Code]) => string } = {
  required: ({ label }) => message.required(label),
  blank: ({ label }) => message.blank(label),
  one_of: ({ label, options, more }) => message.oneOf(label, more ? [...options, '…'] : options),
  invalid: ({ label, type }) => message.invalidType(label, type),
  exact_length: ({ label, count }) => message.exactLength(label, count),
  min_length: ({ label, min }) => message.minLength(label, min),
  max_length: ({ label, max }) => message.maxLength(label, max),
  length_range: ({ label, min, max }) => message.lengthRange(label, min, max),
  exact_number: ({ label, value }) => message.exactNumber(label, value),
  min_number: ({ label, min }) => message.minNumber(label, min),
  max_number: ({ label, max }) => message.maxNumber(label, max),
  number_range: ({ label, min, max }) => message.numberRange(label, min, max),
  exact_count: ({ label, count }) => message.exactCount(label, count),
  min_count: ({ label, min }) => message.minCount(label, min),
  max_count: ({ label, max }) => message.maxCount(label, max),
  count_range: ({ label, min, max }) => message.countRange(label, min, max),
  date_format: ({ label, format }) => message.dateFormat(label, format),
  no_day: ({ label }) => message.invalidDate(label),
  pattern: ({ label }) => message.pattern(label),
  pattern_too_slow: ({ label }) => message.patternTooSlow(label),
  unreadable: ({ label }) => message.unreadableCharacters(label),
  earliest: ({ label, min }) => message.earliest(label, min),
  latest: ({ label, max }) => message.latest(label, max),
  time_range: ({ label, min, max }) => message.timeRange(label, min, max),
  extensions: ({ label, extensions }) => message.extensions(label, extensions),
  max_bytes: ({ label, max }) => message.maxBytes(label, max),
  ambiguous: ({ label, first, second }) => message.ambiguous(label, first, second),
  too_precise: ({ label }) => message.tooPrecise(label),
  out_of_range: ({ label }) => message.outOfRange(label),
  skipped_time: ({ label, first, second }) => message.skippedTime(label, first, second),
  repeated_time: ({ label, first, second }) => message.repeatedTime(label, first, second),
  unknown_field: ({ label }) => message.unknownField(label),
};

/** The English message of a problem: the form author's own, where there is one. */
export function englishProblem<Code extends ProblemCode>({ code, params, message }: Problem<Code>): string {
  return message ?? SENTENCES[code](params);
}

/** The English messages of problems, by their paths. */
export function englishErrors(problems: readonly FieldProblem[]): FieldErrors {
  return Object.fromEntries(problems.map((problem) => [problem.path, [englishProblem(problem)]]));
}
