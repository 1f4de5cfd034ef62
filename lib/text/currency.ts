/**
 * The codes of the currencies in use (ISO 4217), to choose from. A list of its own, for server and browser know different
 * ones by `Intl.supportedValuesOf`.
 */
export const CURRENCIES: readonly string[] = (
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD ' +
  'CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD ' +
  'GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT ' +
  'LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR ' +
  'NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP ' +
  'STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG ' +
  'XOF XPF YER ZAR ZMW ZWG '
)
  .trim()
  .split(' ');

const KNOWN: ReadonlySet<string> = new Set([...CURRENCIES, ...Intl.supportedValuesOf('currency')]);

/** Whether it is the code of a currency, of an earlier one too, in capitals. */
export const isCurrency = (text: string): boolean => KNOWN.has(text);

/** The currencies to choose from, with the chosen one in any case. */
export const currenciesWith = (chosen: string): readonly string[] =>
  CURRENCIES.includes(chosen) || chosen === '' ? CURRENCIES : [...CURRENCIES, chosen].sort();
