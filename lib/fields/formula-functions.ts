import { addDays, addMonths, daysBetween, isIsoDate } from '#lib/fields/dates.ts';
import { addDecimals, divideDecimals, roundTo } from '#lib/fields/decimal.ts';

/** The values of formulas; `null` is empty, and the result of anything invalid. */
export type Scalar = number | string | boolean | null;
export type Value = Scalar | readonly Scalar[];

/** What a formula may use besides fields. */
export type FormulaContext = { now: Date };

export const TEXT_MAX = 10_000;

/** A text of limited length, so that joining texts with themselves ends soon. */
export const boundedText = (text: string) => (text.length > TEXT_MAX ? null : text);

/** A number that JSON can represent. */
export const finite = (number: number) => (Number.isFinite(number) ? number : null);

/** The text of a value in a concatenation; null where it is no single value. */
export function asText(value: Value | undefined): string | null {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? null : String(value);
}

export const isEmptyValue = (value: Value | undefined) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const scalars = (values: readonly Value[]): Scalar[] => values.flat();
const numbers = (values: readonly Value[]): number[] =>
  scalars(values).filter((value) => typeof value === 'number');

const onText = (value: Value | undefined, act: (text: string) => Scalar): Scalar => {
  const text = asText(value);
  return text === null ? null : act(text);
};
const onNumber = (value: Value | undefined, act: (number: number) => number): Scalar =>
  typeof value === 'number' ? finite(act(value)) : null;
const onDay = (value: Value | undefined, act: (day: string) => Scalar): Scalar =>
  typeof value === 'string' && isIsoDate(value) ? act(value) : null;

type FormulaFunction = {
  least: number;
  most: number;
  /** Its parameters, for the message about wrong arguments. */
  takes: string;
  run: (args: readonly Value[], context: FormulaContext) => Value;
};

const MANY = 50;
const one = (run: FormulaFunction['run']): FormulaFunction => ({
  least: 1,
  most: 1,
  takes: 'one value',
  run,
});
const two = (run: FormulaFunction['run']): FormulaFunction => ({
  least: 2,
  most: 2,
  takes: 'two values',
  run,
});
const many = (run: FormulaFunction['run']): FormulaFunction => ({
  least: 1,
  most: MANY,
  takes: `1 to ${MANY} values`,
  run,
});

/** The functions of formulas. Each is total: an argument of a wrong type results in an empty value. */
export const FUNCTIONS: Record<string, FormulaFunction> = {
  if: {
    least: 2,
    most: 3,
    takes: 'a condition, a value, and another for when it does not hold',
    run: ([condition, then, otherwise]) => (condition === true ? (then ?? null) : (otherwise ?? null)),
  },
  and: many((args) => scalars(args).every((value) => value === true)),
  or: many((args) => scalars(args).some((value) => value === true)),
  not: one(([value]) => value !== true),
  empty: one(([value]) => isEmptyValue(value)),
  first: many((args) => args.find((value) => !isEmptyValue(value)) ?? null),

  sum: many((args) => finite(addDecimals(numbers(args)))),
  count: many((args) => scalars(args).filter((value) => !isEmptyValue(value)).length),
  average: many((args) => {
    const all = numbers(args);
    return finite(divideDecimals(addDecimals(all), all.length));
  }),
  min: many((args) =>
    numbers(args).reduce<number | null>((least, n) => (least === null || n < least ? n : least), null),
  ),
  max: many((args) =>
    numbers(args).reduce<number | null>((most, n) => (most === null || n > most ? n : most), null),
  ),
  round: {
    least: 1,
    most: 2,
    takes: 'a number, and how many decimals; below zero, how many digits before them become zeros',
    run: ([value, decimals = 0]) =>
      typeof decimals === 'number' ? onNumber(value, (number) => roundTo(number, decimals)) : null,
  },
  floor: one(([value]) => onNumber(value, Math.floor)),
  ceil: one(([value]) => onNumber(value, Math.ceil)),
  abs: one(([value]) => onNumber(value, Math.abs)),

  upper: one(([value]) => onText(value, (text) => boundedText(text.toUpperCase()))),
  lower: one(([value]) => onText(value, (text) => boundedText(text.toLowerCase()))),
  trim: one(([value]) => onText(value, (text) => text.trim())),
  length: one(([value]) => onText(value, (text) => [...text].length)),
  left: two(([value, size]) =>
    typeof size === 'number' ? onText(value, (text) => [...text].slice(0, Math.max(0, size)).join('')) : null,
  ),
  right: two(([value, size]) =>
    typeof size === 'number'
      ? onText(value, (text) => (size >= 1 ? [...text].slice(-Math.trunc(size)).join('') : ''))
      : null,
  ),
  contains: two(([value, part]) => {
    const wanted = asText(part);
    return wanted === null ? null : onText(value, (text) => text.includes(wanted));
  }),
  join: many(([separator, ...rest]) => {
    const texts = scalars(rest).filter((value) => !isEmptyValue(value));
    return onText(separator, (text) => boundedText(texts.map(String).join(text)));
  }),
  number: one(([value]) => {
    if (typeof value === 'number') return value;
    return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? finite(Number(value)) : null;
  }),

  today: { least: 0, most: 0, takes: 'nothing', run: (_, { now }) => now.toISOString().slice(0, 10) },
  year: one(([value]) => onDay(value, (day) => Number(day.slice(0, 4)))),
  month: one(([value]) => onDay(value, (day) => Number(day.slice(5, 7)))),
  day: one(([value]) => onDay(value, (day) => Number(day.slice(8, 10)))),
  days: two(([from, to]) => onDay(from, (first) => onDay(to, (last) => daysBetween(first, last)))),
  add_days: two(([value, days]) =>
    typeof days === 'number' ? onDay(value, (day) => addDays(day, days)) : null,
  ),
  add_months: two(([value, months]) =>
    typeof months === 'number' ? onDay(value, (day) => addMonths(day, months)) : null,
  ),
};
