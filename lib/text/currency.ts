import { DEFAULT_CURRENCY } from './constants.ts';

/** The codes of all currencies (ISO 4217), the default among them. */
export const CURRENCIES: readonly string[] = [
  ...new Set([DEFAULT_CURRENCY, ...Intl.supportedValuesOf('currency')]),
].sort();

const KNOWN: ReadonlySet<string> = new Set(CURRENCIES);

/** Whether it is the code of a currency, in capitals. */
export const isCurrency = (text: string): boolean => KNOWN.has(text);
