import { useContext } from 'react';
import { displayNumber } from '#lib/fields/display-value.ts';
import { InputFormatContext } from './input-format.ts';

/** Formats a number with all of its digits, in the number format of the surrounding page. */
export function useNumberFormat(): (number: number) => string {
  const locale = useContext(InputFormatContext)?.locale;
  return (number) => displayNumber(number, locale);
}
