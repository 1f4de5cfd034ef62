import { findAmbiguity, type InputFormat, numberMarksOf } from '#lib/fields/ambiguous-text.ts';
import { optionProblem } from '#lib/fields/choice-check.ts';
import { dateFormatOf } from '#lib/fields/comparison.ts';
import { isIsoDateTime, isIsoTime, parseDate } from '#lib/fields/dates.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { lossyNumber } from '#lib/fields/json-number.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { parseLocalDateTime } from '#lib/fields/local-date-time.ts';
import { parseNumber } from '#lib/fields/number-text.ts';
import { parseDay } from '#lib/fields/parse-day.ts';
import type { Problem } from '#lib/fields/problem.ts';

export type ParsedFieldText = {
  /** Undefined where nothing was written; the text itself where it can't be parsed. */
  value: unknown;
  problem: Problem | null;
};

const MISSING: ParsedFieldText = { value: undefined, problem: null };
const found = (value: unknown): ParsedFieldText => ({ value, problem: null });

const notOf = ({ label, type }: FieldDefinition, text: string): ParsedFieldText => ({
  value: text,
  problem: { code: 'invalid', params: { label, type } },
});

/** Longer texts are no day, time, number or choice. */
const SHORT_TEXT_MAX = 600;
/** Entries of one cell. */
const ENTRIES_MAX = 1000;
/** Options that a problem lists. */
const OPTIONS_LISTED = 20;

const pad = (number: number) => String(number).padStart(2, '0');

/** A day in another order: `DD.MM.YYYY`. */
function dayWritten(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', date);
}

/** `9:30`, `09:30:15`, `9.30 pm`. */
function timeOf(text: string): string | null {
  if (isIsoTime(text)) return text;
  const parts = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\.?$/i.exec(text);
  if (!parts) return null;
  const [, hour = '', minute = '', second, half] = parts;
  let hours = Number(hour);
  if (half) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const written = `${pad(hours)}:${minute}${second ? `:${second}` : ''}`;
  return isIsoTime(written) ? written : null;
}

/** The day, where there is exactly one interpretation. */
function dayOf(text: string, { locale, dayOrder }: InputFormat): string | null {
  const read = parseDay(text, locale, dayOrder);
  return 'day' in read ? read.day : null;
}

/** A time with its offset; without one a local time, as `<input type="datetime-local">` has it. */
function timeStampOf(text: string, writtenIn: InputFormat): string | null {
  if (isIsoDateTime(text)) return text;
  const [, day = '', time = '', zone = ''] =
    /^([\d./-]+)[T\s]\s*([^Z+]*?)\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? [];
  const known = dayOf(day, writtenIn);
  const hour = timeOf(time);
  if (!known || !hour) return null;
  if (zone === '') return `${known}T${hour}`;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  return `${known}T${hour.length === 5 ? `${hour}:00` : hour}${offset}`;
}

/** A time: a local one is in the time zone, by default UTC. */
function momentFrom(field: FieldDefinition, text: string, writtenIn: InputFormat): ParsedFieldText {
  const { timeZone = 'UTC' } = writtenIn;
  const stamp = text.length > SHORT_TEXT_MAX ? null : timeStampOf(text, writtenIn);
  if (stamp !== null && isIsoDateTime(stamp)) return found(stamp);
  const read = stamp === null ? null : parseLocalDateTime(stamp, timeZone);
  if (read?.kind === 'moment') return found(read.moment);
  // A local time that does not exist, or exists twice, is stored as the page's own control shows it.
  const unclear = findAmbiguity(field, stamp, { ...writtenIn, timeZone });
  if (unclear) return { value: stamp, problem: unclear.problem };
  return notOf(field, text);
}

type Options = NonNullable<FieldDefinition['options']>;
type OptionIndex = { labels: readonly string[]; idOf(text: string): string | undefined };

/** Many texts are looked up among the same options, of which there may be a thousand. */
const indexes = new WeakMap<Options, OptionIndex>();

function optionIndex(options: Options): OptionIndex {
  const known = indexes.get(options);
  if (known) return known;
  const ids = new Set(options.map(({ id }) => id));
  // The first of several wins, so it is set last.
  const last = options.toReversed();
  const byLabel = new Map(last.map(({ id, label }) => [label, id]));
  const byText = new Map(last.map(({ id, label }) => [label.trim().toLocaleLowerCase(), id]));
  const index: OptionIndex = {
    labels: options.slice(0, OPTIONS_LISTED + 1).map(({ label }) => label),
    idOf(text) {
      const wanted = text.trim();
      const own = [text, wanted].find((one) => ids.has(one));
      return own ?? byLabel.get(wanted) ?? byText.get(wanted.toLocaleLowerCase());
    },
  };
  indexes.set(options, index);
  return index;
}

