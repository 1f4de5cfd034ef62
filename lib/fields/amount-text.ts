import type { TableType } from '#lib/fields/column-base.ts';
import { displayNumber } from '#lib/fields/display-value.ts';
import { durationText } from '#lib/fields/duration.ts';
import { DEFAULT_CURRENCY } from '#lib/text/constants.ts';

/** A number as a column of its type shows it; null for a type that shows plain ones. */
export function amountText(
  value: number,
  type: TableType | null,
  currency: string | undefined,
  locale: string | undefined,
): string | null {
  if (type === 'duration') return durationText(value);
  // It identifies a row, and is no amount.
  if (type === 'auto_number') return String(value);
  if (type === 'percent') return `${displayNumber(value, locale)}%`;
  if (type !== 'currency') return null;
  const format = { style: 'currency', currency: currency ?? DEFAULT_CURRENCY } as const;
  return new Intl.NumberFormat(locale, format).format(value);
}
