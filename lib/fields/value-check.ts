import type { Check, CheckContext } from '#lib/fields/check.ts';
import { choiceCheck } from '#lib/fields/choice-check.ts';
import { isIsoDateTime, isIsoTime } from '#lib/fields/dates.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { parseEmail } from '#lib/fields/email-parser.ts';
import { fileCheck } from '#lib/fields/file-check.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { numberCheck } from '#lib/fields/number-check.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { typeProblem } from '#lib/fields/rule-bounds.ts';
import { storedAddress, storedPhone } from '#lib/fields/stored-value.ts';
import { LENGTH_MAX, textCheck } from '#lib/fields/text-check.ts';
import { dateCheck, timeCheck, writtenDay } from '#lib/fields/time-check.ts';
import { isBlank } from '#lib/text/text.ts';

/**
 * The check of a text that is stored in a normalized format; the normalized text is checked.
 *
 * @param read returns the normalized text, or null where it is invalid
 */
function readCheck(field: FieldDefinition, read: (value: string, country: string | null) => string | null) {
  const invalid = typeProblem(field);
  const taken = textCheck(field, LENGTH_MAX.other, undefined, () => true);
  const refused = textCheck(field, LENGTH_MAX.other, () => invalid);
  const hasRules = (field.rules?.length ?? 0) > 0;
  return (value: unknown, context: CheckContext): Problem | null => {
    if (typeof value !== 'string') return invalid;
    const stored = read(value, context.country ?? null);
    if (stored === null) return refused(value, context);
    if (stored !== value) context.stored = stored;
    return hasRules || stored.length > LENGTH_MAX.other ? taken(stored, context) : null;
  };
}

function jsonCheck(field: FieldDefinition): Check {
  const invalid = typeProblem(field);
  const blank: Problem = { code: 'blank', params: { label: field.label } };
  return (value) => {
    if (typeof value === 'string' && isBlank(value)) return blank;
    return isStorableJson(value) ? null : invalid;
  };
}

/** The check of one value of the field, created once; the caller handles a missing value. */
export function checkOf(field: FieldDefinition): Check {
  switch (field.type) {
    case 'text':
      return textCheck(field, LENGTH_MAX.text, writtenDay(field));
    case 'textarea':
      return textCheck(field, LENGTH_MAX.textarea);
    case 'email':
      return readCheck(field, parseEmail);
    case 'phone':
      return readCheck(field, storedPhone);
    case 'url':
      return readCheck(field, storedAddress);
    case 'number':
      return numberCheck(field);
    case 'date':
      return dateCheck(field);
    case 'time':
      return timeCheck(field, isIsoTime);
    case 'datetime':
      return timeCheck(field, isIsoDateTime);
    case 'file':
      return fileCheck(field);
    case 'checkboxes':
    case 'select':
    case 'multi-select':
      return choiceCheck(field);
    case 'json':
      return jsonCheck(field);
    case 'form':
      return () => null;
  }
}
