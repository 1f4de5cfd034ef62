import { standing } from '#lib/fields/comparison.ts';
import { dayFrom, isDay, isMoment, isTime } from '#lib/fields/dates.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { FieldType, RuleName } from '#lib/fields/field-types.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import type { Pattern } from '#lib/fields/pattern.ts';
import { compiledPattern, type Work } from '#lib/fields/pattern-check.ts';
import { readPhone } from '#lib/fields/phone-number.ts';
import { readAddress } from '#lib/fields/typed-address.ts';
import { readEmail } from '#lib/fields/typed-email.ts';
import * as message from '#lib/messages.ts';
import { codePoints, hasUnreadableCharacters, isBlank } from '#lib/text.ts';

/** A file that was uploaded for an answer; its value is an id. */
export type FileFacts = { name: string; size: number };
export type FileLookup = { fileOf?: (id: string) => FileFacts | undefined };
export type CheckContext = FileLookup & {
  work: Work;
  /** Of phone numbers that are written without one (ISO 3166-1 alpha-2). */
  country?: string | null;
  /** Set by a check whose value is stored in another form than it was given in; whoever takes it clears it. */
  stored?: string | undefined;
};

/** What is wrong with one given value, or null. */
export type Check = (value: unknown, context: CheckContext) => string | null;

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

/** The words of a bound, or of a range where there are both. */
function bounds<T extends number | string>(
  least: Bound<T> | undefined,
  most: Bound<T> | undefined,
  words: { least: (value: T) => string; most: (value: T) => string; range: (from: T, to: T) => string },
): { tooLittle: string; tooMuch: string } {
  const range = least && most ? words.range(least.value, most.value) : null;
  return {
    tooLittle: least ? (least.message ?? range ?? words.least(least.value)) : '',
    tooMuch: most ? (most.message ?? range ?? words.most(most.value)) : '',
  };
}

type Sized = { exact: RuleName; least: RuleName; most: RuleName };
const LENGTHS = { exact: 'length', least: 'min_length', most: 'max_length' } as const satisfies Sized;
const COUNTS = { exact: 'count', least: 'min_count', most: 'max_count' } as const satisfies Sized;

type SizeWords = {
  exact: (label: string, size: number) => string;
  least: (label: string, size: number) => string;
  most: (label: string, size: number) => string;
  range: (label: string, least: number, most: number) => string;
};

/** A check of a length or a count against its rules; `ceiling` where there is no rule for the most. */
function sizeCheck(
  field: FieldDefinition,
  names: typeof LENGTHS | typeof COUNTS,
  words: SizeWords,
  ceiling: number,
): (size: number) => string | null {
  const { label } = field;
  const exact = numberRule(field, names.exact);
  const least = numberRule(field, names.least);
  const most = numberRule(field, names.most);
  const { tooLittle, tooMuch } = bounds(least, most, {
    least: (size) => words.least(label, size),
    most: (size) => words.most(label, size),
    range: (from, to) => words.range(label, from, to),
  });
  const above = words.most(label, ceiling);
  return (size) => {
    if (exact && size !== exact.value) return exact.message ?? words.exact(label, exact.value);
    if (least && size < least.value) return tooLittle;
    if (most && size > most.value) return tooMuch;
    return size > ceiling ? above : null;
  };
}

/** Entries of a list without a rule of its own. */
export const COUNT_MAX = 1000;

/** What is wrong with how many entries there are, or null. */
export const countCheck = (field: FieldDefinition) =>
  sizeCheck(
    field,
    COUNTS,
    { exact: message.exactCount, least: message.minCount, most: message.maxCount, range: message.countRange },
    COUNT_MAX,
  );

/**
 * Blank, unreadable, too short or long, not of its kind, not of its pattern; in this order.
 *
 * @param isSurely tells at one look of nearly every text that it is of its kind, and neither blank nor unreadable.
 */
function textCheck(
  field: FieldDefinition,
  type: string,
  ceiling: number,
  ofKind?: (value: string) => string | null,
  isSurely?: (value: string) => boolean,
): Check {
  const { label } = field;
  const lines = { multiline: field.type === 'textarea' };
  const invalid = message.invalidType(label, type);
  const blank = message.blank(label);
  const lengthOf = sizeCheck(
    field,
    LENGTHS,
    {
      exact: message.exactLength,
      least: message.minLength,
      most: message.maxLength,
      range: message.lengthRange,
    },
    ceiling,
  );
  const hasLength =
    field.rules?.some(({ rule }) => Object.values(LENGTHS).some((name) => name === rule)) ?? false;
  const rule = textRule(field, 'pattern');
  let pattern: Pattern | null | undefined;
  const otherForm = rule?.message ?? message.pattern(label);
  const tooSlow = message.patternTooSlow(label);
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
    if (!isPlain && hasUnreadableCharacters(value, lines)) return message.unreadableCharacters(label);
    const problem = isOfKind ? null : ofKind?.(value);
    if (problem) return problem;
    if (!rule) return null;
    if (value.length > PATTERN_TEXT_MAX) return message.maxLength(label, PATTERN_TEXT_MAX);
    if (pattern === undefined) pattern = compiledPattern(rule.value);
    if (pattern === undefined) return null;
    const isFound = pattern ? pattern.matches(value, work) : false;
    if (isFound) return null;
    return isFound === null ? tooSlow : otherForm;
  };
}

/** The words of the earliest and the latest, which days, times and moments share. */
function timeBounds(field: FieldDefinition): (value: string) => string | null {
  const least = textRule(field, 'min');
  const most = textRule(field, 'max');
  const { tooLittle, tooMuch } = bounds(least, most, {
    least: (value) => message.earliest(field.label, value),
    most: (value) => message.latest(field.label, value),
    range: (from, to) => message.timeRange(field.label, from, to),
  });
  return (value) => {
    if (least && standing(field, value, least.value) === 'before') return tooLittle;
    return most && standing(field, value, most.value) === 'after' ? tooMuch : null;
  };
}

