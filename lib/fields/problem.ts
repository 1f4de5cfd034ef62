/** The message parameters of a problem, besides the label, by its code. */
type CheckParams = {
  required: object;
  blank: object;
  /** `options` are the first of them where there are `more`. */
  one_of: { options: readonly string[]; more?: boolean };
  /** `type` is the expected one: a field's type, `list`, `object`. */
  invalid: { type: string };
  exact_length: { count: number };
  min_length: { min: number };
  max_length: { max: number };
  length_range: { min: number; max: number };
  exact_number: { value: number };
  min_number: { min: number };
  max_number: { max: number };
  number_range: { min: number; max: number };
  exact_count: { count: number };
  min_count: { min: number };
  max_count: { max: number };
  count_range: { min: number; max: number };
  date_format: { format: string };
  no_day: object;
  pattern: object;
  pattern_too_slow: object;
  unreadable: object;
  /** Days and times as the rule has them. */
  earliest: { min: string };
  latest: { max: string };
  time_range: { min: string; max: string };
  extensions: { extensions: readonly string[] };
  /** Bytes. */
  max_bytes: { max: number };
  /** The two readings of a text, as users write them. */
  ambiguous: { first: string; second: string };
  too_precise: object;
  out_of_range: object;
  skipped_time: { first: string; second: string };
  repeated_time: { first: string; second: string };
  /** `label` is the name that no field has. */
  unknown_field: object;
};

/** The problems of a value. A new one compiles once it has its English message and those of all languages. */
export type ProblemCode = keyof CheckParams;

export type ProblemParams = { [Code in ProblemCode]: { label: string } & CheckParams[Code] };

type Found<Code extends ProblemCode> = {
  code: Code;
  params: ProblemParams[Code];
  /** The form author's own message. */
  message?: string;
};

/**
 * A problem of a value, independent of language: messages are created where they are shown (`englishProblem`,
 * `translateProblem`).
 */
export type Problem<Code extends ProblemCode = ProblemCode> = { [Each in Code]: Found<Each> }[Code];

/** A problem and its path: `people[1].mail`. */
export type FieldProblem<Code extends ProblemCode = ProblemCode> = {
  [Each in Code]: Found<Each> & { path: string };
}[Code];

/** Messages by path, as the API returns them (docs/contract.md §2). */
export type FieldErrors = Record<string, string[]>;

/** A server's refusal: its messages, and the problems of those that have a code. */
export type RejectedFields = {
  errors: FieldErrors;
  details?: readonly { path: string; code: string }[] | undefined;
};
