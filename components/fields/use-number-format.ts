import { useContext } from 'react';
import { displayNumber } from '#lib/fields/display-value.ts';
import { InputFormatContext } from './input-format.ts';

/** Writes a number with all of its digits, as the page around reads those that are typed. */
export function useNumberFormat(): (number: number) => string {
  const locale = useContext(InputFormatContext)?.locale;
  return (number) => displayNumber(number, locale);
}
