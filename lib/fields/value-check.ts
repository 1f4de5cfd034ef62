import { parseAddress } from '#lib/fields/address-parser.ts';
import { compareToValue } from '#lib/fields/comparison.ts';
import { isIsoDate, isIsoDateTime, isIsoTime, parseDate } from '#lib/fields/dates.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { parseEmail } from '#lib/fields/email-parser.ts';
import type { FieldType, RuleName } from '#lib/fields/field-types.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import type { Pattern } from '#lib/fields/pattern.ts';
import { compiledPattern, type MatchBudget } from '#lib/fields/pattern-check.ts';
import { parsePhone } from '#lib/fields/phone-number.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { codePoints, hasUnreadableCharacters, isBlank } from '#lib/text/text.ts';

/** A file that was uploaded for an answer; its value is an id. */
export type FileFacts = { name: string; size: number };
export type FileLookup = { fileOf?: (id: string) => FileFacts | undefined };
export type CheckContext = FileLookup & {
  work: MatchBudget;
  /** Of phone numbers that are written without one (ISO 3166-1 alpha-2). */
  country?: string | null;
  /** Set by a check whose value is stored in another form than it was given in; whoever takes it clears it. */
  stored?: string | undefined;
};

/** What is wrong with one given value, or null. */
export type Check = (value: unknown, context: CheckContext) => Problem | null;

/** Characters that a field takes without a rule of its own. */
export const LENGTH_MAX = { text: 10_000, textarea: 100_000, other: 2048 };
/** Characters of a text that a pattern is asked of. */
export const PATTERN_TEXT_MAX = 10_000;

/** International numbers (ITU-T E.164: 7 to 15 digits), with the separators that people write: what a schema can say of them. */
export const PHONE = '^\\+[ (]?[1-9](?:[ ().-]{0,2}[0-9]){6,14}$';

/** ASCII that can be shown and doesn't begin with a blank. */
const PLAIN_LINE = /^[!-~][ -~]*$/;
const PLAIN_LINES = /^[!-~][\t\n\r -~]*$/;
type Bound<T> = { value: T; message?: string };

function numberRule(field: FieldDefinition, name: RuleName): Bound<number> | undefined {
  for (const { rule, value, message } of field.rules ?? [])
    if (rule === name && typeof value === 'number') return { value, message };
}

function textRule(field: FieldDefinition, name: RuleName): Bound<string> | undefined {
  for (const { rule, value, message } of field.rules ?? [])
    if (rule === name && typeof value === 'string') return { value, message };
}

/** A problem with what the rule's own maker says of it. */
const told = (problem: Problem, { message }: { message?: string }): Problem =>
  message === undefined ? problem : { ...problem, message };

/** The problems of a bound, or of a range where there are both. */
function bounds<T extends number | string>(
  least: Bound<T> | undefined,
  most: Bound<T> | undefined,
  problems: { least: (min: T) => Problem; most: (max: T) => Problem; range: (min: T, max: T) => Problem },
): { tooLittle: Problem | null; tooMuch: Problem | null } {
  const range = least && most ? problems.range(least.value, most.value) : null;
  return {
    tooLittle: least ? told(range ?? problems.least(least.value), least) : null,
    tooMuch: most ? told(range ?? problems.most(most.value), most) : null,
  };
}

