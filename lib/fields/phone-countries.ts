import { isRecord } from '#lib/text/is-record.ts';

/**
 * Countries (ISO 3166-1 alpha-2) that were chosen beside phone numbers, by the path of each number:
 * `people[1].phone`. They are sent beside the values, which stay as they were typed;
 * docs/decisions/0078-chosen-countries-beside-numbers.md.
 */
export type PhoneCountries = Readonly<Record<string, string>>;

/** The format of a country's code. */
export const COUNTRY_CODE = /^[A-Z]{2}$/;

export const isCountryCode = (value: unknown): value is string =>
  typeof value === 'string' && COUNTRY_CODE.test(value);

/** The countries that were stored in a browser, where any of its users can change them. */
export const readPhoneCountries = (stored: unknown): PhoneCountries =>
  isRecord(stored)
    ? Object.fromEntries(
        Object.entries(stored).filter((entry): entry is [string, string] => isCountryCode(entry[1])),
      )
    : {};

/** The country of the number at a path: the one chosen for it, else the default one. */
export function phoneCountryAt(
  countries: PhoneCountries | undefined,
  path: string,
  usual: string | null,
): string | null {
  return countries && Object.hasOwn(countries, path) ? (countries[path] ?? usual) : usual;
}

/**
 * Countries of one field under the paths of its numbers.
 * @param chosen by index; empty where none was chosen
 * @param isSeveral whether the field holds a list, whose entries have paths of their own
 */
export function countryEntries(
  path: string,
  chosen: readonly string[],
  isSeveral: boolean,
): [path: string, country: string][] {
  return chosen.flatMap((country, place): [string, string][] =>
    country === '' ? [] : [[isSeveral ? `${path}[${place}]` : path, country]],
  );
}
