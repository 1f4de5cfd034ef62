import { isExactly } from '#lib/fields/decimal.ts';

/** A locale's number format: the decimal separator and the thousands separator. */
export type NumberMarks = { decimal: string; group: string };

/** The maximum number of cached locales. */
const CACHED_MAX = 500;
const marks = new Map<string, NumberMarks>();

/** The marks of a locale (BCP 47), in the form in which texts are compared here. */
export function numberMarks(locale: string): NumberMarks {
  const known = marks.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-12_345_678.5);
  const mark = (type: string) => normalized(parts.find((part) => part.type === type)?.value ?? '');
  const made = { decimal: mark('decimal') || '.', group: mark('group') };
  if (marks.size >= CACHED_MAX) marks.clear();
  marks.set(locale, made);
  return made;
}

/** The result of parsing a text as a number. */
export type ParsedNumber =
  | { kind: 'number'; number: number }
  /** There are two interpretations, and nothing decides between them. */
  | { kind: 'ambiguous'; readings: readonly [number, number] }
  /**
   * A number, but not one that would be stored as it was written: it has too many digits, or is out of range.
   */
  | { kind: 'too_precise' | 'out_of_range' }
  | { kind: 'none' };

/** Longer texts are not numbers that anybody typed. */
const LENGTH_MAX = 400;
const NONE: ParsedNumber = { kind: 'none' };

/** The zeros of typed digits: full-width, Arabic, Persian, Devanagari, Bengali. */
const ZEROS = ['０', '٠', '۰', '०', '০'].map((zero) => zero.charCodeAt(0));
/** Invisible characters: marks of direction, and characters of no width. */
const UNSEEN = /[\u200b-\u200f\u061c\u2060\u2066-\u2069\ufeff]/g;

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((one) => code >= one && code <= one + 9);
  return zero === undefined ? digit : String(code - zero);
}

/** One form of each sign, space and digit; the Arabic separators become their equivalents. */
const normalized = (text: string) =>
  text
    .replace(UNSEEN, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19]/g, asciiDigit)
    .replace(/[−－﹣]/g, '-')
    .replace(/[’ʼ＇]/g, "'")
    .replace(/[\u00a0\u2009\u202f\u3000]/g, ' ')
    .replace(/٫/g, ',')
    .replace(/٬/g, "'")
    .replace(/．/g, '.')
    .replace(/，/g, ',')
    .trim();

const CURRENCY_SIGN = /^([+-]?)\s*\p{Sc}\s*|\s*\p{Sc}$/u;
/** Three capitals before or after a number, perhaps a currency (ISO 4217). */
const CURRENCY_CODE = /^([+-]?)\s*([A-Z]{3})(?=[\s\d.,+-])\s*|(?<=[\d.,])\s*([A-Z]{3})$/;
let currencies: ReadonlySet<string> | null = null;

/** A number without the currency before or after it. */
function withoutCurrency(text: string): string {
  const [, sign = '', before, after] = CURRENCY_CODE.exec(text) ?? [];
  const code = before ?? after;
  if (code === undefined) return text.replace(CURRENCY_SIGN, '$1');
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(code) ? text.replace(CURRENCY_CODE, sign) : text;
}
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** The decimal separator. */
export type DecimalMark = '.' | ',';
const OTHER: Record<DecimalMark, DecimalMark> = { '.': ',', ',': '.' };
/** Digits with a thousands separator, the same throughout; or in the Indian system with lakhs. */
const grouped = (group: string) =>
  `[1-9]\\d{0,2}(?:${group}\\d{3})+|[1-9]\\d?(?:${group}\\d{2})+${group}\\d{3}`;
const shapeOf = (decimal: DecimalMark) => {
  const groups = [`\\${OTHER[decimal]}`, ' ', "'"].map(grouped).join('|');
  return new RegExp(`^([+-]?)(?:(\\d+|${groups})(?:\\${decimal}(\\d*))?|\\${decimal}(\\d+))$`);
};
const SHAPES = { '.': shapeOf('.'), ',': shapeOf(',') };