const LENGTHS = {
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

/** A check of a length or a count against its rules; `ceiling` where there is no rule for the most. */
function sizeCheck(
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
  const other = exact && told({ code: sizes.exact.code, params: { label, count: exact.value } }, exact);
  const above: Problem = { code: sizes.most.code, params: { label, max: ceiling } };
  return (size) => {
    if (other && size !== exact.value) return other;
    if (least && size < least.value) return tooLittle;
    if (most && size > most.value) return tooMuch;
    return size > ceiling ? above : null;
  };
}

/** Entries of a list without a rule of its own. */
export const COUNT_MAX = 1000;

/** What is wrong with how many entries there are, or null. */
export const countCheck = (field: FieldDefinition) => sizeCheck(field, COUNTS, COUNT_MAX);

/** The type as it is named to who gave something else. */
const notOf = ({ label, type }: FieldDefinition): Problem => ({ code: 'invalid', params: { label, type } });

/**
 * Blank, unreadable, too short or long, not of its kind, not of its pattern; in this order.
 *
 * @param isSurely tells at one look of nearly every text that it is of its kind, and neither blank nor unreadable.
 */
function textCheck(
  field: FieldDefinition,
  ceiling: number,
  ofKind?: (value: string) => Problem | null,
  isSurely?: (value: string) => boolean,
): Check {
  const { label } = field;
  const lines = { multiline: field.type === 'textarea' };
  const invalid = notOf(field);
  const blank: Problem = { code: 'blank', params: { label } };
  const unreadable: Problem = { code: 'unreadable', params: { label } };
  const lengthOf = sizeCheck(field, LENGTHS, ceiling);
  const hasLength =
    field.rules?.some(({ rule }) => rule === 'length' || rule === 'min_length' || rule === 'max_length') ??
    false;
  const rule = textRule(field, 'pattern');
  let pattern: Pattern | null | undefined;
  const otherForm = told({ code: 'pattern', params: { label } }, rule ?? {});
  const tooSlow: Problem = { code: 'pattern_too_slow', params: { label } };
  const tooLong: Problem = { code: 'max_length', params: { label, max: PATTERN_TEXT_MAX } };
  return (value, { work }) => {
    if (typeof value !== 'string') return invalid;
    // Nearly every text is one of these, and one look tells that it is neither blank nor unreadable.
    const isOfKind = isSurely?.(value) === true;
    const isPlain = isOfKind || (lines.multiline ? PLAIN_LINES : PLAIN_LINE).test(value);
    if (!isPlain && isBlank(value)) return blank;
    // Code units are at least as many, and cost nothing to count.
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

/** A check of the earliest and the latest, which days, times and moments share. */
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

function timeCheck(field: FieldDefinition, isOne: (value: string) => boolean): Check {
  const invalid = notOf(field);
  const blank: Problem = { code: 'blank', params: { label: field.label } };
  const within = timeBounds(field);
  return (value) => {
    if (typeof value !== 'string') return invalid;
    if (isOne(value)) return within(value);
    return isBlank(value) ? blank : invalid;
  };
}

/** A day written as its rule says. */
function writtenDay(field: FieldDefinition): (value: string) => Problem | null {
  const { label } = field;
  const rule = textRule(field, 'date_format');
  if (!rule) return () => null;
  const noDay = told({ code: 'no_day', params: { label } }, rule);
  const otherForm = told({ code: 'date_format', params: { label, format: rule.value } }, rule);
  return (value) => {
    const read = parseDate(value, rule.value);
    if ('day' in read) return null;
    return read.problem === 'day' ? noDay : otherForm;
  };
}

function dateCheck(field: FieldDefinition): Check {
  if (!textRule(field, 'date_format')) return timeCheck(field, isIsoDate);
  const written = writtenDay(field);
  const asDay = timeCheck(field, (value) => !isBlank(value));
  return (value, context) => {
    const problem = typeof value === 'string' && !isBlank(value) ? written(value) : null;
    return problem ?? asDay(value, context);
  };
}

function numberCheck(field: FieldDefinition): Check {
  const { label } = field;
  const equal = numberRule(field, 'equal');
  const least = numberRule(field, 'min');
  const most = numberRule(field, 'max');
  const { tooLittle, tooMuch } = bounds(least, most, {
    least: (min) => ({ code: 'min_number', params: { label, min } }),
    most: (max) => ({ code: 'max_number', params: { label, max } }),
    range: (min, max) => ({ code: 'number_range', params: { label, min, max } }),
  });
  const other = equal && told({ code: 'exact_number', params: { label, value: equal.value } }, equal);
  const invalid = notOf(field);
  const blank: Problem = { code: 'blank', params: { label } };
  return (value) => {
    if (typeof value === 'string' && isBlank(value)) return blank;
    if (typeof value !== 'number' || !Number.isFinite(value)) return invalid;
    if (other && value !== equal.value) return other;
    if (least && value < least.value) return tooLittle;
    return most && value > most.value ? tooMuch : null;
  };
}

/** What is wrong with a file by its name and size, or null; before it is sent, and of what was sent. */
export function fileProblem(field: FieldDefinition, { name, size }: FileFacts): Problem | null {
  const { label } = field;
  const extensions = field.rules?.find((rule) => rule.rule === 'extensions');
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (extensions && !(name.includes('.') && extensions.value.includes(extension)))
    return told({ code: 'extensions', params: { label, extensions: extensions.value } }, extensions);
  const most = numberRule(field, 'max_bytes');
  return most && size > most.value
    ? told({ code: 'max_bytes', params: { label, max: most.value } }, most)
    : null;
}

function fileCheck(field: FieldDefinition): Check {
  const invalid = notOf(field);
  return (value, { fileOf }) => {
    if (typeof value !== 'string' || value.length > 200 || hasUnreadableCharacters(value)) return invalid;
    if (!fileOf) return null;
    const file = fileOf(value);
    return file ? fileProblem(field, file) : invalid;
  };
}

/** Options that a problem lists. */
const OPTIONS_TOLD = 100;

/** What was chosen is none of these, of which the first are listed. */
export function optionProblem(label: string, all: readonly string[], most: number): Problem {
  const options = all.slice(0, most);
  return { code: 'one_of', params: all.length > most ? { label, options, more: true } : { label, options } };
}
/** Characters of a text that is given in place of an option. */
export const OTHER_MAX = 500;

function choiceCheck(field: FieldDefinition): Check {
  const { label } = field;
  const ids = new Set(field.options?.map(({ id }) => id));
  const invalid = notOf(field);
  const blank: Problem = { code: 'blank', params: { label } };
  const other = optionProblem(label, [...ids], OPTIONS_TOLD);
  const own = field.allow_other ? textCheck({ ...field, rules: [] }, OTHER_MAX) : null;
  return (value, context) => {
    if (typeof value !== 'string') return invalid;
    if (ids.has(value)) return null;
    if (own) return own(value, context);
    return isBlank(value) ? blank : other;
  };
}

/**
 * The check of a text that is stored in one form however it is written; in this form it is checked.
 *
 * @param read gives it in the form in which it is stored, or null where it is none of its kind
 */
function readCheck(field: FieldDefinition, read: (value: string, country: string | null) => string | null) {
  const invalid = notOf(field);
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

const storedPhone = (text: string, country: string | null): string | null => {
  const read = parsePhone(text, country);
  return read.ok ? read.number : null;
};

const storedAddress = (text: string): string | null => {
  const read = parseAddress(text);
  return read.ok ? read.address : null;
};

const STORED: Partial<Record<FieldType, (text: string, country: string | null) => string | null>> = {
  email: parseEmail,
  phone: storedPhone,
  url: storedAddress,
};

/** A value, or each of a list, in the form in which it is stored; as it is where it can't be taken. */
export function normalizeStoredValue(
  { type }: Pick<FieldDefinition, 'type'>,
  value: unknown,
  country: string | null,
): unknown {
  const read = STORED[type];
  if (!read) return value;
  const stored = (one: unknown) => (typeof one === 'string' ? (read(one, country) ?? one) : one);
  return Array.isArray(value) ? value.map(stored) : stored(value);
}

/** The check of one value of the field, made once; a value that is missing is the caller's to judge. */
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
    case 'json': {
      const invalid = notOf(field);
      const blank: Problem = { code: 'blank', params: { label: field.label } };
      return (value) => {
        if (typeof value === 'string' && isBlank(value)) return blank;
        return isStorableJson(value) ? null : invalid;
      };
    }
    case 'form':
      return () => null;
  }
}
