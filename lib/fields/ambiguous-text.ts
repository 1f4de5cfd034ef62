import { isIsoDate } from '#lib/fields/dates.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isLocalTime, parseLocalDateTime } from '#lib/fields/local-date-time.ts';
import {
  type DecimalMark,
  formatNumber,
  type NumberMarks,
  numberMarks,
  parseNumber,
} from '#lib/fields/number-text.ts';
import { type DayOrder, parseDay } from '#lib/fields/parse-day.ts';
import type { FieldProblem, Problem } from '#lib/fields/problem.ts';
import { type PathStep, readPath } from '#lib/fields/value-path.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** The formats in which values of a form, a table or a hub are written. */
export type InputFormat = {
  /** BCP 47: the format of numbers and days. */
  locale?: string;
  /**
   * Programs write files with a decimal point, whatever the locale: where that contradicts it, nothing
   * decides.
   */
  isFile?: boolean;
  /** The decimal separator, where it was chosen or found; `unclear` where a column has both. */
  decimal?: DecimalMark | 'unclear';
  /** The order of days such as `03/04/2026`, where it was chosen or found; `unclear` where a column has both. */
  dayOrder?: DayOrder | 'unclear';
  /** IANA: the time zone of a time without an offset. */
  timeZone?: string;
};

/** One of the readings of a text. */
export type Interpretation = {
  /** A text that has this reading alone. */
  text: string;
  /** As users read it, unambiguously. */
  shown: string;
};

/**
 * Why a text can't be accepted as it is, and the interpretations to choose from; empty where it must be
 * entered again.
 */
export type Ambiguity = { problem: Problem; choices: readonly Interpretation[] };

/** The separators of a number; undefined where nothing is known of them. */
export function numberMarksOf({ locale, isFile, decimal }: InputFormat): NumberMarks | undefined {
  if (decimal === 'unclear') return undefined;
  if (decimal) return { decimal, group: decimal === '.' ? ',' : '.' };
  const marks = locale ? numberMarks(locale) : undefined;
  if (!isFile) return marks;
  if (!marks) return { decimal: '.', group: '' };
  return marks.group === '.' ? { ...marks, group: '' } : marks;
}

/** The app's default conventions. */
const LOCALE = 'en';

function unclearNumber({ label }: FieldDefinition, text: string, writtenIn: InputFormat): Ambiguity | null {
  const { locale } = writtenIn;
  const reading = parseNumber(text, numberMarksOf(writtenIn));
  if (reading.kind === 'too_precise')
    return { problem: { code: 'too_precise', params: { label } }, choices: [] };
  if (reading.kind === 'out_of_range')
    return { problem: { code: 'out_of_range', params: { label } }, choices: [] };
  if (reading.kind !== 'ambiguous') return null;
  const texts = reading.readings.map((number) => formatNumber(number, locale ?? LOCALE));
  return choosing('ambiguous', label, texts);
}

function choosing(
  code: 'ambiguous' | 'skipped_time' | 'repeated_time',
  label: string,
  texts: readonly string[],
  shown = texts,
): Ambiguity {
  const [first = '', second = ''] = shown;
  return {
    problem: { code, params: { label, first, second } },
    choices: texts.map((text, at) => ({ text, shown: shown[at] ?? text })),
  };
}

function unclearDay({ label }: FieldDefinition, text: string, writtenIn: InputFormat): Ambiguity | null {
  const { locale, dayOrder } = writtenIn;
  const read = parseDay(text, locale, dayOrder);
  if (!('days' in read)) return null;
  const format = new Intl.DateTimeFormat(locale ?? LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
  const shown = read.days.map((day) => format.format(Date.parse(day)));
  return choosing('ambiguous', label, read.days, shown);
}

function unclearTime(
  { label }: FieldDefinition,
  text: string,
  { locale, timeZone }: InputFormat,
): Ambiguity | null {
  const read = parseLocalDateTime(text, timeZone);
  if (read.kind !== 'skipped' && read.kind !== 'repeated') return null;
  const format = new Intl.DateTimeFormat(locale ?? LOCALE, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  });
  const shown = read.readings.map((moment) => format.format(Date.parse(moment)));
  return choosing(read.kind === 'skipped' ? 'skipped_time' : 'repeated_time', label, read.readings, shown);
}

/**
 * The ambiguity of a text in place of a number, a day or a time; null where there is none: it is unambiguous,
 * or invalid.
 */
export function findAmbiguity(
  field: FieldDefinition,
  value: unknown,
  writtenIn: InputFormat,
): Ambiguity | null {
  if (typeof value !== 'string') return null;
  if (field.type === 'number') return unclearNumber(field, value, writtenIn);
  if (field.type === 'date' && !isIsoDate(value)) return unclearDay(field, value, writtenIn);
  if (field.type === 'datetime' && isLocalTime(value)) return unclearTime(field, value, writtenIn);
  return null;
}

/** A field and its value by the path of a problem; null where the path is invalid. */
function valueAt(
  fields: readonly FieldDefinition[],
  values: Values,
  [name, ...rest]: readonly PathStep[],
): { field: FieldDefinition; value: unknown } | null {
  const field = fields.find((one) => one.name === name);
  if (!field) return null;
  let value: unknown = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
  let steps = rest;
  if (Array.isArray(value) && typeof rest[0] === 'number') {
    value = value[rest[0]];
    steps = rest.slice(1);
  }
  if (steps.length === 0) return { field, value };
  return isRecord(value) ? valueAt(field.fields ?? [], value, steps) : null;
}

/** The problems of these values, with the ambiguity of a text in place of "not a valid number". */
export function ambiguityProblems(
  fields: readonly FieldDefinition[],
  values: Values,
  problems: readonly FieldProblem[],
  writtenIn: InputFormat,
): FieldProblem[] {
  return problems.map((problem) => {
    const { path } = problem;
    const at = valueAt(fields, values, readPath(path) ?? []);
    const unclear = at && findAmbiguity(at.field, at.value, writtenIn);
    return unclear ? { ...unclear.problem, path } : problem;
  });
}