/** An option by its id, or by its label ignoring case. */
export const optionOf = ({ options = [] }: FieldDefinition, text: string): string | null =>
  optionIndex(options).idOf(text) ?? null;

const unknownOption = ({ label, options = [] }: FieldDefinition): Problem =>
  optionProblem(label, optionIndex(options).labels, OPTIONS_LISTED);

/** One value of the field, written as a text. */
function single(field: FieldDefinition, text: string, writtenIn: InputFormat): ParsedFieldText {
  const written = text.trim();
  if (written === '') return text === '' ? MISSING : found(text);
  const invalid = notOf(field, text);
  const read = (value: unknown) => (value === null ? invalid : found(value));
  if (isChoice(field)) {
    const id = written.length > SHORT_TEXT_MAX ? null : optionOf(field, text);
    if (id === null && field.allow_other) return found(written);
    return id === null ? { value: text, problem: unknownOption(field) } : found(id);
  }
  switch (field.type) {
    case 'text':
      return found(text);
    case 'textarea':
      // Browsers post every new line as two characters.
      return found(text.replaceAll('\r\n', '\n'));
    case 'email':
    case 'url':
    case 'phone':
    case 'file':
      // Their stored format is defined by the validator.
      return found(written);
    case 'number': {
      const reading = parseNumber(written, numberMarksOf(writtenIn));
      if (reading.kind === 'number') return found(reading.number);
      return { ...invalid, problem: findAmbiguity(field, written, writtenIn)?.problem ?? invalid.problem };
    }
    case 'time':
      return read(written.length > SHORT_TEXT_MAX ? null : timeOf(written));
    case 'datetime':
      return momentFrom(field, written, writtenIn);
    case 'date': {
      const format = dateFormatOf(field);
      if (written.length > SHORT_TEXT_MAX) return invalid;
      if ('day' in parseDate(written, format)) return found(written);
      const day = dayOf(written, writtenIn);
      if (day) return found(dayWritten(day, format));
      const unclear = findAmbiguity(field, written, writtenIn);
      if (unclear) return { value: text, problem: unclear.problem };
      return format === 'YYYY-MM-DD'
        ? invalid
        : { value: text, problem: { code: 'date_format', params: { label: field.label, format } } };
    }
    case 'json':
      return isStorableJson(text) ? found(text) : invalid;
    case 'form':
      return formFrom(field, text);
    default:
      return invalid;
  }
}

/** A nested form is written as JSON. */
function formFrom(field: FieldDefinition, text: string): ParsedFieldText {
  const invalid = notOf(field, text);
  if (!isStorableJson(text)) return invalid;
  const lossy = lossyNumber(text);
  if (lossy) {
    return { value: text, problem: { code: lossy.kind, params: { label: field.label } } };
  }
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return invalid;
  return Array.isArray(value) === (field.multiple === true) ? found(value) : invalid;
}

/**
 * The parts of a cell with several values: on separate lines, else separated by semicolons, else (choices)
 * commas. Of a text with too many of them, one more than a cell has.
 */
export function partsOf(field: FieldDefinition, text: string): string[] {
  if (isChoice(field) && optionOf(field, text) !== null) return [text];
  const separator = ['\n', ';', ...(isChoice(field) ? [','] : [])].find((one) => text.includes(one));
  const parts: string[] = [];
  for (let start = 0; start <= text.length && parts.length <= ENTRIES_MAX; ) {
    const next = separator === undefined ? -1 : text.indexOf(separator, start);
    const until = next < 0 ? text.length : next;
    const part = text.slice(start, until).trim();
    if (part !== '') parts.push(part);
    start = until + 1;
  }
  return parts;
}

/**
 * A value of the field, written as one text: a cell of a table, a part of an address. Choices are matched by
 * their id or label, several are on lines or separated by semicolons. The field's rules are not checked.
 */
export function parseFieldText(
  field: FieldDefinition,
  text: string,
  writtenIn: InputFormat = {},
): ParsedFieldText {
  if (!isList(field) || field.type === 'form') return single(field, text, writtenIn);
  if (text.trim() === '') return MISSING;
  const parts = partsOf(field, text);
  // The whole text, so that nothing of it is lost.
  if (parts.length > ENTRIES_MAX)
    return { value: text, problem: { code: 'max_count', params: { label: field.label, max: ENTRIES_MAX } } };
  return parseFieldTexts(field, parts, writtenIn);
}

/** The same of a field with several values, each a text of its own. */
export function parseFieldTexts(
  field: FieldDefinition,
  texts: readonly string[],
  writtenIn: InputFormat = {},
): ParsedFieldText {
  const read = texts.map((text) => single(field, text, writtenIn));
  const values = read.map(({ value }) => value).filter((value) => value !== undefined);
  return {
    value: values.length > 0 ? values : undefined,
    problem: read.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}
