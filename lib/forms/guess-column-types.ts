import type { FieldType } from '#lib/fields/field-types.ts';
import { guessTypes, looksLike } from '#lib/forms/read-csv-headers.ts';
import { isCurrency } from '#lib/text/currency.ts';

/** The currencies of signs; of a sign that several have, the one that most files mean. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₽': 'RUB', '₺': 'TRY', '₩': 'KRW' },
  ...{ '₪': 'ILS', '₫': 'VND', '฿': 'THB', '₴': 'UAH', '₦': 'NGN', '₱': 'PHP', '₸': 'KZT' },
};
const AMOUNT = /^[+-]?\s*(\p{Sc}|[A-Z]{3})?\s*[+-]?\d[\d.,'’\s]*(?:[eE][+-]\d{1,3})?\s*(\p{Sc}|[A-Z]{3})?$/u;
const SHARE = /^[+-]?\d[\d.,'’\s]*(?:[eE][+-]\d{1,3})?\s*%$/;
/** With seconds: a file writes hours and minutes alone for times of day. */
const ELAPSED = /^\d{1,6}:\d{2}:\d{2}$/;
const LONGEST = 100;

/** The code of an amount's currency; null for another text, and for an amount without one. */
export function currencyOfText(text: string): string | null {
  if (text.length > LONGEST) return null;
  const [, before, after] = AMOUNT.exec(text) ?? [];
  const mark = before ?? after;
  if (mark === undefined || (before !== undefined && after !== undefined)) return null;
  return Object.hasOwn(SIGNS, mark) ? (SIGNS[mark] ?? null) : isCurrency(mark) ? mark : null;
}

const TABLE_LOOKS = {
  duration: (text: string) => ELAPSED.test(text),
  percent: (text: string) => text.length <= LONGEST && SHARE.test(text),
  currency: (text: string) => currencyOfText(text) !== null,
};
type TableLook = keyof typeof TABLE_LOOKS;
const tableLooks: readonly TableLook[] = ['duration', 'percent', 'currency'];

/** A type that a column of a file may have besides text. */
export type GuessedType = FieldType | TableLook;

const isTableLook = (type: GuessedType): type is TableLook => type in TABLE_LOOKS;

/** Whether a cell may have that type: one of `guessColumnTypes`. */
export const looksLikeColumn = (type: GuessedType, text: string): boolean =>
  isTableLook(type) ? TABLE_LOOKS[type](text) : looksLike(type, text);

/** The types that a cell of a file may have besides text, the most specific first. */
export const guessColumnTypes = (text: string): GuessedType[] => [
  ...guessTypes(text),
  ...tableLooks.filter((type) => TABLE_LOOKS[type](text)),
];