/** The digits of a number with this decimal separator, as in JSON; null for an invalid one. */
function digitsBy(decimal: DecimalMark, text: string): string | null {
  const [, sign, whole = '0', fraction, alone] = SHAPES[decimal].exec(text) ?? [];
  if (sign === undefined) return null;
  return `${sign}${whole.replace(/[.,' ]/g, '')}.${fraction ?? alone ?? ''}`;
}

function readingOf(digits: string): ParsedNumber {
  const number = Number(digits);
  if (!Number.isFinite(number)) return { kind: 'out_of_range' };
  if (isExactly(number, digits)) return { kind: 'number', number: number + 0 };
  return { kind: Math.abs(number) < 1e-300 ? 'out_of_range' : 'too_precise' };
}

/** Few digits without separators of thousands, and not three of them after the point: only one interpretation, and exact. */
const SIMPLE = /^-?(?:0|[1-9]\d{0,8})(?:\.(?:\d{1,2}|\d{4,6}))?$/;

/**
 * Parses a number that a user wrote, by their locale. Where the locale's own separators do not decide the
 * meaning, such as `1.500` where thousands are separated by spaces, it is ambiguous; without a locale,
 * whatever has two interpretations is.
 */
export function parseNumber(text: string, locale?: NumberMarks): ParsedNumber {
  if (SIMPLE.test(text)) return { kind: 'number', number: Number(text) + 0 };
  if (text.length > LENGTH_MAX) return NONE;
  const written = withoutCurrency(normalized(text));
  if (/e/i.test(written)) {
    // One digit before the comma: what programs write where it marks the fraction.
    const pointed = written.replace(/^([+-]?\d),(?=\d+e[+-])/i, '$1.');
    return PLAIN.test(pointed) ? readingOf(pointed) : NONE;
  }
  const byPoint = digitsBy('.', written);
  const byComma = digitsBy(',', written);
  const either = byPoint ?? byComma;
  if (either === null || !/\d/.test(written)) return NONE;
  if (byPoint === null || byComma === null || Number(byPoint) === Number(byComma)) return readingOf(either);
  // One separator before three digits: of a fraction, or of thousands.
  const mark = written.includes('.') ? '.' : ',';
  const [asFraction, asThousands] = mark === '.' ? [byPoint, byComma] : [byComma, byPoint];
  if (locale?.decimal === mark) return readingOf(asFraction);
  if (locale?.group === mark) return readingOf(asThousands);
  return { kind: 'ambiguous', readings: [Number(asThousands), Number(asFraction)] };
}

/** What surrounds a number: its currency, a percent sign. */
const AROUND = /^[^\d.,]+|[^\d.,]+$/g;
const MARKED = /[.,٫．，]/;

/**
 * The decimal mark that a number proves: `1.250,5` and `0,125` a comma. `either` where both marks give it a value, as in
 * `1,250`; null where it has none. And the number, without a currency or a percent sign.
 * @param text of limited length
 */
export function decimalMarkOf(text: string): { mark: DecimalMark | 'either' | null; number: string } {
  const none = { mark: null, number: text };
  if (!MARKED.test(text)) return none;
  const number = normalized(text).replace(AROUND, '');
  if (/e/i.test(number)) {
    const [, mark] = /^\d([.,])\d*e[+-]?\d/i.exec(number) ?? [];
    return mark === '.' || mark === ',' ? { mark, number } : none;
  }
  // Without a digit behind it, a mark ends something else: `1. floor`.
  if (!/[.,]\d/.test(number)) return none;
  const byPoint = digitsBy('.', number);
  const byComma = digitsBy(',', number);
  if (byPoint === null && byComma === null) return none;
  if (byPoint === null) return { mark: ',', number };
  if (byComma === null) return { mark: '.', number };
  return { mark: 'either', number };
}

/** Formats a number for input in a locale: with its decimal separator, and none for thousands. */
export function formatNumber(number: number, locale: string): string {
  const text = String(number);
  return text.includes('e') ? text : text.replace('.', numberMarks(locale).decimal);
}
