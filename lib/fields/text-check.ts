import type { Check } from '#lib/fields/check.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { compiledPattern, type Pattern } from '#lib/fields/pattern-check.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { textRule, typeProblem, withOwnMessage } from '#lib/fields/rule-bounds.ts';
import { LENGTHS, sizeCheck } from '#lib/fields/size-check.ts';
import { codePoints, hasUnreadableCharacters, isBlank } from '#lib/text/text.ts';

/** Maximum length of a text in a field without a rule of its own. */
export const LENGTH_MAX = { text: 10_000, textarea: 100_000, other: 2048 };
/** Maximum length of a text that is matched with a pattern. */
export const PATTERN_TEXT_MAX = 10_000;

/** ASCII that can be shown and doesn't begin with a blank. */
const PLAIN_LINE = /^[!-~][ -~]*$/;
const PLAIN_LINES = /^[!-~][\t\n\r -~]*$/;

/**
 * Checks in this order: blank, unreadable, too short or long, not of its kind, not matching its pattern.
 *
 * @param isSurely a fast test that is true for nearly every text that is valid for its kind, and neither
 * blank nor unreadable.
 */
export function textCheck(
  field: FieldDefinition,
  ceiling: number,
  ofKind?: (value: string) => Problem | null,
  isSurely?: (value: string) => boolean,
): Check {
  const { label } = field;
  const lines = { multiline: field.type === 'textarea' };
  const invalid = typeProblem(field);
  const blank: Problem = { code: 'blank', params: { label } };
  const unreadable: Problem = { code: 'unreadable', params: { label } };
  const lengthOf = sizeCheck(field, LENGTHS, ceiling);
  const hasLength =
    field.rules?.some(({ rule }) => rule === 'length' || rule === 'min_length' || rule === 'max_length') ??
    false;
  const rule = textRule(field, 'pattern');
  let pattern: Pattern | null | undefined;
  const otherForm = withOwnMessage({ code: 'pattern', params: { label } }, rule ?? {});
  const tooSlow: Problem = { code: 'pattern_too_slow', params: { label } };
  const tooLong: Problem = { code: 'max_length', params: { label, max: PATTERN_TEXT_MAX } };
  return (value, { work }) => {
    if (typeof value !== 'string') return invalid;
    // Matches nearly every text: one test shows that it is neither blank nor unreadable.
    const isOfKind = isSurely?.(value) === true;
    const isPlain = isOfKind || (lines.multiline ? PLAIN_LINES : PLAIN_LINE).test(value);
    if (!isPlain && isBlank(value)) return blank;
    // There are at least as many code units, and counting them is free.
    if (hasLength || value.length > ceiling) {
      const problem = lengthOf(isPlain || value.length > 4 * ceiling ? value.length : codePoints(value));
      if (problem) return problem;
    }
    if (!isPlain && hasUnreadableCharacters(value, lines)) return unreadable;
    const problem = isOfKind ? null : ofKind?.(value);
    if (problem) return problem;
    if (!rule) return null;
    if (value.length > PATTERN_TEXT_MAX) return tooLong;
    if (pattern === undefined) pattern = compiledPattern(rule.value);
    if (pattern === undefined) return null;
    const isFound = pattern ? pattern.matches(value, work) : false;
    if (isFound) return null;
    return isFound === null ? tooSlow : otherForm;
  };
}
