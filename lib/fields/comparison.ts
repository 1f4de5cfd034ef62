import { dateTimeKey, isIsoDate, isIsoDateTime, isIsoTime, parseDate, timeKey } from '#lib/fields/dates.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isList, type Operator } from '#lib/fields/field-types.ts';

/**
 * Whether a value is missing. `[]` in a `json` field is a JSON value that a user wrote, so it is not missing
 * there (docs/decisions/0083-an-empty-json-list-is-an-answer.md).
 */
export function isMissing(field: FieldDefinition, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) && value.length === 0 && (field.type !== 'json' || isList(field));
}

/** The format of a field's days. */
export function dateFormatOf(field: FieldDefinition): string {
  for (const rule of field.rules ?? []) if (rule.rule === 'date_format') return rule.value;
  return 'YYYY-MM-DD';
}

/** A day or time as a value that can be compared with `<`; null for anything else. */
export function timeSortKey(field: FieldDefinition, value: unknown): string | number | null {
  if (typeof value !== 'string') return null;
  if (field.type === 'time') return isIsoTime(value) ? timeKey(value) : null;
  if (field.type === 'datetime') return isIsoDateTime(value) ? dateTimeKey(value) : null;
  const format = dateFormatOf(field);
  if (format === 'YYYY-MM-DD') return isIsoDate(value) ? value : null;
  const read = parseDate(value, format);
  return 'day' in read ? read.day : null;
}

/** The same of a condition's or a rule's value: days are written `YYYY-MM-DD` there, whatever the field's format. */
function wantedOrder(field: FieldDefinition, value: unknown): string | number | null {
  if (field.type !== 'date') return timeSortKey(field, value);
  return typeof value === 'string' && isIsoDate(value) ? value : null;
}

type Order = 'before' | 'same' | 'after' | null;

function order(left: string | number | null, right: string | number | null): Order {
  if (left === null || right === null) return null;
  if (left === right) return 'same';
  return left < right ? 'before' : 'after';
}

/**
 * The order of a value relative to another one of the same field's type, as in a condition or a rule; null
 * when they can't be compared.
 */
export function compareToValue(field: FieldDefinition, value: unknown, wanted: unknown): Order {
  if (field.type === 'date' || field.type === 'time' || field.type === 'datetime')
    return order(timeSortKey(field, value), wantedOrder(field, wanted));
  if (field.type === 'number')
    return typeof value === 'number' && typeof wanted === 'number' ? order(value, wanted) : null;
  return typeof value === 'string' && typeof wanted === 'string' ? order(value, wanted) : null;
}

const contains = (value: unknown, wanted: unknown) => {
  if (Array.isArray(value)) return value.includes(wanted);
  return isPart(value, wanted, (text, part) => text.includes(part));
};

/**
 * A text in small letters, each by itself as in the database: `toLowerCase` writes a capital sigma at the end of a text in
 * another way than within.
 */
const inSmallLetters = (text: string): string =>
  text.includes('Σ') ? Array.from(text, (letter) => letter.toLowerCase()).join('') : text.toLowerCase();

/** Whether a text has another one as a part, in any case. */
function isPart(value: unknown, wanted: unknown, has: (text: string, part: string) => boolean): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return false;
  return has(inSmallLetters(value), inSmallLetters(wanted));
}

/**
 * The result of an operator for a field's value; for a missing value, or one of another type, only a test for
 * absence holds.
 */
export function evaluateComparison(
  field: FieldDefinition,
  op: Operator,
  value: unknown,
  wanted: unknown,
): boolean {
  switch (op) {
    case 'is_empty':
      return isMissing(field, value);
    case 'is_not_empty':
      return !isMissing(field, value);
    case 'equals':
      return compareToValue(field, value, wanted) === 'same';
    case 'not_equals':
      return compareToValue(field, value, wanted) !== 'same';
    case 'includes':
    case 'contains':
      return contains(value, wanted);
    case 'not_contains':
      return !contains(value, wanted);
    case 'starts_with':
      return isPart(value, wanted, (text, part) => text.startsWith(part));
    case 'ends_with':
      return isPart(value, wanted, (text, part) => text.endsWith(part));
    case 'greater':
    case 'after':
      return compareToValue(field, value, wanted) === 'after';
    case 'less':
    case 'before':
      return compareToValue(field, value, wanted) === 'before';
    case 'greater_or_equal': {
      const found = compareToValue(field, value, wanted);
      return found === 'after' || found === 'same';
    }
    case 'less_or_equal': {
      const found = compareToValue(field, value, wanted);
      return found === 'before' || found === 'same';
    }
    default:
      return false;
  }
}
