import { addDecimals, divideDecimals, roundTo } from '#lib/fields/decimal.ts';
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
export const inTexts =
  (act: (text: string, part: string) => Scalar) => (text: Value | undefined, part: Value | undefined) =>
    onText(part, (wanted) => onText(text, (whole) => act(whole, wanted)));

const least = (values: readonly number[], isLess: (one: number, than: number) => boolean) =>
  values.reduce<number | null>((found, one) => (found === null || isLess(one, found) ? one : found), null);

const logic: Record<string, FormulaFunction> = {
  if: ([condition, then, otherwise]) => (condition === true ? (then ?? null) : (otherwise ?? null)),
  and: (args) => scalars(args).every((value) => value === true),
  or: (args) => scalars(args).some((value) => value === true),
  not: ([value]) => value !== true,
  empty,
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
  floor: ([value]) => onNumber(value, Math.floor),
  ceil: ([value]) => onNumber(value, Math.ceil),
  abs: ([value]) => onNumber(value, Math.abs),
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
  // A list contains what is one of its values.
  contains: ([value, part]) => {
    if (typeof value === 'object' && value !== null) return value.some((one) => areEqual(one, part));
    return inTexts((text, wanted) => text.includes(wanted))(value, part);
  },
  join: ([separator, ...rest]) => {
    const texts = scalars(rest).filter((value) => !isEmptyValue(value));
    return onText(separator, (text) => boundedText(texts.map(String).join(text)));
  },
};

const functions: Record<string, FormulaFunction> = { ...logic, ...ofNumbers, ...ofTexts, ...DATE_FUNCTIONS };

/**
 * The functions of formulas. Each is total: an argument of a wrong type results in an empty value, as one that is not loaded does.
 * `formula-more.ts` adds those that fewer forms need; it is always loaded on the server and with tables.
 */
export const FUNCTIONS: Readonly<Record<string, FormulaFunction>> = functions;

/** Adds functions; `formula-more.ts` calls it when it is loaded. */
export function addFunctions(more: Readonly<Record<string, FormulaFunction>>): void {
  Object.assign(functions, more);
}
