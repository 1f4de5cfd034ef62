import type { PostedSubmission } from '#lib/browser/posted-submission.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import type { ProblemCode } from '#lib/fields/problem.ts';
import { parseFieldProblems } from '#lib/fields/problem-codes.ts';
import { validate } from '#lib/fields/validate.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** Bytes of a submission as JSON: as many as the API's own bodies have (docs/contract.md §2). */
const SUBMISSION_BYTES_MAX = 1024 ** 2;

/** Why a submission was refused. */
export type Refusal = Pick<
  PostedSubmission,
  'problem' | 'code' | 'errors' | 'details' | 'hints' | 'retryAfter'
> & {
  status: number;
};

export function refusalOf(error: ApiError): Refusal {
  const { code, fields, details, hints = {}, message, status, retryAfter = 0 } = error;
  const problem = fields ? null : message;
  return {
    status,
    code,
    retryAfter,
    errors: fields ?? {},
    details: parseFieldProblems(details),
    hints,
    problem,
  };
}

const ONLY_BEGINNING =
  'Only the beginning of this text is here: it is much longer than a form takes. Shorten it, then send it again.';
/** The most size problems that are reported for one submission. */
const SIZES_MAX = 20;
const SIZE_CODES: ReadonlySet<ProblemCode> = new Set([
  'max_length',
  'length_range',
  'exact_length',
  'max_count',
  'count_range',
  'exact_count',
]);

/** Refuses what is larger than the API accepts, and reports which fields are too long or too many. */
export function tooLarge(
  fields: readonly FieldDefinition[],
  values: Values,
  cut: ReadonlySet<string>,
): Refusal | null {
  if (cut.size === 0 && Buffer.byteLength(JSON.stringify(values)) <= SUBMISSION_BYTES_MAX) return null;
  const message = 'This answer is larger than a form takes, which is 1 MB. Shorten it, then send it again.';
  const refusal = refusalOf(new ApiError(413, 'too_large', message));
  const checked = validate(fields, values);
  const problems = checked.ok ? [] : checked.problems.filter(({ code }) => SIZE_CODES.has(code));
  const details = problems.slice(0, SIZES_MAX);
  return { ...refusal, errors: englishErrors(details), details };
}

/** Whatever a submission is refused for: texts that were cut are reported. */
export function reportTruncated({ errors, details, ...refusal }: Refusal, cut: ReadonlySet<string>): Refusal {
  const begun = Object.fromEntries([...cut].map((path) => [path, [ONLY_BEGINNING]]));
  return {
    ...refusal,
    errors: { ...errors, ...begun },
    details: details.filter(({ path }) => !cut.has(path)),
  };
}
