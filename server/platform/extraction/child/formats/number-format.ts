import { isDateFormat, serialToDate } from 'hucre';
import { isCurrency } from '#lib/text/currency.ts';
import { workbookText } from '#lib/text/workbook-text.ts';

const DAY_SECONDS = 86_400;
/** Digits of a number that spreadsheet programs show: the others come from computing with binary fractions. */
const SHOWN_DIGITS = 15;

/** What the format of a cell makes of its number (ECMA-376, 18.8.31). */
export type NumberFormat =
  | { kind: 'plain' }
  /** A day, a point in time, or a time of day. */
  | { kind: 'date' }
  /** A time that has passed: `[h]:mm`. */
  | { kind: 'elapsed' }
  | { kind: 'percent' }
  /** `mark` is its sign, or its code in capitals. */
  | { kind: 'currency'; mark: string }
  /** Digits in a pattern of zeros: `00000`, `000-000`. */
  | { kind: 'digits'; pattern: DigitPattern };

type DigitPattern = readonly { text: string; isDigit: boolean }[];

const PLAIN: NumberFormat = { kind: 'plain' };
const PERCENT_IDS: ReadonlySet<string> = new Set(['9', '10']);
const ELAPSED_ID = '46';
/** What begins a code of a format: text that is there as it is, what is in brackets, or a character. */
const PART = /"([^"]*)"?|\\([\s\S])|[_*][\s\S]|\[([^\]]*)\]?|[\s\S]/g;
/** Dollars of a country, by the number of its language (MS-LCID); another number says nothing of them. */
const DOLLARS: Readonly<Record<string, string>> = {
  '': '$',
  '409': '$',
  'en-us': '$',
  c09: 'AUD',
  '1009': 'CAD',
  '1409': 'NZD',
};

/** What spreadsheet programs have at most: each cell may repeat the pattern. */
const CODE_MAX = 255;

type Part = { text: string; isLiteral: boolean };

/** A currency of a format: a sign or a code that says which one it is. */
function currencyMark(text: string, language = ''): string | null {
  const mark = text.trim();
  if (mark === '$') return DOLLARS[language.toLowerCase()] ?? null;
  if (/^\p{Sc}$/u.test(mark)) return mark;
  return /^[A-Z]{3}$/.test(mark) && isCurrency(mark) ? mark : null;
}

/** One of the programs' own formats, by its number (ECMA-376, 18.8.30); their amounts have a currency that is not in the file. */
export function builtInFormat(id: string): NumberFormat {
  if (id === ELAPSED_ID) return { kind: 'elapsed' };
  if (PERCENT_IDS.has(id)) return { kind: 'percent' };
  return isDateFormat(id) ? { kind: 'date' } : PLAIN;
}

/** Reads the code of a format; one that no spreadsheet program takes says nothing. */
export function readNumberFormat(code: string): NumberFormat {
  if (code.length > CODE_MAX) return PLAIN;
  const parts: Part[] = [];
  let currency: string | null = null;
  let isElapsed = false;
  for (const [part, quoted, escaped, bracketed] of code.matchAll(PART)) {
    // What follows is for numbers below zero.
    if (part === ';') break;
    const literal = quoted ?? escaped;
    if (literal !== undefined) {
      currency ??= currencyMark(literal);
      parts.push({ text: literal, isLiteral: true });
    } else if (bracketed !== undefined) {
      isElapsed ||= /^(?:h+|m+|s+)$/i.test(bracketed);
      const [, mark = '', language = ''] = /^\$([^-]*)-?(.*)$/.exec(bracketed) ?? [];
      currency ??= currencyMark(mark, language);
    } else if (part.length === 1) {
      currency ??= currencyMark(part);
      parts.push({ text: part, isLiteral: false });
    }
  }
  if (isElapsed) return { kind: 'elapsed' };
  const signs = parts.map(({ text, isLiteral }) => (isLiteral ? '' : text)).join('');
  if (/[ymdhs]/i.test(signs.replace(/general/gi, ''))) return { kind: 'date' };
  if (signs.includes('%')) return { kind: 'percent' };
  if (currency !== null) return { kind: 'currency', mark: currency };
  const zeros = signs.replaceAll(/[^0]/g, '').length;
  if (zeros >= 2 && /^0[0 ()/-]*$/.test(signs))
    return {
      kind: 'digits',
      pattern: parts.map(({ text, isLiteral }) => ({ text, isDigit: text === '0' && !isLiteral })),
    };
  return PLAIN;
}

/** A number with the digits that programs show: `0.1 + 0.2` is 0.3. */
function shownNumber(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(SHOWN_DIGITS)));
}

/** Hours, minutes and seconds of a number of days. */
function elapsedText(days: number): string {
  const seconds = Math.round(Math.abs(days) * DAY_SECONDS);
  const two = (count: number) => String(count).padStart(2, '0');
  const sign = days < 0 && seconds > 0 ? '-' : '';
  return `${sign}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** The digits of a whole number in the places of the pattern; more of them stand before the first one. */
function digitsText(value: number, pattern: DigitPattern): string {
  if (!Number.isInteger(value) || value < 0) return shownNumber(value);
  const places = pattern.filter(({ isDigit }) => isDigit).length;
  const digits = [...String(value).padStart(places, '0')];
  const before = digits.splice(0, digits.length - places).join('');
  let isFirst = true;
  return pattern
    .map(({ text, isDigit }) => {
      if (!isDigit) return text;
      const shown = `${isFirst ? before : ''}${digits.shift() ?? ''}`;
      isFirst = false;
      return shown;
    })
    .join('');
}

/** The day after the last one that spreadsheet programs have, 31 December 9999. */
const DAYS_END = 2_958_466;
/** The days from 1900 to 1904, which the others are counted from. */
const DAYS_1904 = 1_462;
/** They have a 29 February 1900, which there never was. */
const NO_DAY = 60;

/** A day, a time, or both; a number that programs show as none is what it is. */
function dateText(value: number, from1904: boolean): string {
  if (value < 0 || value + (from1904 ? DAYS_1904 : 0) >= DAYS_END) return shownNumber(value);
  if (!from1904 && Math.floor(value) === NO_DAY)
    return workbookText(serialToDate(value + 1)).replace('1900-03-01', '1900-02-29');
  // A time alone is a part of a day, whichever day is the first.
  return workbookText(serialToDate(value, from1904 && value >= 1));
}

/** A number as its format shows it, without separators of thousands and with all its digits. */
export function formattedNumber(value: number, format: NumberFormat, from1904: boolean): string {
  switch (format.kind) {
    case 'elapsed':
      return elapsedText(value);
    case 'date':
      return dateText(value, from1904);
    case 'percent':
      return `${shownNumber(Number((value * 100).toPrecision(SHOWN_DIGITS)))}%`;
    case 'currency':
      return `${shownNumber(value)} ${format.mark}`;
    case 'digits':
      return digitsText(value, format.pattern);
    case 'plain':
      return shownNumber(value);
  }
}
