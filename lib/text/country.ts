/**
 * The region of a language tag that has one (`de-AT`), as ISO 3166-1 alpha-2; a language alone implies no
 * country.
 */
export function regionOf(tag: string): string | null {
  try {
    const { region } = new Intl.Locale(tag);
    return region && /^[A-Z]{2}$/.test(region) ? region : null;
  } catch {
    return null;
  }
}

/** The name of a country in a language; its code where there is no name. */
export function countryName(country: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
  } catch {
    return country;
  }
}

/** Whether there is a country with this code (ISO 3166-1 alpha-2). */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;
