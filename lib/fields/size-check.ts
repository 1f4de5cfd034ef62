import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { bounds, numberRule, withOwnMessage } from '#lib/fields/rule-bounds.ts';

export const LENGTHS = {
  exact: { rule: 'length', code: 'exact_length' },
  least: { rule: 'min_length', code: 'min_length' },
  most: { rule: 'max_length', code: 'max_length' },
  range: { code: 'length_range' },
} as const;
const COUNTS = {
  exact: { rule: 'count', code: 'exact_count' },
  least: { rule: 'min_count', code: 'min_count' },
  most: { rule: 'max_count', code: 'max_count' },
  range: { code: 'count_range' },
} as const;

/** A check of a length or a count against its rules; `ceiling` where no rule limits the maximum. */
export function sizeCheck(
  field: FieldDefinition,
  sizes: typeof LENGTHS | typeof COUNTS,
  ceiling: number,
): (size: number) => Problem | null {
  const { label } = field;
  const exact = numberRule(field, sizes.exact.rule);
  const least = numberRule(field, sizes.least.rule);
  const most = numberRule(field, sizes.most.rule);
  const { tooLittle, tooMuch } = bounds(least, most, {
    least: (min) => ({ code: sizes.least.code, params: { label, min } }),
    most: (max) => ({ code: sizes.most.code, params: { label, max } }),
    range: (min, max) => ({ code: sizes.range.code, params: { label, min, max } }),
  });
  const other =
    exact && withOwnMessage({ code: sizes.exact.code, params: { label, count: exact.value } }, exact);
  const above: Problem = { code: sizes.most.code, params: { label, max: ceiling } };
  return (size) => {
    if (other && size !== exact.value) return other;
    if (least && size < least.value) return tooLittle;
    if (most && size > most.value) return tooMuch;
    return size > ceiling ? above : null;
  };
}

/** Maximum entries of a list without a rule of its own. */
export const COUNT_MAX = 1000;

/** The problem of the number of entries, or null. */
export const countCheck = (field: FieldDefinition) => sizeCheck(field, COUNTS, COUNT_MAX);
