import { isIsoDate, isIsoTime } from '#lib/fields/dates.ts';
import { displayBytes, displayNumber, displayTime } from '#lib/fields/display-value.ts';
import type { Problem, ProblemCode } from '#lib/fields/problem.ts';
import { formatInlineMessage, type MessageCatalog, type MessageValues } from '#lib/text/inline-messages.ts';
import { plainBytes } from '#lib/text/plain-bytes.ts';

/** Types that are named where a value has another one. */
type NamedType = 'email' | 'phone' | 'url' | 'number' | 'date' | 'time' | 'datetime' | 'file' | 'json';

/** The ids of the translations: each code has one, `invalid` one for each type that is named. */
export type CheckId = `check.${ProblemCode | `invalid_${NamedType}`}`;

/** Days and times in the language; times with a date only where `isHydrated`. */
function timeIn(text: string, language: string, isHydrated: boolean): string {
  if (isIsoDate(text)) return displayTime('date', text, language);
  if (isIsoTime(text)) return displayTime('time', text, language);
  return isHydrated ? displayTime('datetime', text, language) : text;
}

/**
 * The parameters of a translation. Values that its plurals count stay numbers. In English, numbers and times
 * are formatted as in the API: docs/contract.md §5 has the same messages on the page and in responses.
 */
function valuesOf(problem: Problem, language: string, isHydrated: boolean): MessageValues {
  const { label } = problem.params;
  const isEnglish = /^en(-|$)/.test(language);
  const number = (value: number) => (isEnglish ? value : displayNumber(value, language));
  const time = (text: string) => (isEnglish ? text : timeIn(text, language, isHydrated));
  switch (problem.code) {
    case 'one_of': {
      const { options, more } = problem.params;
      return { label, options: [...options, ...(more ? ['…'] : [])].join(', ') };
    }
    case 'length_range':
    case 'count_range':
      return { label, min: number(problem.params.min), max: problem.params.max };
    case 'exact_number':
      return { label, value: number(problem.params.value) };
    case 'min_number':
      return { label, min: number(problem.params.min) };
    case 'max_number':
      return { label, max: number(problem.params.max) };
    case 'number_range':
      return { label, min: number(problem.params.min), max: number(problem.params.max) };
    case 'earliest':
      return { label, min: time(problem.params.min) };
    case 'latest':
      return { label, max: time(problem.params.max) };
    case 'time_range':
      return { label, min: time(problem.params.min), max: time(problem.params.max) };
    case 'extensions':
      return { label, extensions: problem.params.extensions.join(', ') };
    case 'max_bytes':
      return {
        label,
        max: isEnglish ? plainBytes(problem.params.max) : displayBytes(problem.params.max, language),
      };
    default:
      return problem.params;
  }
}

/**
 * The message of a problem in the page's language: the form author's own, where there is one. A page has a
 * message for every code (`PROBLEM_CODES`).
 * @param isHydrated false where the reader's time zone is not known yet: times stay as they are written
 */
export function translateProblem(
  problem: Problem,
  { language, messages }: MessageCatalog,
  isHydrated = true,
): string {
  const { code } = problem;
  if (problem.message !== undefined) return problem.message;
  const text =
    (code === 'invalid' ? messages[`check.invalid_${problem.params.type}`] : undefined) ??
    messages[`check.${code}`];
  return formatInlineMessage(text ?? '', valuesOf(problem, language, isHydrated), language);
}
