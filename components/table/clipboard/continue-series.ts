import { dateFormatOf } from '#lib/fields/comparison.ts';
import { addDays, addMonths, dateTimeKey, daysBetween, isIsoDate, isIsoDateTime } from '#lib/fields/dates.ts';
import { addDecimals, multiplyDecimals } from '#lib/fields/decimal.ts';
import type { GridColumn } from '../columns/grid-columns.ts';

/** The value so many cells after the last one. */
type Series = (after: number) => unknown;

/** What all steps between values have in common; null where they differ. */
function commonStep(steps: readonly number[]): number | null {
  const [first] = steps;
  return first !== undefined && steps.every((one) => one === first) ? first : null;
}

const stepsOf = <Value>(values: readonly Value[], between: (from: Value, to: Value) => number) =>
  values.slice(1).flatMap((to, at) => {
    const from = values[at];
    return from === undefined ? [] : [between(from, to)];
  });

function ofNumbers(values: readonly number[]): Series | null {
  const step = commonStep(stepsOf(values, (from, to) => addDecimals([to, -from])));
  const last = values.at(-1);
  if (step === null || last === undefined) return null;
  return (after) => addDecimals([last, multiplyDecimals(step, after)]);
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

function ofDays(values: readonly string[], isBack: boolean): Series | null {
  const [first = '', last = ''] = [values[0], values.at(-1)];
  const months = commonStep(stepsOf(values, (from, to) => monthOf(to) - monthOf(from)));
  const isMonthly = months !== null && months !== 0 && values.every((day) => day.slice(8) === first.slice(8));
  // From the first: the 31st is again the 31st after a shorter month.
  if (isMonthly) return (after) => addMonths(first, months * (values.length - 1 + after));
  const day = isBack ? -1 : 1;
  const days = values.length === 1 ? day : commonStep(stepsOf(values, daysBetween));
  return days === null ? null : (after) => addDays(last, days * after);
}

function ofTimes(values: readonly string[]): Series | null {
  const step = commonStep(stepsOf(values, (from, to) => dateTimeKey(to) - dateTimeKey(from)));
  const last = values.at(-1);
  if (step === null || last === undefined) return null;
  return (after) => new Date(dateTimeKey(last) + step * after).toISOString().replace('.000Z', 'Z');
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isDay = (value: unknown): value is string => typeof value === 'string' && isIsoDate(value);
const isTime = (value: unknown): value is string => typeof value === 'string' && isIsoDateTime(value);

/**
 * How values of a column continue, as in a spreadsheet: numbers by what is between them, days by a day, or by what is between
 * them. The nearest value comes last; `isBack` where the cells before them are filled.
 * @returns null where they are repeated
 */
export function continueSeries(
  { field }: Pick<GridColumn, 'field'>,
  values: readonly unknown[],
  isBack = false,
): Series | null {
  if (field.multiple || values.length === 0) return null;
  if (field.type === 'number' && values.every(isNumber)) return ofNumbers(values);
  if (field.type === 'date' && dateFormatOf(field) === 'YYYY-MM-DD' && values.every(isDay))
    return ofDays(values, isBack);
  return field.type === 'datetime' && values.every(isTime) ? ofTimes(values) : null;
}
