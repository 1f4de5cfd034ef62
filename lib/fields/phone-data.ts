import {
  getCountries,
  getCountryCallingCode,
  ParseError,
  type PhoneNumber,
  parsePhoneNumberWithError,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';
import { splitExtension, withExtension, writtenExtension } from './phone-extension.ts';
import {
  type ParsedPhone,
  type PhoneData,
  type PhoneProblem,
  STORED_PHONE,
  setPhoneData,
} from './phone-number.ts';
import { phoneText } from './phone-text.ts';
import { parseSimplePhone } from './simple-phone.ts';

const PROBLEMS: Record<string, PhoneProblem> = {
  INVALID_COUNTRY: 'unknown_country',
  TOO_SHORT: 'too_short',
  TOO_LONG: 'too_long',
};

const COUNTRIES = new Map(getCountries(metadata).map((country) => [String(country), country]));

function parse(text: string, country: string | null): PhoneNumber | PhoneProblem {
  const known = country === null ? undefined : COUNTRIES.get(country);
  if (!known && !text.startsWith('+')) return 'no_country';
  try {
    return parsePhoneNumberWithError(text, { defaultCountry: known, extract: false }, metadata);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return PROBLEMS[error.message] ?? 'too_short';
  }
}

/**
 * International numbers are accepted by the possible lengths of their country: which numbers are in use
 * changes too often for data that becomes outdated. One without a country code is a guess, and is accepted
 * only where it fits the country.
 */
function read(written: string, country: string | null): ParsedPhone {
  const simple = parseSimplePhone(written);
  if (simple !== null) return { ok: true, number: simple };
  const known = phoneText(written);
  if ('problem' in known) return { ok: false, problem: known.problem };
  const text = known.plain;
  const found = parse(text, country);
  if (typeof found === 'string') return { ok: false, problem: found };
  const { number } = found;
  const stored: ParsedPhone = { ok: true, number: withExtension(number, known.extension) };
  if (!text.startsWith('+'))
    return found.isValid() && STORED_PHONE.test(number) ? stored : { ok: false, problem: 'not_in_country' };
  if (found.isPossible() && STORED_PHONE.test(number)) return stored;
  return { ok: false, problem: isTooLong(number) ? 'too_long' : 'too_short' };
}

/** Whether the number would be valid with fewer digits. */
function isTooLong(number: string): boolean {
  for (let length = number.length - 1; length >= 8; length -= 1) {
    const found = parse(number.slice(0, length), null);
    if (typeof found !== 'string' && found.isPossible()) return true;
  }
  return false;
}

const numberOf = (stored: string): (PhoneNumber & { extension: string }) | null => {
  const { number, extension } = splitExtension(stored);
  const found = number.startsWith('+') ? parse(number, null) : null;
  return found === null || typeof found === 'string' ? null : Object.assign(found, { extension });
};

/** The result is constant, and needed for each number of a submission. */
let codes: ReturnType<PhoneData['countries']> | undefined;

/** libphonenumber's data of the world's numbers: lengths, country codes, formats. */
export const WORLD_PHONE_DATA: PhoneData = {
  read,
  international: (number) => displayPhone(number, null),
  countryOf: (number) => numberOf(number)?.country ?? null,
  countries: () => {
    codes ??= [...COUNTRIES.values()].map((country) => ({
      country,
      code: getCountryCallingCode(country, metadata),
    }));
    return codes;
  },
};

/** A stored number as people of its country write it; of another country, or of none, with its country code. */
export function displayPhone(number: string, country: string | null): string {
  const found = numberOf(number);
  if (!found) return number;
  const isNational = country !== null && found.country === country;
  return writtenExtension(isNational ? found.formatNational() : found.formatInternational(), found.extension);
}

/** Activates the validation of numbers with this data. */
export const loadPhoneData = (): void => setPhoneData(WORLD_PHONE_DATA);