function timeCheck(field: FieldDefinition, isOne: (value: string) => boolean): Check {
  const invalid = message.invalidType(field.label, field.type);
  const blank = message.blank(field.label);
  const within = timeBounds(field);
  return (value) => {
    if (typeof value !== 'string') return invalid;
    if (isOne(value)) return within(value);
    return isBlank(value) ? blank : invalid;
  };
}

/** A day written as its rule says. */
function writtenDay(field: FieldDefinition): (value: string) => string | null {
  const rule = textRule(field, 'date_format');
  if (!rule) return () => null;
  return (value) => {
    const read = dayFrom(value, rule.value);
    if ('day' in read) return null;
    if (rule.message) return rule.message;
    return read.problem === 'day'
      ? message.invalidDate(field.label)
      : message.dateFormat(field.label, rule.value);
  };
}

function dateCheck(field: FieldDefinition): Check {
  if (!textRule(field, 'date_format')) return timeCheck(field, isDay);
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
    least: (value) => message.minNumber(label, value),
    most: (value) => message.maxNumber(label, value),
    range: (from, to) => message.numberRange(label, from, to),
  });
  const invalid = message.invalidType(label, 'number');
  const blank = message.blank(label);
  return (value) => {
    if (typeof value === 'string' && isBlank(value)) return blank;
    if (typeof value !== 'number' || !Number.isFinite(value)) return invalid;
    if (equal && value !== equal.value) return equal.message ?? message.exactNumber(label, equal.value);
    if (least && value < least.value) return tooLittle;
    return most && value > most.value ? tooMuch : null;
  };
}

/** What is wrong with a file by its name and size, or null; before it is sent, and of what was sent. */
export function fileProblem(field: FieldDefinition, { name, size }: FileFacts): string | null {
  const extensions = field.rules?.find((rule) => rule.rule === 'extensions');
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (extensions && !(name.includes('.') && extensions.value.includes(extension)))
    return extensions.message ?? message.extensions(field.label, extensions.value);
  const most = numberRule(field, 'max_bytes');
  return most && size > most.value ? (most.message ?? message.maxBytes(field.label, most.value)) : null;
}

function fileCheck(field: FieldDefinition): Check {
  const invalid = message.invalidType(field.label, 'file');
  return (value, { fileOf }) => {
    if (typeof value !== 'string' || value.length > 200 || hasUnreadableCharacters(value)) return invalid;
    if (!fileOf) return null;
    const file = fileOf(value);
    return file ? fileProblem(field, file) : invalid;
  };
}

/** Options that a message lists. */
const OPTIONS_TOLD = 100;
/** Characters of a text that is given in place of an option. */
export const OTHER_MAX = 500;

function choiceCheck(field: FieldDefinition): Check {
  const ids = new Set(field.options?.map(({ id }) => id));
  const told = ids.size > OPTIONS_TOLD ? [...[...ids].slice(0, OPTIONS_TOLD), '…'] : [...ids];
  const invalid = message.invalidType(field.label, field.type);
  const blank = message.blank(field.label);
  const other = message.oneOf(field.label, told);
  const own = field.allow_other ? textCheck({ ...field, rules: [] }, field.type, OTHER_MAX) : null;
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
  const invalid = message.invalidType(field.label, field.type);
  const taken = textCheck(field, field.type, LENGTH_MAX.other, undefined, () => true);
  const refused = textCheck(field, field.type, LENGTH_MAX.other, () => invalid);
  const hasRules = (field.rules?.length ?? 0) > 0;
  return (value: unknown, context: CheckContext): string | null => {
    if (typeof value !== 'string') return invalid;
    const stored = read(value, context.country ?? null);
    if (stored === null) return refused(value, context);
    if (stored !== value) context.stored = stored;
    return hasRules || stored.length > LENGTH_MAX.other ? taken(stored, context) : null;
  };
}

const storedPhone = (text: string, country: string | null): string | null => {
  const read = readPhone(text, country);
  return read.ok ? read.number : null;
};

const storedAddress = (text: string): string | null => {
  const read = readAddress(text);
  return read.ok ? read.address : null;
};

const STORED: Partial<Record<FieldType, (text: string, country: string | null) => string | null>> = {
  email: readEmail,
  phone: storedPhone,
  url: storedAddress,
};

/** A value, or each of a list, in the form in which it is stored; as it is where it can't be taken. */
export function storedForm(
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
  const { label, type } = field;
  switch (type) {
    case 'text':
      return textCheck(field, type, LENGTH_MAX.text, writtenDay(field));
    case 'textarea':
      return textCheck(field, type, LENGTH_MAX.textarea);
    case 'email':
      return readCheck(field, readEmail);
    case 'phone':
      return readCheck(field, storedPhone);
    case 'url':
      return readCheck(field, storedAddress);
    case 'number':
      return numberCheck(field);
    case 'date':
      return dateCheck(field);
    case 'time':
      return timeCheck(field, isTime);
    case 'datetime':
      return timeCheck(field, isMoment);
    case 'file':
      return fileCheck(field);
    case 'checkboxes':
    case 'select':
    case 'multi-select':
      return choiceCheck(field);
    case 'json': {
      const invalid = message.invalidType(label, type);
      const blank = message.blank(label);
      return (value) => {
        if (typeof value === 'string' && isBlank(value)) return blank;
        return isStorableJson(value) ? null : invalid;
      };
    }
    case 'form':
      return () => null;
  }
}
