import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  remainderOfDecimals,
  roundTo,
} from '#lib/fields/decimal.ts';
import { DATE_FUNCTIONS } from '#lib/fields/formula-dates.ts';
import {
  asText,
  boundedText,
  type FormulaFunction,
  finite,
  isEmptyValue,
  numbers,
  onNumber,
  onText,
  type Scalar,
  scalars,
  type Value,
} from '#lib/fields/formula-values.ts';

/** Whether `=` holds between two values; a list is the text that it is shown as. */
export function areEqual(left: Value | undefined, right: Value | undefined): boolean {
  if (left === right || (isEmptyValue(left) && isEmptyValue(right))) return true;
  const isList = typeof left === 'object' || typeof right === 'object';
  return isList && !isEmptyValue(left) && !isEmptyValue(right) && asText(left) === asText(right);
}

const empty: FormulaFunction = ([value]) => isEmptyValue(value);
const inTexts =
  (act: (text: string, part: string) => Scalar) => (text: Value | undefined, part: Value | undefined) =>
    onText(part, (wanted) => onText(text, (whole) => act(whole, wanted)));

const least = (values: readonly number[], isLess: (one: number, than: number) => boolean) =>
  values.reduce<number | null>((found, one) => (found === null || isLess(one, found) ? one : found), null);

/** Away from zero, or towards it, to this many decimals. */
const roundBy =
  (round: (size: number) => number): FormulaFunction =>
  ([value, decimals = 0]) => {
    if (typeof decimals !== 'number') return null;
    const places = Math.trunc(decimals);
    return onNumber(value, (number) => {
      // As a decimal of 15 digits, since 1.1 × 100 is more than 110 as a binary fraction.
      const size = Number(Number(`${Math.abs(number)}e${places}`).toPrecision(15));
      return Number.isNaN(size) ? Number.NaN : Math.sign(number) * Number(`${round(size)}e${-places}`) + 0;
    });
  };

function power(base: number, exponent: number): number {
  // Whole powers of decimals are exact, as products are.
  if (!Number.isInteger(exponent) || exponent < 0 || exponent > 16) return base ** exponent;
  let result = 1;
  for (let at = 0; at < exponent; at += 1) result = multiplyDecimals(result, base);
  return result;
}

const replaced: FormulaFunction = ([text, from, to]) =>
  onText(text, (whole) =>
    onText(from, (old) =>
      onText(to, (next) => {
        if (old === '') return whole;
        const parts = whole.split(old);
        // Before it is made: it might be very long.
        if (parts.length * next.length > 1_000_000) return null;
        return boundedText(parts.join(next));
      }),
    ),
  );

function switched([value, ...rest]: readonly Value[]): Value {
  for (let at = 0; at + 1 < rest.length; at += 2) if (areEqual(value, rest[at])) return rest[at + 1] ?? null;
  return rest.length % 2 === 1 ? (rest.at(-1) ?? null) : null;
}

const logic: Record<string, FormulaFunction> = {
  if: ([condition, then, otherwise]) => (condition === true ? (then ?? null) : (otherwise ?? null)),
  switch: switched,
  and: (args) => scalars(args).every((value) => value === true),
  or: (args) => scalars(args).some((value) => value === true),
  not: ([value]) => value !== true,
  empty,
  is_blank: empty,
  first: (args) => args.find((value) => !isEmptyValue(value)) ?? null,
};

const ofNumbers: Record<string, FormulaFunction> = {
  sum: (args) => finite(addDecimals(numbers(args))),
  count: (args) => scalars(args).filter((value) => !isEmptyValue(value)).length,
  average: (args) => {
    const all = numbers(args);
    return finite(divideDecimals(addDecimals(all), all.length));
  },
  min: (args) => least(numbers(args), (one, than) => one < than),
  max: (args) => least(numbers(args), (one, than) => one > than),
  round: ([value, decimals = 0]) =>
    typeof decimals === 'number' ? onNumber(value, (number) => roundTo(number, decimals)) : null,
  round_up: roundBy(Math.ceil),
  round_down: roundBy(Math.floor),
  floor: ([value]) => onNumber(value, Math.floor),
  ceil: ([value]) => onNumber(value, Math.ceil),
  abs: ([value]) => onNumber(value, Math.abs),
  sqrt: ([value]) => onNumber(value, Math.sqrt),
  // The sign of the divisor, as in spreadsheets; `%` has that of the dividend.
  mod: ([value, by]) =>
    typeof by === 'number'
      ? onNumber(value, (number) => {
          const rest = remainderOfDecimals(number, by);
          return rest !== 0 && rest < 0 !== by < 0 ? addDecimals([rest, by]) : rest + 0;
        })
      : null,
  power: ([base, exponent]) =>
    typeof exponent === 'number' ? onNumber(base, (number) => power(number, exponent)) : null,
  number: ([value]) => {
    if (typeof value === 'number') return value;
    return typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? finite(Number(value)) : null;
  },
};

const ofTexts: Record<string, FormulaFunction> = {
  upper: ([value]) => onText(value, (text) => boundedText(text.toUpperCase())),
  lower: ([value]) => onText(value, (text) => boundedText(text.toLowerCase())),
  trim: ([value]) => onText(value, (text) => text.trim()),
  length: ([value]) => onText(value, (text) => [...text].length),
  left: ([value, size]) =>
    typeof size === 'number' ? onText(value, (text) => [...text].slice(0, Math.max(0, size)).join('')) : null,
  right: ([value, size]) =>
    typeof size === 'number'
      ? onText(value, (text) => (size >= 1 ? [...text].slice(-Math.trunc(size)).join('') : ''))
      : null,
  mid: ([value, from, size]) => {
    if (typeof from !== 'number' || typeof size !== 'number') return null;
    const start = Math.max(1, Math.trunc(from)) - 1;
    return onText(value, (text) => [...text].slice(start, start + Math.max(0, Math.trunc(size))).join(''));
  },
  replace: replaced,
  substitute: replaced,
  // The place in letters, from 1; 0 where it is not in the text.
  find: ([part, text]) =>
    inTexts((whole, wanted) => {
      const at = whole.indexOf(wanted);
      return at < 0 ? 0 : [...whole.slice(0, at)].length + 1;
    })(text, part),
  // A list contains what is one of its values.
  contains: ([value, part]) => {
    if (typeof value === 'object' && value !== null) return value.some((one) => areEqual(one, part));
    return inTexts((text, wanted) => text.includes(wanted))(value, part);
  },
  starts_with: ([value, part]) => inTexts((text, wanted) => text.startsWith(wanted))(value, part),
  ends_with: ([value, part]) => inTexts((text, wanted) => text.endsWith(wanted))(value, part),
  join: ([separator, ...rest]) => {
    const texts = scalars(rest).filter((value) => !isEmptyValue(value));
    return onText(separator, (text) => boundedText(texts.map(String).join(text)));
  },
};

/** The functions of formulas. Each is total: an argument of a wrong type results in an empty value. */
export const FUNCTIONS: Readonly<Record<string, FormulaFunction>> = {
  ...logic,
  ...ofNumbers,
  ...ofTexts,
  ...DATE_FUNCTIONS,
};
