import type { Check } from '#lib/fields/check.ts';
import { compareToValue } from '#lib/fields/comparison.ts';
import { isIsoDate, parseDate } from '#lib/fields/dates.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { bounds, textRule, typeProblem, withOwnMessage } from '#lib/fields/rule-bounds.ts';
import { isBlank } from '#lib/text/text.ts';

/** A check of the earliest and the latest, shared by days and times. */
function timeBounds(field: FieldDefinition): (value: string) => Problem | null {
  const { label } = field;
  const least = textRule(field, 'min');
  const most = textRule(field, 'max');
  const { tooLittle, tooMuch } = bounds(least, most, {
    least: (min) => ({ code: 'earliest', params: { label, min } }),
    most: (max) => ({ code: 'latest', params: { label, max } }),
    range: (min, max) => ({ code: 'time_range', params: { label, min, max } }),
  });
  return (value) => {
    if (least && compareToValue(field, value, least.value) === 'before') return tooLittle;
    return most && compareToValue(field, value, most.value) === 'after' ? tooMuch : null;
  };
}

export function timeCheck(field: FieldDefinition, isOne: (value: string) => boolean): Check {
  const invalid = typeProblem(field);
  const blank: Problem = { code: 'blank', params: { label: field.label } };
  const within = timeBounds(field);
  return (value) => {
    if (typeof value !== 'string') return invalid;
    if (isOne(value)) return within(value);
    return isBlank(value) ? blank : invalid;
  };
}

/** A day in its rule's format. */
export function writtenDay(field: FieldDefinition): (value: string) => Problem | null {
  const { label } = field;
  const rule = textRule(field, 'date_format');
  if (!rule) return () => null;
  const noDay = withOwnMessage({ code: 'no_day', params: { label } }, rule);
  const otherForm = withOwnMessage({ code: 'date_format', params: { label, format: rule.value } }, rule);
  return (value) => {
    const read = parseDate(value, rule.value);
    if ('day' in read) return null;
    return read.problem === 'day' ? noDay : otherForm;
  };
}

export function dateCheck(field: FieldDefinition): Check {
  if (!textRule(field, 'date_format')) return timeCheck(field, isIsoDate);
  const written = writtenDay(field);
  const asDay = timeCheck(field, (value) => !isBlank(value));
  return (value, context) => {
    const problem = typeof value === 'string' && !isBlank(value) ? written(value) : null;
    return problem ?? asDay(value, context);
  };
}
