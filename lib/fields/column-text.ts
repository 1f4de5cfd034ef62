import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { TableType } from '#lib/fields/column-base.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { parseDuration } from '#lib/fields/duration.ts';
import { type ParsedFieldText, parseFieldText } from '#lib/fields/parse-field-text.ts';
import { isCurrency } from '#lib/text/currency.ts';

/** Where workbooks begin to count days; they have one day too many before March 1900, and a longer time is a date. */
const DAYS_FROM = Date.UTC(1899, 11, 31);
const DAYS_RIGHT_FROM = Date.UTC(1900, 2, 1);
const DAYS_UNTIL = Date.UTC(1910, 0, 1);
const DAY_MS = 86_400_000;

/** Seconds of a duration of a day or more, which workbooks write as a point in time: `1900-01-01 12:00`. */
function workbookDuration(text: string): number | null {
  if (!/^(?:1899|190\d)-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/.test(text)) return null;
  const [day = '', time = '00:00'] = text.split(' ');
  const moment = Date.parse(`${day}T${time}Z`);
  if (!(moment >= DAYS_FROM && moment < DAYS_UNTIL)) return null;
  return (moment - DAYS_FROM + (moment >= DAYS_RIGHT_FROM ? DAY_MS : 0)) / 1000;
}

/** Longer texts are no amounts; the expressions here take time that grows with the square of the length. */
const AMOUNT_LENGTH_MAX = 200;
/** Dollars with the letters of their country, as programs write them: letters that are no multiple, as in `5 M$`. */
const DOLLARS = /^(?:US|AU?|CA?|HK|MX|NT|NZ|R|SG?)\$$/;

const isCurrencyMark = (word: string) => /^\p{Sc}$/u.test(word) || DOLLARS.test(word) || isCurrency(word);

/** Nothing in place of signs and codes of currencies; other letters change an amount, as in `1.5M`, and stay. */
const withoutMarks = (part: string) =>
  (part.match(/[A-Z]+\p{Sc}?|\p{Sc}/gu) ?? []).every(isCurrencyMark) ? '' : part;

/** An amount without its currency, a share without its percent sign. */
function bareNumber(text: string, type: 'currency' | 'percent'): string {
  if (text.length > AMOUNT_LENGTH_MAX) return text;
  const bare =
    type === 'percent'
      ? text.replace(/^[\s%]+|[\s%]+$/g, '')
      : text.replace(/^[\s\p{Sc}A-Z]+|[\s\p{Sc}A-Z]+$/gu, withoutMarks);
  // A currency without an amount is not an empty cell.
  return bare === '' ? text : bare;
}

/** How a currency is written: its code, its signs in English, and a dollar with letters of its code. */
const currencyMarks = new Map<string, ReadonlySet<string>>();

function marksOf(currency: string): ReadonlySet<string> {
  const known = currencyMarks.get(currency);
  if (known) return known;
  const signs = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  );
  const dollars = signs.includes('$') ? [`${currency[0]}$`, `${currency.slice(0, 2)}$`] : [];
  const marks = new Set([currency, ...signs, ...dollars]);
  currencyMarks.set(currency, marks);
  return marks;
}

/** Whether a text is an amount of another currency, as `$5` where a column has euros. */
export function isForeignAmount(text: string, currency: string): boolean {
  if (text.length > AMOUNT_LENGTH_MAX) return false;
  const marks = (text.match(/[A-Z]+\p{Sc}?|\p{Sc}/gu) ?? []).filter(isCurrencyMark);
  return marks.some((mark) => !marksOf(currency).has(mark));
}

const SHARE = /^\s*[+-]?[\d.,'’\s]+%\s*$/;
/** Digits that a share has as a number, without those that come from computing with binary fractions. */
const SHARE_DIGITS = 15;

/** A share as a number, as spreadsheets have it: 12.5% is 0.125. */
function shareAsNumber(field: FieldDefinition, text: string, writtenIn: InputFormat): ParsedFieldText | null {
  if (text.length > AMOUNT_LENGTH_MAX || !SHARE.test(text)) return null;
  const { value, problem } = parseFieldText(field, bareNumber(text, 'percent'), writtenIn);
  if (problem || typeof value !== 'number') return problem ? { value: text, problem } : null;
  return { value: Number((value / 100).toPrecision(SHARE_DIGITS)), problem: null };
}

/** A text as a value of a table's column: amounts also with their currency, durations as clocks show them. */
export function parseColumnText(
  field: FieldDefinition,
  type: TableType | null,
  text: string,
  writtenIn: InputFormat,
): ParsedFieldText {
  if (type === 'duration') {
    const seconds = parseDuration(text) ?? workbookDuration(text.trim());
    if (seconds !== null) return { value: seconds, problem: null };
  }
  const share = type === null && field.type === 'number' ? shareAsNumber(field, text, writtenIn) : null;
  if (share) return share;
  if (type !== 'currency' && type !== 'percent') return parseFieldText(field, text, writtenIn);
  const read = parseFieldText(field, bareNumber(text, type), writtenIn);
  return read.problem ? { ...read, value: text } : read;
}
