import type { Check } from '#lib/fields/check.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { bounds, numberRule, typeProblem, withOwnMessage } from '#lib/fields/rule-bounds.ts';
import { isBlank } from '#lib/text/text.ts';

export function numberCheck(field: FieldDefinition): Check {
  const { label } = field;
  const equal = numberRule(field, 'equal');
  const least = numberRule(field, 'min');
  const most = numberRule(field, 'max');
  const { tooLittle, tooMuch } = bounds(least, most, {
    least: (min) => ({ code: 'min_number', params: { label, min } }),
    most: (max) => ({ code: 'max_number', params: { label, max } }),
    range: (min, max) => ({ code: 'number_range', params: { label, min, max } }),
  });
  const other =
    equal && withOwnMessage({ code: 'exact_number', params: { label, value: equal.value } }, equal);
  const invalid = typeProblem(field);
  const blank: Problem = { code: 'blank', params: { label } };
  return (value) => {
    if (typeof value === 'string' && isBlank(value)) return blank;
    if (typeof value !== 'number' || !Number.isFinite(value)) return invalid;
    if (other && value !== equal.value) return other;
    if (least && value < least.value) return tooLittle;
    return most && value > most.value ? tooMuch : null;
  };
}
